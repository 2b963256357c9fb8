import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rbac, startRbacCluster } from './rbac-cluster.ts';

const GROUP = 'rbac.authorization.k8s.io';
const ok = { apiGroups: [''], resources: ['services'], verbs: ['get'] };
const ref = { apiGroup: GROUP, kind: 'ClusterRole', name: 'reader' };
const user = { kind: 'User', name: 'nobody' };

const role = (...rules: readonly object[]) => ({ rules });
const bound = (...subjects: readonly object[]) => ({ roleRef: ref, subjects });

type Refused = readonly [kind: string, path: string, body: object, causes: readonly string[]];

// Causes of kube-apiserver v1.34.
const refused: readonly Refused[] = [
  [
    'ClusterRole',
    rbac.clusterRoles,
    role({}),
    [
      'rules[0].verbs: Required value: verbs must contain at least one value',
      'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
      'rules[0].resources: Required value: resource rules must supply at least one resource',
    ],
  ],
  [
    'ClusterRole',
    rbac.clusterRoles,
    role({ verbs: ['get'], nonResourceURLs: ['/x'], apiGroups: [''] }),
    [
      'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
    ],
  ],
  [
    'ClusterRole',
    rbac.clusterRoles,
    { aggregationRule: {} },
    [
      'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
    ],
  ],
  [
    'ClusterRole',
    rbac.clusterRoles,
    {
      aggregationRule: {
        clusterRoleSelectors: [
          {
            matchExpressions: [
              { key: 'x', operator: 'In' },
              { key: 'x', operator: 'Exists', values: ['a'] },
              { key: 'x', operator: 'Nope' },
            ],
          },
        ],
      },
    },
    [
      "aggregationRule.clusterRoleSelectors[0].matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      "aggregationRule.clusterRoleSelectors[0].matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      'aggregationRule.clusterRoleSelectors[0].matchExpressions[2].operator: Invalid value: "Nope": not a valid selector operator',
      'aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.',
    ],
  ],
  [
    'Role',
    rbac.roles('default'),
    role({ verbs: ['get'], nonResourceURLs: ['/x'] }),
    [
      'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
    ],
  ],
  [
    'ClusterRoleBinding',
    rbac.clusterRoleBindings,
    { roleRef: { kind: 'Role', name: 'a/b', apiGroup: 'x' } },
    [
      `roleRef.apiGroup: Unsupported value: "x": supported values: "${GROUP}"`,
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
      `roleRef.name: Invalid value: "a/b": may not contain '/'`,
    ],
  ],
  [
    'RoleBinding',
    rbac.roleBindings('default'),
    { roleRef: { kind: 'Nope' } },
    [
      'roleRef.kind: Unsupported value: "Nope": supported values: "Role", "ClusterRole"',
      'roleRef.name: Required value',
    ],
  ],
  [
    'ClusterRoleBinding',
    rbac.clusterRoleBindings,
    bound(
      { kind: 'ServiceAccount', name: 'x' },
      { kind: 'ServiceAccount', name: 'x', namespace: 'n', apiGroup: 'v1' },
      { kind: 'Group', name: '' },
      { kind: 'User', name: 'x', apiGroup: 'v1' },
      { kind: 'Nope', name: 'x' },
    ),
    [
      'subjects[0].namespace: Required value',
      'subjects[1].apiGroup: Unsupported value: "v1": supported values: ""',
      'subjects[2].name: Required value',
      `subjects[3].apiGroup: Unsupported value: "v1": supported values: "${GROUP}"`,
      'subjects[4].kind: Unsupported value: "Nope": supported values: "ServiceAccount", "User", "Group"',
    ],
  ],
];

for (const [kind, path, rest, causes] of refused) {
  test(`a ${kind} is refused: ${causes[0]}`, async (context) => {
    const cluster = await startRbacCluster(context);
    const body = { metadata: { name: 'x' }, ...rest };
    const answer = await cluster.as('admin', { method: 'POST', path, body });
    const told = answer.body.details.causes.map(
      ({ field, message }: { field: string; message: string }) => `${field}: ${message}`,
    );
    assert.deepEqual([answer.code, told], [422, causes]);
    assert.ok(answer.body.message.startsWith(`${kind}.${GROUP} "x" is invalid: `));
  });
}

