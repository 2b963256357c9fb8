import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createApiClient } from '../../../../lib/adapters/kubernetes/api-client.ts';
import { createClusterAccess } from '../../../../lib/adapters/kubernetes/cluster-access.ts';
import { createClusterProbe } from '../../../../lib/adapters/kubernetes/cluster-probe.ts';
import { createMemberClusters } from '../../../../lib/adapters/kubernetes/member-clusters.ts';
import { createFakeEks, type FakeEks } from '../../../support/fakes/aws/fake-eks-clusters.ts';
import { fixtureText, memberAt, noSources, refusal, storedService } from './fixtures.ts';
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
const eksCluster = { clusterName: 'member-a', region: 'eu-west-1' };
const credentials = { kind: 'eks', cluster: eksCluster } as const;
const tls = { key: fixtureText('tls/server.key'), cert: fixtureText('tls/server.crt') };
const ca = fixtureText('tls/ca.crt');

type World = {
  readonly eks: FakeEks;
  readonly member: LoopbackApi;
  readonly clock: { nowMs: number };
  /** Reads a Service by the endpoint that EKS tells, or by the address of the Cluster. */
  readonly read: (address?: string) => Promise<unknown>;
  readonly probe: () => Promise<{ readonly kind: string }>;
};

const startWorld = async (
  reply: (request: SeenRequest, eks: FakeEks) => Reply,
  serverTls?: typeof tls,
): Promise<World> => {
  const clock = { nowMs: 0 };
  const eks = createFakeEks(() => clock.nowMs);
  const member = await startLoopbackApi((request) => reply(request, eks), serverTls);
  eks.answers.set('member-a', { kind: 'active', endpoint: { server: member.url, ca } });
  const host = createApiClient({
    label: 'the host',
    server: new URL('http://127.0.0.1:9'),
    tls: {},
  });
  const access = createClusterAccess(host, {
    secretNamespace: 'seamark',
    sources: { ...noSources, eks: eks.port },
    now: () => clock.nowMs,
  });
  running.push({ stop: host.close }, { stop: access.close }, member);
  const cluster = (address?: string) =>
    memberAt(address ?? '', { credentials, ...(address ? {} : { serverAddresses: [] }) });
  return {
    eks,
    member,
    clock,
    read: (address) => createMemberClusters(access).readService(cluster(address), key),
    probe: () => createClusterProbe(access).healthz(cluster()),
  };
};

const abortable = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};

const bearerOf = ({ headers }: SeenRequest): string =>
  (headers.authorization ?? '').replace('Bearer ', '');

/** An API server that takes the tokens of its cluster only. */
const authenticated = (request: SeenRequest, eks: FakeEks): Reply =>
  eks.accepts(bearerOf(request), 'member-a')
    ? { status: 200, json: storedService() }
    : refusal(401, 'Unauthorized', 'Unauthorized');

test('a member on EKS needs nothing but its name', async () => {
  const { read, member, eks, clock } = await startWorld(authenticated);
  for (const minute of [0, 5, 11, 26]) {
    clock.nowMs = minute * 60_000;
    assert.ok(await read());
  }
  assert.equal(eks.asked(), 1);
  assert.deepEqual(member.seen.map(bearerOf), [
    'k8s-aws-v1.member-a-1',
    'k8s-aws-v1.member-a-1',
    'k8s-aws-v1.member-a-2',
    'k8s-aws-v1.member-a-3',
  ]);
});

test('an address of its own must show the certificate of the cluster', async () => {
  const { read, member, eks } = await startWorld(authenticated, tls);
  const endpoint = { server: 'https://cluster.example:6443', ca };
  eks.answers.set('member-a', { kind: 'active', endpoint });
  assert.ok(await read(member.url));
});

test('a server that shows another certificate gets no token', async () => {
  const { read, member, eks } = await startWorld(authenticated, tls);
  const endpoint = { server: 'https://another.example', ca };
  eks.answers.set('member-a', { kind: 'active', endpoint });
  await assert.rejects(read(member.url), { kind: 'transient', message: /altnames|IP/ });
  assert.equal(member.seen.length, 0);
});

