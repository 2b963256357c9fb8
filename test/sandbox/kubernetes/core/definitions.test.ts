import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster, type TestCluster, until } from './cluster.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const CLUSTERS = '/apis/example.com/v1alpha1/clusters';

const schema = {
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: { weight: { type: 'integer', minimum: 1 } } },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  },
};

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'clusters.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'clusters', singular: 'cluster', kind: 'Cluster', listKind: 'ClusterList' },
    versions: [
      {
        name: 'v1alpha1',
        served: true,
        storage: true,
        schema,
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: 'Weight', type: 'integer', jsonPath: '.spec.weight' }],
      },
    ],
  },
};

const aCluster = (name: string, weight: number, finalizers: readonly string[] = []) => ({
  apiVersion: 'example.com/v1alpha1',
  kind: 'Cluster',
  metadata: { name, finalizers },
  spec: { weight },
});

async function define({ ask }: TestCluster): Promise<void> {
  const answer = await ask({ method: 'POST', path: DEFINITIONS, body: definition });
  assert.equal(answer.code, 201, JSON.stringify(answer.body));
}

test('a definition is served at once and says so in its conditions', async (context) => {
  const cluster = await startCluster(context);
  assert.equal((await cluster.ask({ path: CLUSTERS })).code, 404);
  await define(cluster);
  assert.equal((await cluster.ask({ path: CLUSTERS })).body.kind, 'ClusterList');
  const { body } = await cluster.ask({ path: `${DEFINITIONS}/clusters.example.com` });
  const conditions = body.status.conditions.map(
    ({ type, status }: { type: string; status: string }) => `${type}=${status}`,
  );
  assert.deepEqual(conditions, ['NamesAccepted=True', 'Established=True']);
  assert.deepEqual(body.status.storedVersions, ['v1alpha1']);
});

test('its objects are validated, counted by generation, and keep status apart', async (context) => {
  const cluster = await startCluster(context);
  const { ask } = cluster;
  await define(cluster);
  const refused = await ask({ method: 'POST', path: CLUSTERS, body: aCluster('tokyo', 0) });
  assert.equal(refused.code, 422);
  assert.match(refused.body.message, /spec\.weight in body should be greater than or equal to 1/);
  const created = await ask({ method: 'POST', path: CLUSTERS, body: aCluster('tokyo', 1) });
  assert.equal(created.body.metadata.generation, 1);
  const merge = { 'content-type': 'application/merge-patch+json' };
  const path = `${CLUSTERS}/tokyo`;
  const patch = (at: string, body: object) =>
    ask({ method: 'PATCH', path: at, body, headers: merge });
  const spec = await patch(path, { spec: { weight: 2 }, status: { ready: true } });
  assert.deepEqual([spec.body.metadata.generation, spec.body.status], [2, undefined]);
  const status = await patch(`${path}/status`, { spec: { weight: 3 }, status: { ready: true } });
  assert.deepEqual(
    [status.body.metadata.generation, status.body.spec.weight, status.body.status.ready],
    [2, 2, true],
  );
});

test('its tables have the columns it names', async (context) => {
  const cluster = await startCluster(context);
  await define(cluster);
  await cluster.ask({ method: 'POST', path: CLUSTERS, body: aCluster('tokyo', 4) });
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const { body } = await cluster.ask({ path: CLUSTERS, headers: { accept } });
  assert.deepEqual(body.rows[0].cells, ['tokyo', 4]);
});

test('a strategic merge patch and an update without a version are refused', async (context) => {
  const cluster = await startCluster(context);
  await define(cluster);
  const body = aCluster('tokyo', 1);
  await cluster.ask({ method: 'POST', path: CLUSTERS, body });
  const path = `${CLUSTERS}/tokyo`;
  const headers = { 'content-type': 'application/strategic-merge-patch+json' };
  assert.equal((await cluster.ask({ method: 'PATCH', path, headers, body: {} })).code, 415);
  const put = await cluster.ask({ method: 'PUT', path, body });
  assert.equal(put.code, 422);
  assert.match(put.body.message, /metadata\.resourceVersion: Invalid value: 0: must be specified/);
});

test('a deleted definition waits for its objects and takes no new ones', async (context) => {
  const cluster = await startCluster(context);
  const { ask } = cluster;
  await define(cluster);
  const held = aCluster('tokyo', 1, ['example.com/hold']);
  await ask({ method: 'POST', path: CLUSTERS, body: held });
  const path = `${DEFINITIONS}/clusters.example.com`;
  await ask({ method: 'DELETE', path });
  const marked = await ask({ path: `${CLUSTERS}/tokyo` });
  assert.notEqual(marked.body.metadata.deletionTimestamp, undefined);
  const refused = await ask({ method: 'POST', path: CLUSTERS, body: aCluster('oregon', 1) });
  assert.deepEqual(
    [refused.code, refused.body.message],
    [405, 'create not allowed while custom resource definition is terminating'],
  );
  await ask({
    method: 'PATCH',
    path: `${CLUSTERS}/tokyo`,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { metadata: { finalizers: [] } },
  });
  await until(
    () => ask({ path }),
    ({ code }) => code === 404,
  );
  assert.equal((await ask({ path: CLUSTERS })).code, 404);
});