test('names may hold colons, groups of subjects have defaults, no rules are null', async (context) => {
  const cluster = await startRbacCluster(context);
  const create = (path: string, body: object) =>
    cluster.as('admin', { method: 'POST', path, body });
  const made = await create(rbac.clusterRoles, { metadata: { name: 'system:Some' }, rules: [] });
  assert.deepEqual([made.code, made.body.rules], [201, null]);
  const binding = await create(rbac.roleBindings('default'), {
    metadata: { name: 'x' },
    roleRef: { kind: 'Role', name: 'y' },
    subjects: [user, { kind: 'ServiceAccount', name: 'local' }],
  });
  assert.equal(binding.code, 201);
  assert.deepEqual(binding.body.roleRef, { apiGroup: GROUP, kind: 'Role', name: 'y' });
  assert.deepEqual(binding.body.subjects, [
    { ...user, apiGroup: GROUP },
    { kind: 'ServiceAccount', name: 'local' },
  ]);
});

test('a binding never changes its role', async (context) => {
  const cluster = await startRbacCluster(context);
  await cluster.make(rbac.clusterRoleBindings, { metadata: { name: 'x' }, ...bound(user) });
  const path = `${rbac.clusterRoleBindings}/x`;
  const body = { metadata: { name: 'x' }, ...bound(user), roleRef: { ...ref, name: 'other' } };
  const { code, body: answer } = await cluster.as('admin', { method: 'PUT', path, body });
  assert.equal(code, 422);
  assert.match(
    answer.message,
    /roleRef: Invalid value: \{"APIGroup":"rbac\.authorization\.k8s\.io","Kind":"ClusterRole","Name":"other"\}: cannot change roleRef$/,
  );
});

test('an apply replaces the rules and subjects of others as a whole', async (context) => {
  const cluster = await startRbacCluster(context);
  await cluster.make(rbac.clusterRoles, { metadata: { name: 'x' }, rules: [ok] });
  const apply = (force: boolean) =>
    cluster.as('admin', {
      method: 'PATCH',
      path: `${rbac.clusterRoles}/x?fieldManager=me&force=${force}`,
      body: {
        apiVersion: `${GROUP}/v1`,
        kind: 'ClusterRole',
        metadata: { name: 'x' },
        rules: [{ ...ok, verbs: ['list'] }],
      },
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
  const conflict = await apply(false);
  assert.deepEqual([conflict.code, conflict.body.details.causes[0].field], [409, '.rules']);
  const { code, body } = await apply(true);
  assert.deepEqual([code, body.rules], [200, [{ ...ok, verbs: ['list'] }]]);
});

test('the table of bindings tells role and subjects, that of roles their time', async (context) => {
  const cluster = await startRbacCluster(context);
  const table = async (path: string) => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const { body } = await cluster.as('admin', { path, headers: { accept } });
    return [
      body.columnDefinitions.map(({ name }: { name: string }) => name),
      body.rows.map(({ cells }: { cells: unknown[] }) => cells),
    ];
  };
  const subjects = [user, { kind: 'ServiceAccount', name: 'a', namespace: 'n' }];
  await cluster.make(rbac.clusterRoleBindings, { metadata: { name: 'x' }, roleRef: ref, subjects });
  await cluster.make(rbac.clusterRoles, { metadata: { name: 'x' }, rules: [ok] });
  assert.deepEqual(await table(`${rbac.clusterRoleBindings}/x`), [
    ['Name', 'Role', 'Age', 'Users', 'Groups', 'ServiceAccounts'],
    [['x', 'ClusterRole/reader', '0s', 'nobody', '', 'n/a']],
  ]);
  assert.deepEqual(await table(`${rbac.clusterRoles}/x`), [
    ['Name', 'Created At'],
    [['x', '2026-03-01T10:00:00Z']],
  ]);
});