test('a token that is refused is made anew for the very call', async () => {
  const valid = { from: 1 };
  const { read, member, clock } = await startWorld((request) =>
    Number(bearerOf(request).split('-').at(-1)) >= valid.from
      ? { status: 200, json: storedService() }
      : refusal(401, 'Unauthorized', 'Unauthorized'),
  );
  await read();
  clock.nowMs = 40_000;
  valid.from = 2;
  const found = await Promise.all([read(), read(), read()]);
  assert.ok(found.every(Boolean));
  assert.equal(
    bearerOf(member.seen.at(-1) ?? assert.fail('nothing seen')),
    'k8s-aws-v1.member-a-2',
  );
});

test('a cluster that refuses everybody costs one request a call, and one question to EKS', async () => {
  const { read, member, eks } = await startWorld(() =>
    refusal(401, 'Unauthorized', 'Unauthorized'),
  );
  for (let call = 1; call <= 3; call += 1) {
    await assert.rejects(read(), { kind: 'terminal', message: /answered 401: Unauthorized$/ });
    assert.equal(member.seen.length, call);
  }
  assert.equal(eks.asked(), 1);
});

test('a cluster that moved is found by the call after the one that failed', async () => {
  const { read, member, eks, clock } = await startWorld(authenticated);
  const gone = { server: 'http://127.0.0.1:9', ca };
  eks.answers.set('member-a', { kind: 'active', endpoint: gone });
  await assert.rejects(read(), { kind: 'transient' });
  eks.answers.set('member-a', { kind: 'active', endpoint: { server: member.url, ca } });
  clock.nowMs = 30_000;
  await assert.rejects(read(), { kind: 'transient' });
  assert.ok(await read());
});

test('a cluster that EKS can’t tell of was not asked, and is not silent', async () => {
  const { probe, read, eks, member } = await startWorld(authenticated);
  eks.answers.set('member-a', { kind: 'refused', failure: 'transient', why: 'throttled' });
  assert.equal((await probe()).kind, 'unasked');
  await assert.rejects(read(), {
    kind: 'transient',
    message: 'Cannot look up EKS cluster member-a: throttled',
    fields: { asked: false },
  });
  assert.equal(member.seen.length, 0);
});

test('a call whose time is up does not wait for EKS', async () => {
  const forever = { ...noSources.eks, endpoint: () => new Promise<never>(() => undefined) };
  const host = createApiClient({ label: 'h', server: new URL('http://127.0.0.1:9'), tls: {} });
  const access = createClusterAccess(host, {
    secretNamespace: 'seamark',
    sources: { ...noSources, eks: forever },
    now: () => 0,
  });
  running.push({ stop: access.close }, { stop: host.close });
  const { signal, abort } = abortable();
  const cluster = memberAt('', { credentials, serverAddresses: [] });
  const read = createMemberClusters(access).readService(cluster, key, signal);
  abort();
  await assert.rejects(read, {
    kind: 'transient',
    message: 'Cannot read Service web/shop in cluster tokyo: the call was aborted',
    fields: { aborted: true, asked: false },
  });
});

test('a Cluster with two ways at once says which', async () => {
  const { eks } = await startWorld(authenticated);
  const access = createClusterAccess(
    createApiClient({ label: 'the host', server: new URL('http://127.0.0.1:9'), tls: {} }),
    {
      secretNamespace: 'seamark',
      sources: { ...noSources, eks: eks.port },
      now: () => 0,
    },
  );
  running.push({ stop: access.close });
  const fields = ['secretRef', 'eks'];
  const cluster = memberAt('https://a.example', { credentials: { kind: 'unclear', fields } });
  await assert.rejects(createMemberClusters(access).readService(cluster, key), {
    kind: 'terminal',
    message:
      'Cannot connect to cluster tokyo: its spec has secretRef and eks: keep the one that is meant',
  });
});
