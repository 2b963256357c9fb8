import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createApiClient } from '../../../../lib/adapters/kubernetes/api-client.ts';
import { createClusterAccess } from '../../../../lib/adapters/kubernetes/cluster-access.ts';
import { createClusterProbe } from '../../../../lib/adapters/kubernetes/cluster-probe.ts';
import { bySecret, fixtureJson, fixtureText, memberAt, noSources, refusal } from './fixtures.ts';
import { type Reply, startLoopbackApi } from './loopback-api.ts';

const running: { readonly stop: () => Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

/** A host whose Secrets answer as a test says, and a member whose `/healthz` does. */
const startProbe = async (secret: { reply: Reply }, healthz: Reply) => {
  const host = await startLoopbackApi(() => secret.reply);
  const member = await startLoopbackApi(() => healthz);
  const client = createApiClient({ label: 'the host', server: new URL(host.url), tls: {} });
  const access = createClusterAccess(client, {
    secretNamespace: 'seamark',
    sources: noSources,
    now: () => 0,
  });
  running.push({ stop: client.close }, { stop: access.close }, host, member);
  const cluster = memberAt(member.url, bySecret('tokyo'));
  return { member, ask: () => createClusterProbe(access).healthz(cluster) };
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const kubeconfig = base64(
  JSON.stringify({
    'current-context': 'c',
    clusters: [{ name: 'c', cluster: { server: 'https://unused.example' } }],
    contexts: [{ name: 'c', context: { cluster: 'c' } }],
  }),
);
const stored: Reply = { status: 200, json: { data: { kubeconfig } } };
const well: Reply = { status: 200, text: 'ok\n' };

test('W37: a cluster without credentials is not asked, and asked as soon as it has some', async () => {
  const secret: { reply: Reply } = {
    reply: refusal(404, 'NotFound', 'secrets "tokyo" not found'),
  };
  const { ask, member } = await startProbe(secret, well);
  const first = await ask();
  assert.equal(first.kind, 'unasked');
  assert.match(first.kind === 'unasked' ? first.message : '', /Secret seamark\/tokyo.+not found/);
  assert.equal(member.seen.length, 0);
  secret.reply = stored;
  assert.deepEqual(await ask(), { kind: 'answered', httpStatus: 200, body: 'ok' });
});

const faults: readonly (readonly [string, Reply])[] = [
  ['a host that fails', refusal(500, 'InternalError', 'etcdserver: request timed out')],
  ['a host that breaks the connection', 'reset'],
  ['a Secret that cannot be used', { status: 200, json: { data: {} } }],
];
for (const [title, reply] of faults) {
  test(`${title} is no silence of the member`, async () => {
    const { ask } = await startProbe({ reply }, well);
    assert.equal((await ask()).kind, 'unasked');
  });
}

test('K10: an answer of a server whose certificate is not checked says so', async () => {
  const { input, expect } = fixtureJson<{
    readonly input: { readonly kubeconfig: { clusters: { name: string; cluster: object }[] } };
    readonly expect: { readonly warning: boolean };
  }>('cases/kubeconfig/K10-insecure-without-ca.json');
  const member = await startLoopbackApi(() => well, {
    key: fixtureText('tls/server.key'),
    cert: fixtureText('tls/server.crt'),
  });
  const data = { kubeconfig: base64(JSON.stringify(input.kubeconfig)) };
  const host = await startLoopbackApi(() => ({ status: 200, json: { data } }));
  const client = createApiClient({ label: 'the host', server: new URL(host.url), tls: {} });
  const settings = { secretNamespace: 'seamark', sources: noSources, now: () => 0 };
  const access = createClusterAccess(client, settings);
  running.push({ stop: client.close }, { stop: access.close }, host, member);
  const cluster = memberAt(member.url, bySecret('tokyo'));
  const answer = await createClusterProbe(access).healthz(cluster);
  assert.equal(answer.kind === 'answered' && answer.unverified, expect.warning);
});

test('W36: an HTTP error is an answer', async () => {
  for (const status of [401, 403, 404, 429, 500]) {
    const { ask } = await startProbe({ reply: stored }, { status, text: 'no' });
    const answer = await ask();
    assert.equal(answer.kind === 'answered' ? answer.httpStatus : 0, status);
  }
});

test('W36: a member that says nothing for 3 s is silent, and one that breaks off at once', async () => {
  const broken = await startProbe({ reply: stored }, 'reset');
  assert.equal((await broken.ask()).kind, 'silent');
  const { ask } = await startProbe({ reply: stored }, 'silence');
  const answer = await ask();
  assert.match(answer.kind === 'silent' ? answer.message : '', /no answer within 3000 ms/);
});
