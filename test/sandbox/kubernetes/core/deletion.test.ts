import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aService, startCluster, type TestCluster, until } from './cluster.ts';

const SERVICES = '/api/v1/namespaces/default/services';
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
const MERGE = { 'content-type': 'application/merge-patch+json' };

const remove = ({ ask }: TestCluster, path: string, options?: object) =>
  ask({ method: 'DELETE', path, ...(options === undefined ? {} : { body: options }) });

const withFinalizers = (name: string, finalizers: readonly string[]) =>
  aService(name, { metadata: { name, finalizers } });

async function ownedPair(cluster: TestCluster, blocks = true): Promise<void> {
  const { ask } = cluster;
  const { body: owner } = await ask({ method: 'POST', path: SERVICES, body: aService('web') });
  const ownerReferences = [
    {
      apiVersion: 'v1',
      kind: 'Service',
      name: 'web',
      uid: owner.metadata.uid,
      blockOwnerDeletion: blocks,
    },
  ];
  const slice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'web-1', ownerReferences },
    addressType: 'IPv4',
    endpoints: [],
  };
  const created = await ask({ method: 'POST', path: SLICES, body: slice });
  assert.equal(created.code, 201, JSON.stringify(created.body));
}

describe('deletion', () => {
  test('a Service goes at once and answers its last state, a Secret a Status', async (context) => {
    const cluster = await startCluster(context);
    await cluster.ask({ method: 'POST', path: SERVICES, body: aService('web') });
    const gone = await remove(cluster, `${SERVICES}/web`);
    assert.deepEqual([gone.code, gone.body.kind, gone.body.metadata.name], [200, 'Service', 'web']);
    const secrets = '/api/v1/namespaces/default/secrets';
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } };
    const { body } = await cluster.ask({ method: 'POST', path: secrets, body: secret });
    const status = await remove(cluster, `${secrets}/s`);
    assert.equal(status.body.status, 'Success');
    assert.deepEqual(status.body.details, { name: 's', kind: 'secrets', uid: body.metadata.uid });
  });

  test('finalizers hold an object until the last one is removed', async (context) => {
    const cluster = await startCluster(context);
    const body = withFinalizers('web', ['example.com/a', 'example.com/b']);
    await cluster.ask({ method: 'POST', path: SERVICES, body });
    const held = await remove(cluster, `${SERVICES}/web`);
    assert.equal(held.body.metadata.deletionTimestamp, '2026-03-01T10:00:00Z');
    assert.equal(held.body.metadata.deletionGracePeriodSeconds, 0);
    const set = (finalizers: readonly string[]) =>
      cluster.ask({
        method: 'PATCH',
        path: `${SERVICES}/web`,
        headers: MERGE,
        body: { metadata: { finalizers } },
      });
    const added = await set(['example.com/a', 'example.com/b', 'example.com/c']);
    assert.equal(added.code, 422);
    assert.equal(
      added.body.message,
      'Service "web" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/c"}',
    );
    assert.equal((await set(['example.com/b'])).code, 200);
    assert.equal((await cluster.ask({ path: `${SERVICES}/web` })).code, 200);
    assert.equal((await set([])).code, 200);
    assert.equal((await cluster.ask({ path: `${SERVICES}/web` })).code, 404);
  });

  test('preconditions that do not hold are a conflict', async (context) => {
    const cluster = await startCluster(context);
    await cluster.ask({ method: 'POST', path: SERVICES, body: aService('web') });
    const byUid = await remove(cluster, `${SERVICES}/web`, { preconditions: { uid: 'old' } });
    assert.equal(byUid.code, 409);
    assert.match(
      byUid.body.message,
      /^Operation cannot be fulfilled on Service "web": the UID in the precondition \(old\)/,
    );
    const byVersion = await remove(cluster, `${SERVICES}/web`, {
      preconditions: { resourceVersion: '1' },
    });
    assert.match(byVersion.body.message, /the ResourceVersion in the precondition \(1\)/);
  });

  test('options that contradict are refused', async (context) => {
    const cluster = await startCluster(context);
    await cluster.ask({ method: 'POST', path: SERVICES, body: aService('web') });
    const both = { orphanDependents: true, propagationPolicy: 'Orphan' };
    const refused = await remove(cluster, `${SERVICES}/web`, both);
    assert.equal(
      refused.body.message,
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
    );
    const unknown = await remove(cluster, `${SERVICES}/web?propagationPolicy=Gently`);
    assert.equal(unknown.code, 422);
  });

  test('a dry run deletes nothing', async (context) => {
    const cluster = await startCluster(context);
    await cluster.ask({ method: 'POST', path: SERVICES, body: aService('web') });
    assert.equal((await remove(cluster, `${SERVICES}/web`, { dryRun: ['All'] })).code, 200);
    assert.equal((await cluster.ask({ path: `${SERVICES}/web` })).code, 200);
  });

  test('a collection is deleted by selector', async (context) => {
    const cluster = await startCluster(context);
    for (const name of ['a', 'b']) {
      const metadata = { name, labels: { name } };
      await cluster.ask({ method: 'POST', path: SERVICES, body: aService('', { metadata }) });
    }
    const gone = await remove(cluster, `${SERVICES}?labelSelector=name%3Da`);
    assert.deepEqual([gone.code, gone.body.items.length], [200, 1]);
    assert.equal((await cluster.ask({ path: `${SERVICES}/a` })).code, 404);
    assert.equal((await cluster.ask({ path: `${SERVICES}/b` })).code, 200);
  });
});

