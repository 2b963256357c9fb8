import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aService } from '../core/cluster.ts';
import { aBinding, aRole, type RbacCluster, rbac, startRbacCluster } from './rbac-cluster.ts';

const SERVICES = '/api/v1/namespaces/default/services';
const services = (...verbs: readonly string[]) => ({
  apiGroups: [''],
  resources: ['services'],
  verbs,
});
const nobody = { kind: 'User', name: 'nobody' };

/** Gives `nobody` rights everywhere. */
const grant = async ({ make }: RbacCluster, ...rules: readonly object[]): Promise<void> => {
  await make(rbac.clusterRoles, aRole('some', ...rules));
  await make(
    rbac.clusterRoleBindings,
    aBinding('some', { kind: 'ClusterRole', name: 'some' }, nobody),
  );
};

// Texts of kube-apiserver v1.34.
const refused: readonly (readonly [method: string, path: string, message: string])[] = [
  [
    'GET',
    '/api/v1/services',
    'services is forbidden: User "nobody" cannot list resource "services" in API group "" at the cluster scope',
  ],
  [
    'GET',
    '/api/v1/namespaces/shop/services/web',
    'services "web" is forbidden: User "nobody" cannot get resource "services" in API group "" in the namespace "shop"',
  ],
  [
    'GET',
    '/api/v1/namespaces/shop/services?watch=1',
    'services is forbidden: User "nobody" cannot watch resource "services" in API group "" in the namespace "shop"',
  ],
  [
    'GET',
    '/api/v1/namespaces/shop/secrets?fieldSelector=metadata.name%3Dabc',
    'secrets "abc" is forbidden: User "nobody" cannot list resource "secrets" in API group "" in the namespace "shop"',
  ],
  [
    'GET',
    '/api/v1/namespaces/shop',
    'namespaces "shop" is forbidden: User "nobody" cannot get resource "namespaces" in API group "" in the namespace "shop"',
  ],
  [
    'DELETE',
    '/api/v1/namespaces/shop/services',
    'services is forbidden: User "nobody" cannot deletecollection resource "services" in API group "" in the namespace "shop"',
  ],
  [
    'PATCH',
    '/api/v1/namespaces/shop/services/web/status',
    'services "web" is forbidden: User "nobody" cannot patch resource "services/status" in API group "" in the namespace "shop"',
  ],
  [
    'PUT',
    '/api/v1/namespaces/shop/finalize',
    'namespaces "shop" is forbidden: User "nobody" cannot update resource "namespaces/finalize" in API group "" in the namespace "shop"',
  ],
  [
    'GET',
    '/apis/nope.example/v1/things',
    'things.nope.example is forbidden: User "nobody" cannot list resource "things" in API group "nope.example" at the cluster scope',
  ],
  ['GET', '/metrics', 'forbidden: User "nobody" cannot get path "/metrics"'],
  ['GET', '/healthz/ping', 'forbidden: User "nobody" cannot get path "/healthz/ping"'],
  ['GET', '/', 'forbidden: User "nobody" cannot get path "/"'],
  [
    'POST',
    '/api/v1/namespaces/a%3Cb/services',
    'services is forbidden: User "nobody" cannot create resource "services" in API group "" in the namespace "a&lt;b"',
  ],
];

test('a user without rights is refused in the words of the API', async (context) => {
  const cluster = await startRbacCluster(context);
  for (const [method, path, message] of refused) {
    const { code, body } = await cluster.as('nobody', { method, path });
    assert.deepEqual([code, body.reason, body.message], [403, 'Forbidden', message]);
  }
});

test('every user may discover the API, somebody without a token may only ask how it is', async (context) => {
  const cluster = await startRbacCluster(context);
  for (const path of ['/healthz', '/version', '/api', '/apis', '/api/v1', '/openapi/v3']) {
    assert.equal((await cluster.as('nobody', { path })).code, 200, path);
  }
  assert.equal((await cluster.as(undefined, { path: '/healthz' })).code, 200);
  const { code, body } = await cluster.as(undefined, { path: '/api/v1' });
  const text = 'forbidden: User "system:anonymous" cannot get path "/api/v1"';
  assert.deepEqual([code, body.message], [403, text]);
  assert.equal((await cluster.as('stranger', { path: '/healthz' })).code, 401);
});

test('members of system:masters may do everything', async (context) => {
  const cluster = await startRbacCluster(context);
  assert.equal((await cluster.as('admin', { path: '/api/v1/secrets' })).code, 200);
  assert.equal((await cluster.as('admin', { path: '/nope' })).code, 404);
});

