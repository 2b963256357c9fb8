import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { type EksFederation, memberRole, startEksFederation, zoneRole } from './eks-federation.ts';

const clustersPath = '/apis/federation.seamark.dev/v1beta1/clusters';
const servicePath = '/api/v1/namespaces/shop/services/web';
const eks = { clusterName: 'member-a', region: 'us-east-1', roleArn: memberRole };

const cluster = {
  apiVersion: 'federation.seamark.dev/v1beta1',
  kind: 'Cluster',
  metadata: { name: 'lyon' },
  spec: { eks },
};
const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', labels: { 'federation.seamark.dev/enabled': 'true' } },
  spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
};
const slice = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.64.1.5'], conditions: { ready: true } }],
  ports: [{ name: 'http', port: 80 }],
};

type Status = {
  readonly conditions?: readonly { type: string; status: string; message: string }[];
  readonly zones?: readonly string[];
};

const wait = { limitMs: 20_000, everyMs: 50, now: Date.now };

describe('a member on EKS, from the bundles to the API server', () => {
  let federation: EksFederation;
  before(async () => {
    federation = await startEksFederation();
    await federation.host.create(clustersPath, cluster);
  });
  after(() => federation.close());

  const look = async (): Promise<Status> => {
    const { health, host, log } = federation;
    const { kind } = await health.invoke({});
    assert.equal(kind, 'ok', log.join('\n'));
    const cluster = await host.read(`${clustersPath}/lyon`);
    // The schema of the resource gives it this form.
    return (cluster?.['status'] ?? {}) as Status;
  };
  const ready = ({ conditions }: Status) => conditions?.find(({ type }) => type === 'Ready');

  test('its health and its location are read by a token of the role that it names', async () => {
    const status = await look();
    assert.equal(ready(status)?.status, 'True', JSON.stringify(status));
    assert.deepEqual(status.zones, ['us-east-1a']);
    const [token] = federation.tokens();
    assert.match(token ?? '', /^k8s-aws-v1\.[\w-]{200,}$/);
    assert.ok(federation.tokens().every((one) => one === token));
  });

  test('a federated Service is copied to it, by user and group of the access entry', async () => {
    const { host, member, resync, log } = federation;
    await host.create('/api/v1/namespaces', namespace);
    await host.create('/api/v1/namespaces/shop/services', service);
    assert.equal((await resync.invoke({})).kind, 'ok', log.join('\n'));
    const copy = await waitUntil(() => member.read(servicePath), { ...wait, what: 'the copy' });
    assert.equal(copy.metadata.name, 'web');
  });

  test('its names go to the zone of a third account, signed as the role that is named for it', async () => {
    const { member, resync, names, zoneKeys, iam } = federation;
    const status = { status: { loadBalancer: { ingress: [{ ip: '198.51.100.7' }] } } };
    await member.merge(`${servicePath}/status`, status);
    await member.create('/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices', slice);
    await resync.invoke({});
    const name = 'web.shop.demo.svc.us-east-1a.us-east-1.seamark.example.';
    const published = async () => (names().includes(name) ? true : undefined);
    await waitUntil(published, { ...wait, what: name });
    const sessions = new Set(zoneKeys().map((key) => iam.session(key)?.roleArn));
    assert.deepEqual([...sessions], [zoneRole]);
    const named = zoneKeys().map((key) => iam.session(key)?.sessionName ?? '');
    assert.deepEqual(
      new Set(named),
      new Set(['seamark-reconcile-service', 'seamark-publish-zone']),
    );
  });

  test('without its access entry it refuses, and the condition says so without the token', async () => {
    const { accessEntries } = federation;
    const entry = accessEntries[memberRole] ?? assert.fail('no entry');
    delete accessEntries[memberRole];
    const seen = federation.tokens().length;
    const refused = ready(await look());
    assert.match(refused?.message ?? '', /\/healthz responded without ok: status 401/);
    assert.doesNotMatch(JSON.stringify(refused), /k8s-aws-v1\.[\w-]/);
    assert.ok(federation.tokens().length > seen);
    accessEntries[memberRole] = entry;
    assert.equal(ready(await look())?.status, 'True');
  });

  test('no token, key or session token is in any line of a log', () => {
    const { log, tokens, zoneKeys, iam } = federation;
    const secrets = [
      ...tokens().map((token) => token.slice(20)),
      ...zoneKeys().flatMap((key) => {
        const session = iam.session(key);
        return session ? [session.secretAccessKey, session.sessionToken] : [];
      }),
      'host-token',
    ];
    assert.ok(log.length > 5 && secrets.length > 10);
    const text = log.join('\n');
    for (const secret of secrets) assert.ok(!text.includes(secret));
    assert.doesNotMatch(text, /k8s-aws-v1\.[\w-]|X-Amz-Signature=/);
  });
});
