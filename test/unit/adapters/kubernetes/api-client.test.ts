import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Access } from '../../../../lib/adapters/kubernetes/access.ts';
import {
  type ApiCall,
  type ClientLimits,
  callJson,
  createApiClient,
  type OpenClient,
} from '../../../../lib/adapters/kubernetes/api-client.ts';
import { fixtureText } from './fixtures.ts';
import { type LoopbackApi, type Reply, startLoopbackApi } from './loopback-api.ts';

const running: { stop: () => Promise<void> }[] = [];
const clients: OpenClient[] = [];
after(async () => {
  for (const client of clients) client.close();
  for (const server of running) await server.stop();
});

const serve = async (...args: Parameters<typeof startLoopbackApi>): Promise<LoopbackApi> => {
  const api = await startLoopbackApi(...args);
  running.push(api);
  return api;
};
const open = (url: string, change: Partial<Access> = {}, limits?: ClientLimits): OpenClient => {
  const access = { label: 'cluster tokyo', server: new URL(url), tls: {}, ...change };
  const client = createApiClient(access, limits);
  clients.push(client);
  return client;
};
const call: ApiCall = { what: 'read a thing', method: 'GET', path: '/api/v1/things' };
const ok: Reply = { status: 200, json: { fine: true } };

test('sends path, query, token and JSON', async () => {
  const api = await serve(() => ok);
  const client = open(`${api.url}/k8s/clusters/c-1/`, { token: async () => 'tok:en' });
  const answer = await callJson(client, {
    ...call,
    method: 'PATCH',
    query: { fieldManager: 'seamark', labelSelector: 'a=b,c' },
    contentType: 'application/merge-patch+json',
    body: { name: 'Zürich' },
  });
  assert.deepEqual(answer, { fine: true });
  const [seen] = api.seen;
  assert.equal(seen?.path, '/k8s/clusters/c-1/api/v1/things');
  assert.deepEqual(seen.query, { fieldManager: 'seamark', labelSelector: 'a=b,c' });
  assert.equal(seen.headers.authorization, 'Bearer tok:en');
  assert.equal(seen.headers['content-type'], 'application/merge-patch+json');
  assert.deepEqual(JSON.parse(seen.body), { name: 'Zürich' });
});

test('keeps the connection alive between calls, and closes it when the client closes', async () => {
  const api = await serve(() => ok);
  const client = open(api.url);
  for (let at = 0; at < 3; at += 1) await callJson(client, call);
  assert.equal(await api.connections(), 1);
  client.close();
  await eventually(async () => (await api.connections()) === 0);
});

test('a call that runs while the client closes still ends well', async () => {
  const api = await serve(() => ok);
  const client = open(api.url);
  const running = callJson(client, call);
  client.close();
  assert.deepEqual(await running, { fine: true });
});

test('sends again where a kept connection broke before the answer', async () => {
  let broken = false;
  const api = await serve((request) => {
    if (request.path !== '/second' || broken) return ok;
    broken = true;
    return 'reset';
  });
  const client = open(api.url);
  await callJson(client, call);
  assert.deepEqual(await callJson(client, { ...call, path: '/second' }), { fine: true });
  assert.equal(api.seen.length, 3);
});

test('a fresh connection that breaks is a transient failure', async () => {
  const api = await serve(() => 'reset');
  await assert.rejects(callJson(open(api.url), call), {
    kind: 'transient',
    message: 'Cannot read a thing in cluster tokyo: socket hang up',
  });
});

test('nobody listening is a transient failure', async () => {
  const api = await startLoopbackApi(() => ok);
  await api.stop();
  await assert.rejects(callJson(open(api.url), call), {
    kind: 'transient',
    message: /ECONNREFUSED/,
  });
});

for (const reply of ['silence', 'half'] as const) {
  test(`a server that answers with ${reply} is given up after the time limit`, async () => {
    const api = await serve(() => reply);
    await assert.rejects(callJson(open(api.url, {}, { timeLimitMs: 30 }), call), {
      kind: 'transient',
      message: 'Cannot read a thing in cluster tokyo: no answer within 30 ms',
      fields: {},
    });
  });
}

test('the signal ends a running call', async () => {
  const api = await serve(() => 'silence');
  const controller = new AbortController();
  const pending = callJson(open(api.url), { ...call, signal: controller.signal });
  await eventually(async () => api.seen.length === 1);
  controller.abort();
  await assert.rejects(pending, { kind: 'transient', fields: { aborted: true } });
});

test('a body over the limit is not read to its end, be it the client’s or the call’s', async () => {
  const api = await serve(() => ({ status: 200, text: 'x'.repeat(2_000_000) }));
  for (const [ofClient, ofCall] of [
    [1000, undefined],
    [1000, 2000],
    [2000, 1000],
  ] as const) {
    const client = open(api.url, {}, { maxAnswerBytes: ofClient });
    const asked = ofCall === undefined ? call : { ...call, maxAnswerBytes: ofCall };
    await assert.rejects(callJson(client, asked), {
      kind: 'terminal',
      message: 'Cannot read a thing in cluster tokyo: the answer is over 1000 bytes',
    });
  }
});

test('an answer that is no JSON is transient and not quoted', async () => {
  const api = await serve(() => ({ status: 200, text: '{"data":{"token":"c2VjcmV0"' }));
  await assert.rejects(callJson(open(api.url), call), {
    kind: 'transient',
    message: 'Cannot read a thing in cluster tokyo: the answer is not JSON',
  });
});

test('Retry-After is heard', async () => {
  const api = await serve(() => ({ status: 429, text: '', headers: { 'retry-after': '7' } }));
  await assert.rejects(callJson(open(api.url), call), { kind: 'throttled', retryAfterMs: 7000 });
});

const serverTls = { key: fixtureText('tls/server.key'), cert: fixtureText('tls/server.crt') };
const ca = fixtureText('tls/ca.crt');

const tlsCases: readonly (readonly [string, Access['tls'], RegExp | 'works'])[] = [
  ['an unknown authority', { serverName: 'cluster.example' }, /unable to verify|self-signed/],
  ['a known authority and the wrong name', { ca }, /altnames|not in the cert's list/],
  ['a known authority and tls-server-name', { ca, serverName: 'cluster.example' }, 'works'],
  ['verification switched off', { insecure: true }, 'works'],
];

for (const [title, tls, outcome] of tlsCases) {
  test(`TLS with ${title}`, async () => {
    const api = await serve(() => ok, serverTls);
    const answer = callJson(open(api.url, { tls }), call);
    if (outcome === 'works') assert.deepEqual(await answer, { fine: true });
    else await assert.rejects(answer, { kind: 'transient', message: outcome });
  });
}

test('TLS with a client certificate', async () => {
  const options = { ...serverTls, ca, requestCert: true, rejectUnauthorized: true };
  const api = await serve(() => ok, options);
  const tls = { ca, serverName: 'cluster.example' };
  const cert = fixtureText('tls/client.crt');
  const key = fixtureText('tls/client.key');
  assert.deepEqual(await callJson(open(api.url, { tls: { ...tls, cert, key } }), call), {
    fine: true,
  });
  await assert.rejects(callJson(open(api.url, { tls }), call), { kind: 'transient' });
});

const eventually = async (holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 5000;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, 'it came about in time');
    await new Promise((resolve) => setImmediate(resolve));
  }
};
