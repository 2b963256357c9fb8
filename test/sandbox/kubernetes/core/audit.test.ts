import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { aService, startCluster, type TestCluster, until } from './cluster.ts';
import { startSink } from './webhook-sink.ts';

const SERVICES = '/api/v1/namespaces/default/services';
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
const FAST = { token: 't0ken', maxBatchWaitMs: 5, initialBackoffMs: 1 } as const;

const aSlice = (metadata: object): object => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { labels: { 'kubernetes.io/service-name': 'web' }, ...metadata },
  addressType: 'IPv4',
  endpoints: [],
});

const create = ({ ask }: TestCluster, path: string, body: object) =>
  ask({ method: 'POST', path, body, headers: { 'user-agent': 'tester/1.0' } });

test('a write to a Service is one event at level Metadata', async (context) => {
  const sink = await startSink(context);
  const cluster = await startCluster(context, { audit: { url: sink.url, ...FAST } });
  await create(cluster, `${SERVICES}?fieldManager=me`, aService('web'));
  const [event] = await sink.events(1);
  assert.equal(sink.deliveries[0]?.token, 'Bearer t0ken');
  const { auditID, ...rest } = event;
  assert.match(auditID, /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    level: 'Metadata',
    stage: 'ResponseComplete',
    requestURI: `${SERVICES}?fieldManager=me`,
    verb: 'create',
    user: {
      username: 'kubernetes-admin',
      groups: ['kubeadm:cluster-admins', 'system:authenticated'],
    },
    sourceIPs: ['127.0.0.1'],
    userAgent: 'tester/1.0',
    objectRef: { resource: 'services', namespace: 'default', name: 'web', apiVersion: 'v1' },
    responseStatus: { metadata: {}, code: 201 },
    requestReceivedTimestamp: '2026-03-01T10:00:00.000000Z',
    stageTimestamp: '2026-03-01T10:00:00.000000Z',
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
  });
});

test('an EndpointSlice of a generated name has its name and label in the bodies alone', async (context) => {
  const sink = await startSink(context);
  const cluster = await startCluster(context, { audit: { url: sink.url, ...FAST } });
  await create(cluster, SLICES, aSlice({ generateName: 'web-' }));
  const [event] = await sink.events(1);
  assert.equal(event.level, 'RequestResponse');
  assert.deepEqual(event.objectRef, {
    resource: 'endpointslices',
    namespace: 'default',
    apiGroup: 'discovery.k8s.io',
    apiVersion: 'v1',
  });
  assert.equal(event.requestObject.metadata.labels['kubernetes.io/service-name'], 'web');
  assert.match(event.responseObject.metadata.name, /^web-/);
});

test('updates tell uid and version, deletes and refusals their status', async (context) => {
  const sink = await startSink(context);
  const cluster = await startCluster(context, { audit: { url: sink.url, ...FAST } });
  const { body: live } = await create(cluster, SERVICES, aService('web'));
  const [created] = await sink.events(1);
  assert.equal(created.verb, 'create');
  await cluster.ask({ method: 'PUT', path: `${SERVICES}/web/status`, body: live });
  const updated = (await sink.events(2))[1];
  assert.deepEqual(
    [updated.verb, updated.objectRef.subresource, updated.objectRef.uid],
    ['update', 'status', live.metadata.uid],
  );
  assert.equal(updated.objectRef.resourceVersion, live.metadata.resourceVersion);
  await cluster.ask({ method: 'DELETE', path: `${SERVICES}/nope` });
  const refused = (await sink.events(3))[2];
  assert.deepEqual(refused.responseStatus, {
    metadata: {},
    status: 'Failure',
    message: 'services "nope" not found',
    reason: 'NotFound',
    details: { name: 'nope', kind: 'services' },
    code: 404,
  });
});

test('reads and other kinds are not audited, the collector is', async (context) => {
  const sink = await startSink(context);
  const cluster = await startCluster(context, { audit: { url: sink.url, ...FAST } });
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } };
  await create(cluster, '/api/v1/namespaces/default/secrets', secret);
  await cluster.ask({ path: SERVICES });
  const { body: owner } = await create(cluster, SERVICES, aService('web'));
  const ownerReferences = [
    { apiVersion: 'v1', kind: 'Service', name: 'web', uid: owner.metadata.uid },
  ];
  await create(cluster, SLICES, aSlice({ name: 'web-1', ownerReferences }));
  await cluster.ask({ method: 'DELETE', path: `${SERVICES}/web` });
  const events = await sink.events(4);
  const told = events.map(({ verb, objectRef }) => `${verb} ${objectRef.resource}`).toSorted();
  assert.deepEqual(told, [
    'create endpointslices',
    'create services',
    'delete endpointslices',
    'delete services',
  ]);
  const collected = events.find(({ objectRef, verb }) => verb === 'delete' && objectRef.apiGroup);
  assert.equal(
    collected.user.username,
    'system:serviceaccount:kube-system:generic-garbage-collector',
  );
});

