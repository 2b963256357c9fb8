import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createApiClient } from '../../../../lib/adapters/kubernetes/api-client.ts';
import { createClusterAccess } from '../../../../lib/adapters/kubernetes/cluster-access.ts';
import { createMemberClusters } from '../../../../lib/adapters/kubernetes/member-clusters.ts';
import type { Cluster } from '../../../../lib/core/model/cluster.ts';
import { bySecret, fixtureText, memberAt, noSources, refusal, storedService } from './fixtures.ts';
import {
  type LoopbackApi,
  type Reply,
  type SeenRequest,
  startLoopbackApi,
} from './loopback-api.ts';

const running: { readonly stop: () => Promise<void> | void }[] = [];
afterEach(async () => {
  for (const part of running.splice(0)) await part.stop();
});

const key = { namespace: 'web', name: 'shop' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ca = base64(fixtureText('tls/ca.crt'));
const kubeconfig = (token: string): { readonly [key: string]: string } => ({
  kubeconfig: base64(
    JSON.stringify({
      'current-context': 'c',
      clusters: [{ name: 'c', cluster: { server: 'https://unused.example' } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    }),
  ),
});

type World = {
  readonly host: LoopbackApi;
  readonly member: LoopbackApi;
  readonly read: (change?: Partial<Cluster>) => Promise<unknown>;
  readonly secret: { data: { readonly [key: string]: string } };
  readonly clock: { nowMs: number };
};

const startWorld = async (reply?: (request: SeenRequest) => Reply): Promise<World> => {
  const secret = { data: kubeconfig('t1') };
  const clock = { nowMs: 0 };
  const host = await startLoopbackApi(({ path }) =>
    path === '/api/v1/namespaces/seamark/secrets/tokyo'
      ? { status: 200, json: { data: secret.data } }
      : refusal(404, 'NotFound', `secrets "${path.split('/').at(-1)}" not found`),
  );
  const member = await startLoopbackApi(reply ?? (() => ({ status: 200, json: storedService() })));
  const client = createApiClient({ label: 'the host', server: new URL(host.url), tls: {} });
  const access = createClusterAccess(client, {
    secretNamespace: 'seamark',
    sources: noSources,
    now: () => clock.nowMs,
  });
  running.push({ stop: client.close }, { stop: access.close }, host, member);
  const members = createMemberClusters(access);
  const read: World['read'] = (change) =>
    members.readService(memberAt(member.url, { ...bySecret('tokyo'), ...change }), key);
  return { host, member, read, secret, clock };
};

test('W34: reads the Secret once for many calls, even at the same time', async () => {
  const { host, member, read } = await startWorld();
  await Promise.all([read(), read(), read()]);
  await read({ resourceVersion: '2', zones: ['a'] });
  assert.equal(host.seen.length, 1);
  assert.equal(member.seen.length, 4);
  assert.ok(member.seen.every(({ headers }) => headers.authorization === 'Bearer t1'));
});

test('W37: reads the Secret again after a minute, and keeps the connection if it is the same', async () => {
  const { host, member, read, secret, clock } = await startWorld();
  await read();
  clock.nowMs = 59_999;
  await read();
  assert.equal(host.seen.length, 1);
  clock.nowMs = 60_000;
  await read();
  assert.equal(host.seen.length, 2);
  assert.equal(await member.connections(), 1);
  secret.data = kubeconfig('t2');
  clock.nowMs = 120_000;
  await read();
  assert.equal(member.seen.at(-1)?.headers.authorization, 'Bearer t2');
});

test('W37: a Cluster that says something else is opened anew at once', async () => {
  const { host, member, read } = await startWorld();
  await read();
  await read({ uid: 'another' });
  assert.equal(host.seen.length, 2);
  await read({ serverAddresses: [{ clientCidr: '', serverAddress: `${member.url}/proxied` }] });
  assert.equal(member.seen.at(-1)?.path, '/proxied/api/v1/namespaces/web/services/shop');
});

test('the client of a cluster that nobody asks for any more is closed', async () => {
  const { member, read, clock } = await startWorld();
  await read({ name: 'gone' });
  clock.nowMs = 660_000;
  await read();
  const deadline = Date.now() + 5_000;
  while ((await member.connections()) > 1) assert.ok(Date.now() < deadline, 'still open');
});

test('W37: a rotated Secret is picked up by the very call that was refused', async () => {
  const { host, read, secret, member } = await startWorld(({ headers }) =>
    headers.authorization === 'Bearer t2'
      ? { status: 200, json: storedService() }
      : refusal(401, 'Unauthorized', 'Unauthorized'),
  );
  await assert.rejects(read(), { kind: 'terminal', message: /answered 401: Unauthorized$/ });
  assert.equal(member.seen.length, 1);
  secret.data = kubeconfig('t2');
  assert.ok(await read());
  assert.ok(host.seen.length >= 2);
});

test('a token that expires while it is cached costs one more call and no failure', async () => {
  let valid = 'Bearer t1';
  const { read, secret, member } = await startWorld(({ headers }) =>
    headers.authorization === valid
      ? { status: 200, json: storedService() }
      : refusal(401, 'Unauthorized', 'Unauthorized'),
  );
  await read();
  valid = 'Bearer t2';
  secret.data = kubeconfig('t2');
  assert.ok(await read());
  assert.deepEqual(
    member.seen.map(({ headers }) => headers.authorization),
    ['Bearer t1', 'Bearer t1', 'Bearer t2'],
  );
});

for (const [title, reply] of [
  ['a 403', refusal(403, 'Forbidden', 'no')],
  ['a broken connection', 'reset'],
] as const) {
  test(`${title} makes the next call read the Secret again`, async () => {
    const { host, read } = await startWorld(() => reply);
    await assert.rejects(read());
    await assert.rejects(read());
    assert.equal(host.seen.length, 2);
  });
}

test('other refusals leave the client alone', async () => {
  const { host, read } = await startWorld(() => refusal(500, 'InternalError', 'oops'));
  await assert.rejects(read(), { kind: 'transient' });
  await assert.rejects(read(), { kind: 'transient' });
  assert.equal(host.seen.length, 1);
});

test('without secretRef the cluster is asked without credentials', async () => {
  const { host, member } = await startWorld();
  const client = createApiClient({ label: 'the host', server: new URL(host.url), tls: {} });
  const access = createClusterAccess(client, {
    secretNamespace: 'seamark',
    sources: noSources,
    now: () => 0,
  });
  running.push({ stop: client.close }, { stop: access.close });
  await createMemberClusters(access).readService(memberAt(member.url), key);
  assert.equal(member.seen[0]?.headers.authorization, undefined);
  assert.equal(host.seen.length, 0);
});

const faults: readonly (readonly [string, { readonly [key: string]: string }, RegExp])[] = [
  ['nothing', {}, /has neither kubeconfig nor token and ca\.crt$/],
  ['a token alone', { token: base64('t') }, /has token but no ca\.crt$/],
  ['ca.crt alone', { 'ca.crt': ca }, /has ca\.crt but no token$/],
  ['a redacted ca.crt', { token: base64('t'), 'ca.crt': 'REDACTED' }, /ca\.crt is not PEM/],
  ['a kubeconfig without context', { kubeconfig: base64('{}') }, /has no current-context/],
];

for (const [title, data, message] of faults) {
  test(`a Secret with ${title} is refused by name`, async () => {
    const { read, secret } = await startWorld();
    secret.data = data;
    await assert.rejects(read(), (error: Error & { kind?: string }) => {
      assert.equal(error.kind, 'terminal');
      assert.match(error.message, /^Cannot use Secret seamark\/tokyo for cluster tokyo: /);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('a Secret that is not there is named with its cluster', async () => {
  const { read } = await startWorld();
  await assert.rejects(read(bySecret('lost')), {
    kind: 'terminal',
    message:
      'Cannot read Secret seamark/lost, the credentials of cluster tokyo, in the host: the API server answered 404: secrets "lost" not found',
  });
});
