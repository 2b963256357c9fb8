import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBinding, aRole, type RbacCluster, rbac, startRbacCluster } from './rbac-cluster.ts';

const GROUP = 'rbac.authorization.k8s.io';
const services = (...verbs: readonly string[]) => ({
  apiGroups: [''],
  resources: ['services'],
  verbs,
});

/** A cluster where `nobody` may write roles and bindings, read Services and one Secret. */
const withDelegate = async (cluster: RbacCluster): Promise<RbacCluster> => {
  const write = { apiGroups: [GROUP], resources: ['*'], verbs: ['create', 'update', 'patch'] };
  const secret = { apiGroups: [''], resources: ['secrets'], resourceNames: ['a'], verbs: ['get'] };
  const path = { nonResourceURLs: ['/x/*'], verbs: ['get'] };
  const role = aRole('delegate', write, services('get', 'list'), secret, path);
  await cluster.make(rbac.clusterRoles, role);
  await cluster.make(
    rbac.clusterRoleBindings,
    aBinding(
      'delegate',
      { kind: 'ClusterRole', name: 'delegate' },
      { kind: 'User', name: 'nobody' },
    ),
  );
  return cluster;
};

const head =
  'is forbidden: user "nobody" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:';

const cases: readonly (readonly [what: string, rules: readonly object[], missing: string])[] = [
  ['what he holds', [services('get')], ''],
  [
    'more verbs',
    [services('delete', 'get', 'watch')],
    '{APIGroups:[""], Resources:["services"], Verbs:["delete" "watch"]}',
  ],
  [
    'more names and paths',
    [
      { apiGroups: [''], resources: ['secrets'], verbs: ['get'] },
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['a', 'b'], verbs: ['get'] },
      { nonResourceURLs: ['/x/y', '/z'], verbs: ['get'] },
    ],
    '{APIGroups:[""], Resources:["secrets"], ResourceNames:["b"], Verbs:["get"]}\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}\n{NonResourceURLs:["/z"], Verbs:["get"]}',
  ],
];

for (const [what, rules, missing] of cases) {
  test(`somebody grants ${what}`, async (context) => {
    const cluster = await withDelegate(await startRbacCluster(context));
    const body = aRole('new', ...rules);
    const answer = await cluster.as('nobody', { method: 'POST', path: rbac.clusterRoles, body });
    if (missing === '') assert.equal(answer.code, 201);
    else
      assert.deepEqual(
        [answer.code, answer.body.message],
        [403, `clusterroles.${GROUP} "new" ${head}\n${missing}`],
      );
  });
}

test('a binding gives no more than its author has', async (context) => {
  const cluster = await withDelegate(await startRbacCluster(context));
  const bind = (name: string) =>
    cluster.as('nobody', {
      method: 'POST',
      path: rbac.clusterRoleBindings,
      body: aBinding('mine', { kind: 'ClusterRole', name }, { kind: 'User', name: 'nobody' }),
    });
  const admin = await bind('cluster-admin');
  assert.equal(admin.code, 403);
  assert.match(admin.body.message, /\{APIGroups:\["\*"\], Resources:\["\*"\], Verbs:\["\*"\]\}/);
  const gone = await bind('gone');
  assert.deepEqual(
    [gone.code, gone.body.message],
    [404, `clusterrolebindings.${GROUP} "gone" not found`],
  );
  assert.equal((await bind('delegate')).code, 201);
});

test('whoever may escalate and bind gives what he wants', async (context) => {
  const cluster = await withDelegate(await startRbacCluster(context));
  const verbs = ['escalate', 'bind'];
  await cluster.make(
    rbac.clusterRoles,
    aRole('free', { apiGroups: [GROUP], resources: ['clusterroles'], verbs }),
  );
  await cluster.make(
    rbac.clusterRoleBindings,
    aBinding('free', { kind: 'ClusterRole', name: 'free' }, { kind: 'User', name: 'nobody' }),
  );
  const role = aRole('all', services('*'));
  const made = await cluster.as('nobody', { method: 'POST', path: rbac.clusterRoles, body: role });
  assert.equal(made.code, 201);
  const body = aBinding('x', { kind: 'ClusterRole', name: 'cluster-admin' });
  const bound = await cluster.as('nobody', {
    method: 'POST',
    path: rbac.clusterRoleBindings,
    body,
  });
  assert.equal(bound.code, 201);
});

test('a role that grants more may lose its finalizers, and be changed in no other way', async (context) => {
  const cluster = await withDelegate(await startRbacCluster(context));
  const metadata = { name: 'strong', finalizers: ['example.com/hold'] };
  await cluster.make(rbac.clusterRoles, { ...aRole('strong', services('*')), metadata });
  const patch = (body: object) =>
    cluster.as('nobody', {
      method: 'PATCH',
      path: `${rbac.clusterRoles}/strong`,
      body,
      headers: { 'content-type': 'application/merge-patch+json' },
    });
  assert.equal((await patch({ metadata: { labels: { a: 'b' } } })).code, 403);
  assert.equal((await patch({ rules: [services('create')] })).code, 403);
  assert.equal((await patch({ metadata: { finalizers: [] } })).code, 200);
});
