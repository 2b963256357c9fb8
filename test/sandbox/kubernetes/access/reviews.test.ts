import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBinding, aRole, type RbacCluster, rbac, startRbacCluster } from './rbac-cluster.ts';

const AUTHORIZATION = '/apis/authorization.k8s.io/v1';
const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

const ask = (cluster: RbacCluster, user: string | undefined, spec: object) =>
  cluster.as(user, {
    method: 'POST',
    path: `${AUTHORIZATION}/selfsubjectaccessreviews`,
    body: { spec },
  });

const withReader = async (cluster: RbacCluster): Promise<RbacCluster> => {
  const rule = { apiGroups: [''], resources: ['services'], verbs: ['list'] };
  await cluster.make(rbac.clusterRoles, aRole('reader', rule));
  const subject = { kind: 'ServiceAccount', name: 'reader', namespace: 'shop' };
  const role = { kind: 'ClusterRole', name: 'reader' } as const;
  await cluster.make(
    rbac.clusterRoleBindings,
    aBinding('reader', role, { kind: 'User', name: 'nobody' }, subject),
  );
  await cluster.make(rbac.roleBindings('default'), aBinding('local', role, subject));
  return cluster;
};

test('whoever asks hears whether he may, and by which binding', async (context) => {
  const cluster = await withReader(await startRbacCluster(context));
  const spec = { resourceAttributes: { verb: 'list', resource: 'services' } };
  const { code, body } = await ask(cluster, 'nobody', spec);
  assert.equal(code, 201);
  assert.deepEqual(body.spec, spec);
  assert.deepEqual(body.status, {
    allowed: true,
    reason: 'RBAC: allowed by ClusterRoleBinding "reader" of ClusterRole "reader" to User "nobody"',
  });
  assert.deepEqual((await ask(cluster, 'operator', spec)).body.status, { allowed: false });
  assert.deepEqual((await ask(cluster, 'admin', spec)).body.status, { allowed: true });
  const path = { nonResourceAttributes: { verb: 'get', path: '/healthz' } };
  assert.equal((await ask(cluster, 'operator', path)).body.status.allowed, true);
});

test('a review of somebody else is for those who may make one', async (context) => {
  const cluster = await withReader(await startRbacCluster(context));
  const review = (user: string, spec: object) =>
    cluster.as(user, {
      method: 'POST',
      path: `${AUTHORIZATION}/subjectaccessreviews`,
      body: { spec },
    });
  const resourceAttributes = { verb: 'list', resource: 'services', namespace: 'default' };
  const user = 'system:serviceaccount:shop:reader';
  const told = await review('admin', { user, resourceAttributes });
  assert.deepEqual(told.body.status, {
    allowed: true,
    reason:
      'RBAC: allowed by ClusterRoleBinding "reader" of ClusterRole "reader" to ServiceAccount "reader/shop"',
  });
  const masters = await review('admin', { groups: ['system:masters'], resourceAttributes });
  assert.deepEqual(masters.body.status, { allowed: true });
  const nobody = await review('admin', { resourceAttributes });
  assert.deepEqual(
    [nobody.code, nobody.body.message],
    [
      422,
      '.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
    ],
  );
  const refused = await review('nobody', { user, resourceAttributes });
  assert.deepEqual(
    [refused.code, refused.body.message],
    [
      403,
      'subjectaccessreviews.authorization.k8s.io is forbidden: User "nobody" cannot create resource "subjectaccessreviews" in API group "authorization.k8s.io" at the cluster scope',
    ],
  );
});

// Texts of kube-apiserver v1.34.
const faults: readonly (readonly [what: string, body: unknown, code: number, message: string])[] = [
  [
    'nothing',
    {},
    422,
    '.authorization.k8s.io "" is invalid: spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
  ],
  [
    'both',
    { spec: { resourceAttributes: {}, nonResourceAttributes: { path: '/x', verb: 'get' } } },
    422,
    '.authorization.k8s.io "" is invalid: spec.nonResourceAttributes: Invalid value: {"Path":"/x","Verb":"get"}: cannot be specified in combination with resourceAttributes',
  ],
  [
    'another kind',
    { apiVersion: 'v1', kind: 'Service' },
    400,
    'Service in version "v1" cannot be handled as a SelfSubjectAccessReview: converting (v1.Service) to (authorization.SelfSubjectAccessReview): unknown conversion',
  ],
];

for (const [what, body, code, message] of faults) {
  test(`a review of ${what} is refused`, async (context) => {
    const cluster = await startRbacCluster(context);
    const path = `${AUTHORIZATION}/selfsubjectaccessreviews`;
    const answer = await cluster.as('nobody', { method: 'POST', path, body });
    assert.deepEqual([answer.code, answer.body.message], [code, message]);
    assert.equal(answer.body.details?.kind, undefined);
  });
}

test('a review with metadata is refused', async (context) => {
  const cluster = await startRbacCluster(context);
  const path = `${AUTHORIZATION}/selfsubjectaccessreviews`;
  const body = { metadata: { name: 'x' }, spec: { resourceAttributes: {} } };
  const answer = await cluster.as('nobody', { method: 'POST', path, body });
  assert.equal(answer.code, 422);
  assert.match(answer.body.message, /metadata: Invalid value: \{"name":"x",.*\}: must be empty$/);
});

test('nothing is stored of a review, so it can neither be read nor removed', async (context) => {
  const cluster = await startRbacCluster(context);
  const path = `${AUTHORIZATION}/selfsubjectaccessreviews`;
  assert.equal((await cluster.as('admin', { path })).code, 405);
  assert.equal((await cluster.as('admin', { method: 'DELETE', path })).code, 405);
  assert.equal((await cluster.as('admin', { path: `${path}/x` })).code, 404);
  const { body } = await cluster.as('nobody', { path: AUTHORIZATION });
  assert.deepEqual(
    body.resources.map(({ name, verbs }: { name: string; verbs: string[] }) => [name, verbs]),
    [
      ['selfsubjectaccessreviews', ['create']],
      ['subjectaccessreviews', ['create']],
    ],
  );
});

test('who somebody is', async (context) => {
  const cluster = await startRbacCluster(context);
  const { body } = await cluster.as('operator', { method: 'POST', path: WHO, body: {} });
  assert.deepEqual(body.status.userInfo, {
    username: 'operator',
    groups: ['operators', 'system:authenticated'],
  });
  assert.equal((await cluster.as(undefined, { method: 'POST', path: WHO, body: {} })).code, 403);
});
