import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { runCli } from './run-cli.ts';

type Object = {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly subjects?: readonly object[];
};

const printed = async (...flags: readonly string[]): Promise<readonly Object[]> => {
  const { code, out, talk } = await runCli(['manifests', ...flags]);
  assert.deepEqual([code, talk], [0, '']);
  return parseAllDocuments(out).map((document) => {
    assert.deepEqual(document.errors, []);
    // The cast trusts the test's own reading of it.
    return document.toJS() as Object;
  });
};

const kinds = (objects: readonly Object[]): readonly string[] =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);

const subjectsIn = (objects: readonly Object[]): readonly (readonly object[])[] =>
  objects.flatMap(({ subjects }) => (subjects === undefined ? [] : [subjects]));

const ofHost = [
  'CustomResourceDefinition clusters.federation.seamark.dev',
  'Namespace seamark-system',
  'ClusterRole seamark-host',
  'ClusterRoleBinding seamark-host',
  'Role seamark-credentials',
  'RoleBinding seamark-credentials',
];
const ofMember = ['ClusterRole seamark-member', 'ClusterRoleBinding seamark-member'];
const account = ['ServiceAccount seamark', 'Secret seamark-token'];

const wanted: readonly (readonly [flags: readonly string[], kinds: readonly string[]])[] = [
  [[], ofHost],
  [['--host'], ofHost],
  [['--member'], ofMember],
  [
    ['--host', '--member'],
    [...ofHost, ...ofMember],
  ],
  [['--service-account'], [...ofHost, ...account]],
  [
    ['--member', '--service-account'],
    ['Namespace seamark-system', ...account, ...ofMember],
  ],
];

for (const [flags, objects] of wanted) {
  test(`manifests ${flags.join(' ')} prints what that cluster is given`, async () => {
    assert.deepEqual(kinds(await printed(...flags)), objects);
  });
}

test('without flags the text is that of the files, comments and all', async () => {
  const files = ['cluster-crd.yaml', 'host-rbac.yaml'];
  const source = files.map((file) => readFileSync(`infra/manifests/${file}`, 'utf8')).join('---\n');
  const { out } = await runCli(['manifests']);
  const bare = (text: string) => text.split('\n').map((line) => line.trim());
  assert.deepEqual(
    bare(out).filter((line) => line.startsWith('#')),
    bare(source).filter((line) => line.startsWith('#')),
  );
  const read = (text: string) => parseAllDocuments(text).map((document) => document.toJS());
  assert.deepEqual(read(out), read(source));
});

test('all bindings are to group and user seamark, unless somebody else is named', async () => {
  const group = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'seamark' };
  const user = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'seamark' };
  const all = subjectsIn(await printed('--host', '--member'));
  assert.deepEqual(all, [
    [group, user],
    [group, user],
    [group, user],
  ]);
  const [named] = subjectsIn(await printed('--member', '--user', 'jane', '--group', 'ops'));
  assert.deepEqual(named, [
    { ...group, name: 'ops' },
    { ...user, name: 'jane' },
  ]);
});

test('with an account the rights go to it alone, unless somebody is named', async () => {
  const serviceAccount = { kind: 'ServiceAccount', name: 'seamark', namespace: 'fleet' };
  const flags = ['--host', '--service-account', '--namespace', 'fleet'];
  const objects = await printed(...flags);
  assert.deepEqual(subjectsIn(objects), [[serviceAccount], [serviceAccount]]);
  for (const { kind, metadata } of objects) {
    if (kind === 'Namespace') assert.equal(metadata.name, 'fleet');
    else assert.ok(metadata.namespace === undefined || metadata.namespace === 'fleet', kind);
  }
  const [both] = subjectsIn(await printed(...flags, '--user', 'jane'));
  assert.equal(both?.length, 2);
});

test('names of users go through YAML as they are', async () => {
  for (const name of ['a: b', '"x', "o'hara", '# no', '{}', 'true', 'arn:aws:iam::1:role/x', 'ä'])
    assert.deepEqual(subjectsIn(await printed('--member', '--user', name, '--group', 'g')), [
      [
        { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'g' },
        { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name },
      ],
    ]);
});

const refused: readonly (readonly [flags: readonly string[], reason: RegExp])[] = [
  [['--user', 'a\nrules: []'], /^Cannot bind a user: the name has no printable text$/m],
  [['--user', '\u202eresu'], /^Cannot bind a user/m],
  [
    ['--group', 'system:authenticated'],
    /^Cannot bind system:authenticated: that is nearly everybody/m,
  ],
  [['--group', 'system:unauthenticated'], /that is nearly everybody/],
  [['--namespace', 'A'], /^Cannot use "A" as a namespace: it must be a DNS label/m],
  [['--namespace', 'x\n---\nkind: Secret'], /^Cannot use "x\\n---\\nkind: Secret" as a namespace/m],
  [['--member', '--namespace', 'fleet'], /^Cannot use --namespace: a member has none of ours/m],
];

for (const [flags, reason] of refused) {
  test(`manifests ${JSON.stringify(flags)} is refused`, async () => {
    const { code, out, talk } = await runCli(['manifests', ...flags]);
    assert.deepEqual([code, out], [2, '']);
    assert.match(talk, reason);
  });
}

test('as JSON they are one List', async () => {
  const { out } = await runCli(['manifests', '--output', 'json']);
  const list = JSON.parse(out);
  assert.deepEqual([list.apiVersion, list.kind], ['v1', 'List']);
  assert.deepEqual(kinds(list.items), ofHost);
});