describe('the garbage collector', () => {
  test('deletes dependents after their owner in the background', async (context) => {
    const cluster = await startCluster(context);
    await ownedPair(cluster);
    await remove(cluster, `${SERVICES}/web`);
    await until(
      () => cluster.ask({ path: `${SLICES}/web-1` }),
      ({ code }) => code === 404,
    );
  });

  test('orphans them: the owner goes, they stay without it', async (context) => {
    const cluster = await startCluster(context);
    await ownedPair(cluster);
    const held = await remove(cluster, `${SERVICES}/web`, { propagationPolicy: 'Orphan' });
    assert.deepEqual(held.body.metadata.finalizers, ['orphan']);
    await until(
      () => cluster.ask({ path: `${SERVICES}/web` }),
      ({ code }) => code === 404,
    );
    const { code, body } = await cluster.ask({ path: `${SLICES}/web-1` });
    assert.deepEqual([code, body.metadata.ownerReferences], [200, undefined]);
  });

  test('in the foreground the owner waits for dependents that block it', async (context) => {
    const cluster = await startCluster(context);
    await ownedPair(cluster);
    const hold = { metadata: { finalizers: ['example.com/hold'] } };
    const path = `${SLICES}/web-1`;
    await cluster.ask({ method: 'PATCH', path, headers: MERGE, body: hold });
    const held = await remove(cluster, `${SERVICES}/web`, { propagationPolicy: 'Foreground' });
    assert.deepEqual(held.body.metadata.finalizers, ['foregroundDeletion']);
    await until(
      () => cluster.ask({ path }),
      ({ body }) => body.metadata.deletionTimestamp !== undefined,
    );
    assert.equal((await cluster.ask({ path: `${SERVICES}/web` })).code, 200);
    const free = { metadata: { finalizers: null } };
    await cluster.ask({ method: 'PATCH', path, headers: MERGE, body: free });
    await until(
      () => cluster.ask({ path: `${SERVICES}/web` }),
      ({ code }) => code === 404,
    );
  });

  test('an `orphan` finalizer that is there decides when no policy is given', async (context) => {
    const cluster = await startCluster(context);
    await ownedPair(cluster);
    await cluster.ask({
      method: 'PATCH',
      path: `${SERVICES}/web`,
      headers: MERGE,
      body: { metadata: { finalizers: ['orphan'] } },
    });
    await remove(cluster, `${SERVICES}/web`);
    await until(
      () => cluster.ask({ path: `${SERVICES}/web` }),
      ({ code }) => code === 404,
    );
    assert.equal((await cluster.ask({ path: `${SLICES}/web-1` })).code, 200);
  });

  test('an object of an owner that never was is collected', async (context) => {
    const cluster = await startCluster(context);
    const metadata = {
      name: 'lost',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name: 'x', uid: 'gone' }],
    };
    await cluster.ask({ method: 'POST', path: SERVICES, body: aService('', { metadata }) });
    await until(
      () => cluster.ask({ path: `${SERVICES}/lost` }),
      ({ code }) => code === 404,
    );
  });
});

describe('namespaces', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'apps' } };
  const inApps = '/api/v1/namespaces/apps/services';

  test('a deleted namespace takes its contents with it', async (context) => {
    const cluster = await startCluster(context);
    await cluster.ask({ method: 'POST', path: '/api/v1/namespaces', body: namespace });
    await cluster.ask({ method: 'POST', path: inApps, body: aService('web') });
    const marked = await remove(cluster, '/api/v1/namespaces/apps');
    assert.equal(marked.body.status.phase, 'Terminating');
    await until(
      () => cluster.ask({ path: '/api/v1/namespaces/apps' }),
      ({ code }) => code === 404,
    );
    assert.equal((await cluster.ask({ path: `${inApps}/web` })).code, 404);
  });

  test('it waits for finalizers of its contents, tells so, and takes nothing new', async (context) => {
    const cluster = await startCluster(context);
    await cluster.ask({ method: 'POST', path: '/api/v1/namespaces', body: namespace });
    const held = withFinalizers('web', ['example.com/hold']);
    await cluster.ask({ method: 'POST', path: inApps, body: held });
    await remove(cluster, '/api/v1/namespaces/apps');
    const { body } = await until(
      () => cluster.ask({ path: '/api/v1/namespaces/apps' }),
      ({ body: seen }) => seen.status.conditions !== undefined,
    );
    const remaining = body.status.conditions.find(
      ({ type }: { type: string }) => type === 'NamespaceFinalizersRemaining',
    );
    assert.equal(
      remaining.message,
      'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    );
    const refused = await cluster.ask({ method: 'POST', path: inApps, body: aService('new') });
    assert.equal(refused.code, 403);
    assert.equal(
      refused.body.message,
      'services "new" is forbidden: unable to create new content in namespace apps because it is being terminated',
    );
    assert.equal(refused.body.details.causes[0].reason, 'NamespaceTerminating');
    await cluster.ask({
      method: 'PATCH',
      path: `${inApps}/web`,
      headers: MERGE,
      body: { metadata: { finalizers: [] } },
    });
    await until(
      () => cluster.ask({ path: '/api/v1/namespaces/apps' }),
      ({ code }) => code === 404,
    );
  });
});