test('Clusters and their credentials are audited without bodies, the status of a Cluster is not', async (context) => {
  const sink = await startSink(context);
  const cluster = await startCluster(context, { audit: { url: sink.url, ...FAST } });
  const definition = readFileSync('infra/manifests/cluster-crd.yaml', 'utf8');
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await create(cluster, crds, parse(definition));
  const clusters = '/apis/federation.seamark.dev/v1beta1/clusters';
  await until(
    () => cluster.ask({ path: clusters }),
    ({ code }) => code === 200,
  );
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'seamark-system' } };
  await create(cluster, '/api/v1/namespaces', namespace);
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'tokyo' } };
  await create(cluster, '/api/v1/namespaces/default/secrets', secret);
  await create(cluster, '/api/v1/namespaces/seamark-system/secrets', {
    ...secret,
    stringData: { token: 'k3pt-secret' },
  });
  await create(cluster, clusters, {
    apiVersion: 'federation.seamark.dev/v1beta1',
    kind: 'Cluster',
    metadata: { name: 'tokyo' },
    spec: {
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'https://t.example' }],
    },
  });
  await cluster.ask({
    method: 'PATCH',
    path: `${clusters}/tokyo/status`,
    body: { status: { region: 'r' } },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  await cluster.ask({ method: 'DELETE', path: `${clusters}/tokyo` });
  const events = await sink.events(3);
  assert.deepEqual(
    events.map(({ level, verb, objectRef }) => `${level} ${verb} ${objectRef.resource}`),
    ['Metadata create secrets', 'Metadata create clusters', 'Metadata delete clusters'],
  );
  assert.ok(!JSON.stringify(events).includes('k3pt-secret'));
});

test('a request that came is told too where the policy does not leave that out, and managed fields where it does not', async (context) => {
  const sink = await startSink(context);
  const policy = `
apiVersion: audit.k8s.io/v1
kind: Policy
rules:
  - level: Request
    resources: [{ group: "", resources: [services] }]`;
  const audit = { url: sink.url, ...FAST, policy };
  const cluster = await startCluster(context, { audit });
  await create(cluster, SERVICES, aService('web'));
  const [received, complete] = await sink.events(2);
  assert.deepEqual([received.stage, complete.stage], ['RequestReceived', 'ResponseComplete']);
  assert.equal(received.auditID, complete.auditID);
  assert.deepEqual(
    [
      received.responseStatus,
      received.requestObject,
      received.annotations,
      received.objectRef.name,
    ],
    [undefined, undefined, undefined, undefined],
  );
  assert.equal(complete.requestObject.metadata.name, 'web');
  assert.equal(complete.responseObject, undefined);
});

test('bodies come without managed fields where the policy says so', async (context) => {
  const sink = await startSink(context);
  const cluster = await startCluster(context, { audit: { url: sink.url, ...FAST } });
  const { body } = await create(cluster, SLICES, aSlice({ name: 'web-1' }));
  assert.equal(body.metadata.managedFields.length, 1);
  const [event] = await sink.events(1);
  assert.equal(event.responseObject.metadata.managedFields, undefined);
});

test('a request that authorisation stopped is told without its body', async (context) => {
  const sink = await startSink(context);
  const cluster = await startCluster(context, {
    audit: { url: sink.url, ...FAST },
    authorization: 'RBAC',
    users: { t0ken: 'nobody' },
  });
  const headers = { authorization: 'Bearer t0ken' };
  const path = SLICES;
  await cluster.ask({ method: 'POST', path, body: aSlice({ name: 'web-1' }), headers });
  const [event] = await sink.events(1);
  assert.deepEqual(
    [event.responseStatus.code, event.objectRef.name, event.requestObject],
    [403, undefined, undefined],
  );
  assert.deepEqual(event.annotations, {
    'authorization.k8s.io/decision': 'forbid',
    'authorization.k8s.io/reason': '',
  });
  assert.equal(event.responseObject.reason, 'Forbidden');
});

test('events are batched up to the most a batch takes', async (context) => {
  const sink = await startSink(context);
  const audit = { url: sink.url, ...FAST, maxBatchSize: 3, maxBatchWaitMs: 200 };
  const cluster = await startCluster(context, { audit });
  for (let index = 0; index < 7; index += 1) await create(cluster, SERVICES, aService(`s${index}`));
  await sink.events(7);
  const sizes = sink.deliveries.map(({ events }) => events.length);
  assert.ok(Math.max(...sizes) <= 3, `batches of ${sizes}`);
  assert.ok(sizes.length < 7, `batches of ${sizes}`);
});

test('a batch is tried five times', async (context) => {
  const sink = await startSink(context, [500, 429, 302, 404]);
  const cluster = await startCluster(context, { audit: { url: sink.url, ...FAST } });
  await create(cluster, SERVICES, aService('web'));
  assert.equal((await sink.events(1)).length, 1);
});

test('after five failures it is dropped and counted', async (context) => {
  const sink = await startSink(context, [500, 500, 500, 500, 500]);
  const dropped = Promise.withResolvers<string>();
  const audit = { url: sink.url, ...FAST, onDrop: dropped.resolve };
  const cluster = await startCluster(context, { audit });
  await create(cluster, SERVICES, aService('web'));
  assert.equal(await dropped.promise, 'Cannot deliver 1 audit events: the webhook answered 500');
  await create(cluster, SERVICES, aService('next'));
  assert.equal((await sink.events(1))[0].objectRef.name, 'next');
});

test('closing sends what waits, once', async (context) => {
  const sink = await startSink(context);
  const audit = { url: sink.url, ...FAST, maxBatchWaitMs: 60_000 };
  const cluster = await startCluster(context, { audit });
  await create(cluster, SERVICES, aService('web'));
  await cluster.server.close();
  assert.equal((await sink.events(1)).length, 1);
  assert.equal(sink.deliveries.length, 1);
});

test('closing does not wait for a webhook that is down', async (context) => {
  const reasons: string[] = [];
  const audit = {
    url: 'http://127.0.0.1:1/audit',
    ...FAST,
    initialBackoffMs: 60_000,
    onDrop: (reason: string) => reasons.push(reason),
  };
  const cluster = await startCluster(context, { audit });
  await create(cluster, SERVICES, aService('web'));
  await until(
    () => cluster.ask({ path: `${SERVICES}/web` }),
    ({ code }) => code === 200,
  );
  await cluster.server.close();
  assert.equal(reasons.length, 1);
});
