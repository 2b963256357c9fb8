import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  createClusterClient,
  type Manifest,
} from '../../../infra/sandbox/clusters/cluster-client.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { type RbacCluster, rbac, startRbacCluster } from '../kubernetes/access/rbac-cluster.ts';
import { applyPrinted, pathOf, printedManifests } from './apply-printed.ts';
import { startExtraMember } from './extra-member.ts';

/** What `kubectl apply --server-side -f -` does with them; returns the code of each answer. */
const apply = async (
  { as }: RbacCluster,
  objects: readonly Manifest[],
): Promise<readonly number[]> => {
  const codes: number[] = [];
  for (const object of objects) {
    const path = `${pathOf(object)}?fieldManager=kubectl&fieldValidation=Strict`;
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const { code, body } = await as('admin', { method: 'PATCH', path, body: object, headers });
    assert.ok(code < 300, `${object['kind']} ${object.metadata.name}: ${body.message}`);
    codes.push(code);
  }
  return codes;
};

type May = readonly [verb: string, target: string, namespace: string, allowed: boolean];

const ofHost: readonly May[] = [
  ['list', 'services', '', true],
  ['patch', 'services/status', 'shop', true],
  ['create', 'services', 'shop', false],
  ['delete', 'services', 'shop', false],
  ['list', 'federation.seamark.dev:clusters', '', true],
  ['create', 'federation.seamark.dev:clusters', '', false],
  ['delete', 'federation.seamark.dev:clusters', '', false],
  ['get', 'secrets', 'seamark-system', true],
  ['list', 'secrets', 'seamark-system', false],
  ['get', 'secrets', 'default', false],
  ['get', 'secrets', '', false],
  ['list', 'nodes', '', false],
];

const ofMember: readonly May[] = [
  ['create', 'services', 'shop', true],
  ['delete', 'services', 'shop', true],
  ['deletecollection', 'services', 'shop', false],
  ['update', 'services', 'shop', false],
  ['patch', 'services/status', 'shop', false],
  ['list', 'nodes', '', true],
  ['get', 'nodes', '', false],
  ['create', 'namespaces', '', true],
  ['delete', 'namespaces', 'shop', false],
  ['get', 'secrets', 'seamark-system', false],
  ['list', 'pods', 'shop', false],
];

const mayDo = async ({ as }: RbacCluster, user: string, [verb, target, namespace]: May) => {
  const [group = '', name = ''] = target.includes(':') ? target.split(':') : ['', target];
  const [resource, subresource] = name.split('/');
  const resourceAttributes = { verb, group, resource, subresource, namespace };
  const { body } = await as(user, {
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: { spec: { resourceAttributes } },
  });
  return body.status.allowed;
};

const clusters: readonly (readonly [flag: string, rights: readonly May[]])[] = [
  ['--host', ofHost],
  ['--member', ofMember],
];

for (const [flag, rights] of clusters) {
  for (const subject of [
    ['--user', 'nobody'],
    ['--group', 'operators'],
  ] as const) {
    test(`a cluster takes what ${flag} ${subject.join(' ')} prints, and lets Seamark do that and no more`, async (context) => {
      const cluster = await startRbacCluster(context);
      const objects = await printedManifests(flag, ...subject);
      assert.deepEqual(new Set(await apply(cluster, objects)), new Set([201]));
      assert.deepEqual(new Set(await apply(cluster, objects)), new Set([200]));
      const user = subject[0] === '--user' ? 'nobody' : 'operator';
      const other = user === 'nobody' ? 'operator' : 'nobody';
      for (const right of rights) {
        assert.equal(await mayDo(cluster, user, right), right[3], right.join(' '));
        assert.equal(await mayDo(cluster, other, right), false, right.join(' '));
      }
    });
  }
}

test('what was applied is deleted in the same order by those who ignore what is gone, as the docs say', async (context) => {
  const cluster = await startRbacCluster(context);
  for (const flags of [['--host'], ['--member'], ['--host', '--member', '--user', 'nobody']]) {
    const objects = await printedManifests(...flags);
    await apply(cluster, objects);
    const codes: number[] = [];
    for (const object of objects)
      codes.push((await cluster.as('admin', { method: 'DELETE', path: pathOf(object) })).code);
    assert.ok(
      codes.every((code) => code === 200 || code === 404),
      codes.join(),
    );
    for (const object of objects) {
      const gone = await cluster.as('admin', { path: pathOf(object) });
      const left = gone.code === 200 ? gone.body.metadata.deletionTimestamp : 'gone';
      assert.ok(left, `${object['kind']} ${object.metadata.name} is left`);
    }
  }
  for (const page of ['deploy', 'join', 'runbook', 'sandbox']) {
    const text = await readFile(`docs/${page}.md`, 'utf8');
    for (const [command] of text.matchAll(/delete [^`\n]*-f -/g))
      assert.match(command, /--ignore-not-found/, page);
  }
});

test('a service account comes with a token that lets it in, until its Secret is deleted', async (context) => {
  const cluster = await startExtraMember('lyon', { zones: [] });
  context.after(cluster.server.close);
  await applyPrinted(cluster.admin, '--member', '--service-account');
  const path = '/api/v1/namespaces/seamark-system/secrets/seamark-token';
  const token = await waitUntil(
    async () => {
      const data = (await cluster.admin.read(path))?.['data'] as { readonly token?: string };
      return data?.token && Buffer.from(data.token, 'base64').toString('utf8');
    },
    { what: 'a token', limitMs: 5_000, everyMs: 10, now: Date.now },
  );
  const account = createClusterClient({ url: cluster.server.url, token });
  assert.deepEqual((await account.list('/api/v1/nodes')).items, []);
  await assert.rejects(
    account.list('/api/v1/secrets'),
    /"system:serviceaccount:seamark-system:seamark" cannot list/,
  );
  await applyPrinted(cluster.admin, '--member', '--service-account');
  assert.deepEqual((await account.list('/api/v1/nodes')).items, []);
  await cluster.admin.remove(path);
  await assert.rejects(account.list('/api/v1/nodes'), /Unauthorized/);
});

test('applied again under other names, the rights are with those alone', async (context) => {
  const cluster = await startRbacCluster(context);
  await apply(cluster, await printedManifests('--member', '--user', 'nobody', '--group', 'none'));
  await apply(
    cluster,
    await printedManifests('--member', '--user', 'none', '--group', 'operators'),
  );
  const right: May = ['list', 'nodes', '', true];
  assert.equal(await mayDo(cluster, 'nobody', right), false);
  assert.equal(await mayDo(cluster, 'operator', right), true);
  const { body } = await cluster.as('admin', {
    path: `${rbac.clusterRoleBindings}/seamark-member`,
  });
  assert.equal(body.subjects.length, 2);
});