const subjects: readonly (readonly [what: string, subject: object, user: string])[] = [
  ['a user', { kind: 'User', name: 'operator' }, 'operator'],
  ['a group', { kind: 'Group', name: 'operators' }, 'operator'],
  ['everybody', { kind: 'Group', name: 'system:authenticated' }, 'nobody'],
];

for (const [what, subject, user] of subjects) {
  test(`a cluster role is bound to ${what}, for all namespaces`, async (context) => {
    const cluster = await startRbacCluster(context);
    await cluster.make(rbac.clusterRoles, aRole('reader', services('list')));
    await cluster.make(
      rbac.clusterRoleBindings,
      aBinding('reader', { kind: 'ClusterRole', name: 'reader' }, subject),
    );
    assert.equal((await cluster.as(user, { path: '/api/v1/services' })).code, 200);
    assert.equal((await cluster.as(user, { path: SERVICES })).code, 200);
    assert.equal((await cluster.as(user, { path: `${SERVICES}/kubernetes` })).code, 403);
    assert.equal((await cluster.as(undefined, { path: SERVICES })).code, 403);
  });
}

test('a role is bound in its own namespace alone, and as soon as it is stored', async (context) => {
  const cluster = await startRbacCluster(context);
  await cluster.make('/api/v1/namespaces', { metadata: { name: 'shop' } });
  const binding = aBinding('reader', { kind: 'Role', name: 'reader' }, nobody);
  await cluster.make(rbac.roleBindings('shop'), binding);
  const path = '/api/v1/namespaces/shop/services';
  const { code, body } = await cluster.as('nobody', { path });
  assert.equal(code, 403);
  assert.match(body.message, /: RBAC: role\.rbac\.authorization\.k8s\.io "reader" not found$/);
  await cluster.make(rbac.roles('shop'), aRole('reader', services('list')));
  assert.equal((await cluster.as('nobody', { path })).code, 200);
  assert.equal((await cluster.as('nobody', { path: SERVICES })).code, 403);
  assert.equal((await cluster.as('nobody', { path: '/api/v1/services' })).code, 403);
  const role = { method: 'DELETE', path: `${rbac.roles('shop')}/reader` };
  assert.equal((await cluster.as('admin', role)).code, 200);
  assert.equal((await cluster.as('nobody', { path })).code, 403);
});

test('a rule may name objects, sub-resources and paths', async (context) => {
  const cluster = await startRbacCluster(context);
  await grant(
    cluster,
    { apiGroups: [''], resources: ['secrets'], resourceNames: ['tokyo'], verbs: ['get', 'list'] },
    { apiGroups: ['*'], resources: ['*/status'], verbs: ['get'] },
    { nonResourceURLs: ['/logs/*'], verbs: ['get'] },
  );
  const code = async (path: string) => (await cluster.as('nobody', { path })).code;
  const secrets = '/api/v1/namespaces/default/secrets';
  assert.equal(await code(`${secrets}/tokyo`), 404);
  assert.equal(await code(`${secrets}/oregon`), 403);
  assert.equal(await code(secrets), 403);
  assert.equal(await code(`${secrets}?fieldSelector=metadata.name%3Dtokyo`), 200);
  assert.equal(await code(`${SERVICES}/kubernetes/status`), 200);
  assert.equal(await code(`${SERVICES}/kubernetes`), 403);
  assert.equal(await code('/logs/today'), 404);
});

test('an apply or update that would create needs the right to create, once the object is valid', async (context) => {
  const cluster = await startRbacCluster(context);
  await grant(cluster, services('patch', 'update'));
  const text =
    'services "web" is forbidden: User "nobody" cannot create resource "services" in API group "" in the namespace "default"';
  const apply = (body: object, path = `${SERVICES}/web`) =>
    cluster.as('nobody', {
      method: 'PATCH',
      path: `${path}?fieldManager=me`,
      body: { apiVersion: 'v1', kind: 'Service', ...body },
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
  const put = (body: object) =>
    cluster.as('nobody', { method: 'PUT', path: `${SERVICES}/web`, body });
  for (const write of [apply, put]) {
    const created = await write(aService('web'));
    assert.deepEqual([created.code, created.body.message], [403, text]);
    assert.equal((await write(aService('web', { spec: { ports: [{ port: 0 }] } }))).code, 422);
  }
  const gone = await apply(aService('web'), '/api/v1/namespaces/gone/services/web');
  assert.deepEqual([gone.code, gone.body.message], [404, 'namespaces "gone" not found']);
  await cluster.make(SERVICES, aService('web'));
  assert.equal((await apply(aService('web'))).code, 200);
});
