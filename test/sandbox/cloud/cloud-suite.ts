import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { type AddressBook, createAddressBook } from '../../../infra/sandbox/cloud/addresses.ts';
import { type Cloud, startCloud } from '../../../infra/sandbox/cloud/start-cloud.ts';
import {
  type ClusterClient,
  createClusterClient,
} from '../../../infra/sandbox/clusters/cluster-client.ts';
import { nodesOf } from '../../../infra/sandbox/clusters/nodes.ts';
import type { KubernetesServer } from '../../../infra/sandbox/kubernetes/server.ts';
import { defaultTopology } from '../../../infra/sandbox/topology.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';

const now = (): number => Date.now();
const services = '/api/v1/namespaces/default/services';
const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
const endpoints = '/api/v1/namespaces/default/endpoints';

const service = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, labels: { app: name } },
  spec: {
    type: 'LoadBalancer',
    selector: { app: name },
    ports: [
      { name: 'http', port: 80, targetPort: 8080 },
      { name: 'named', port: 81, targetPort: 'metrics' },
    ],
    ...spec,
  },
});

type Fields = { readonly [field: string]: unknown };
type Endpoint = {
  readonly addresses: readonly string[];
  readonly conditions: Fields;
  readonly zone: string;
};

/** An API server that takes the token of a cloud. */
export type StartMember = (token: string) => Promise<Omit<KubernetesServer, 'port'>>;

const token = 'cloud-token';

/** What the simulated cloud does for the Services of a member. */
export const cloudSuite = (name: string, start: StartMember): void => {
  describe(`the simulated cloud of a member on ${name}`, () => {
    const [member] = defaultTopology.members;
    assert.ok(member);
    let server: Awaited<ReturnType<StartMember>>;
    let client: ClusterClient;
    let addresses: AddressBook;
    let cloud: Cloud;

    before(async () => {
      server = await start(token);
      const { url, ca } = server;
      client = createClusterClient({ url, token, ...(ca === undefined ? {} : { ca }) });
    });
    after(() => server.close());
    beforeEach(() => {
      addresses = createAddressBook(defaultTopology);
      cloud = startCloud({
        cluster: 'tokyo',
        client,
        nodes: nodesOf(defaultTopology, member),
        addresses,
        random: () => 0.5,
        provisioningMs: { min: 1, max: 3 },
        reconnect: { firstMs: 5, maxMs: 20 },
        retry: { firstMs: 5, maxMs: 1_000 },
        onFailure: () => undefined,
      });
    });
    afterEach(async () => {
      for (const { metadata } of (await client.list(services)).items)
        if (metadata.name !== 'kubernetes') await client.remove(`${services}/${metadata.name}`);
      await soon('nothing left', async () => {
        const left = [
          ...(await client.list(slices)).items,
          ...(await client.list(endpoints)).items,
        ];
        return left.every(({ metadata }) => metadata.name === 'kubernetes') || undefined;
      });
      await cloud.close();
    });

    const soon = <T>(what: string, look: () => Promise<T | undefined>): Promise<T> =>
      waitUntil(look, { what, limitMs: 20_000, everyMs: 5, now });

    const ingress = async (name: string): Promise<readonly Fields[]> => {
      // The API server validates what it stores.
      const status = (await client.read(`${services}/${name}`))?.['status'] as
        | { readonly loadBalancer?: { readonly ingress?: readonly Fields[] } }
        | undefined;
      return status?.loadBalancer?.ingress ?? [];
    };
    const slicesOf = async (name: string) =>
      (await client.list(`${slices}?labelSelector=kubernetes.io/service-name%3D${name}`)).items;
    const endpointsIn = (slice: Fields) => (slice['endpoints'] ?? []) as readonly Endpoint[];
    const ready = (name: string, wanted: boolean) =>
      soon(`${name} ${wanted ? 'ready' : 'unready'}`, async () => {
        const found = (await slicesOf(name)).flatMap(endpointsIn);
        const all =
          found.length > 0 && found.every(({ conditions }) => conditions['ready'] === wanted);
        return all ? found : undefined;
      });

    test('gives a LoadBalancer its address through /status, the same for the same name', async () => {
      await client.create(services, service('web'));
      const first = await soon('an address', async () => (await ingress('web'))[0]?.['ip']);
      assert.match(String(first), /^192\.0\.2\.\d+$/);
      await client.remove(`${services}/web`);
      await client.create(services, service('web'));
      assert.equal(await soon('an address', async () => (await ingress('web'))[0]?.['ip']), first);
    });

    test('keeps one slice with a ready endpoint in each zone, and classic Endpoints', async () => {
      await client.create(services, service('web'));
      const found = await ready('web', true);
      assert.deepEqual(
        found.map(({ zone }) => zone),
        ['ap-northeast-1a', 'ap-northeast-1c'],
      );
      const [slice, ...others] = await slicesOf('web');
      assert.ok(slice);
      assert.deepEqual(others, []);
      const stored = await client.read(`${services}/web`);
      assert.equal(slice.metadata.ownerReferences?.[0]?.['uid'], stored?.metadata.uid);
      assert.deepEqual(
        (slice['ports'] as readonly Fields[]).map(({ name, port }) => [name, port]),
        [
          ['http', 8080],
          ['named', 8080],
        ],
      );
      const classic = await soon('Endpoints', () => client.read(`${endpoints}/web`));
      const [subset] = classic['subsets'] as readonly { readonly addresses: readonly Fields[] }[];
      assert.deepEqual(
        subset?.addresses.map(({ ip }) => ip),
        found.flatMap((endpoint) => endpoint.addresses),
      );
    });

    test('leaves alone what is not its own', async () => {
      await client.create(services, service('classy', { loadBalancerClass: 'example.com/other' }));
      await client.create(services, service('bare', { selector: null }));
      await client.create(services, service('inner', { type: 'ClusterIP' }));
      await soon('an address', async () => (await ingress('bare'))[0]);
      await ready('inner', true);
      await ready('classy', true);
      assert.deepEqual(await ingress('classy'), []);
      assert.deepEqual(await ingress('inner'), []);
      assert.deepEqual(await slicesOf('bare'), []);
    });

    test('takes the address back when the type changes', async () => {
      await client.create(services, service('web'));
      await soon('an address', async () => (await ingress('web'))[0]);
      await client.merge(`${services}/web`, { spec: { type: 'ClusterIP' } });
      await soon('no address', async () =>
        (await ingress('web')).length === 0 ? true : undefined,
      );
      await ready('web', true);
    });

    test('follows a change of ports', async () => {
      await client.create(services, service('web'));
      await ready('web', true);
      const ports = [{ name: 'http', port: 80, targetPort: 9090 }];
      await client.merge(`${services}/web`, { spec: { ports } });
      await soon('the new port', async () => {
        const [slice] = await slicesOf('web');
        const stored = (slice?.['ports'] ?? []) as readonly Fields[];
        return stored.length === 1 && stored[0]?.['port'] === 9090 ? true : undefined;
      });
    });

    test('drains until filled, also a Service that is made anew', async () => {
      await client.create(services, service('web'));
      const before = await ready('web', true);
      cloud.drain('default/web');
      await ready('web', false);
      await soon('Endpoints without addresses', async () => {
        const [subset] = ((await client.read(`${endpoints}/web`))?.['subsets'] ?? []) as Fields[];
        return subset && !('addresses' in subset) && 'notReadyAddresses' in subset
          ? true
          : undefined;
      });
      assert.ok(cloud.isDrained('default/web'));
      await client.remove(`${services}/web`);
      await soon('no slice', async () => ((await slicesOf('web')).length === 0 ? true : undefined));
      assert.deepEqual(cloud.services(), ['default/kubernetes', 'default/web']);
      await client.create(services, service('web'));
      await ready('web', false);
      cloud.fill('default/web');
      assert.deepEqual(
        (await ready('web', true)).map((endpoint) => endpoint.addresses),
        before.map((endpoint) => endpoint.addresses),
      );
    });

    test('catches up with what happened while it could not reach the API', async () => {
      await client.create(services, service('web'));
      await client.create(services, service('old'));
      await ready('web', true);
      await ready('old', true);
      await server.suspend();
      cloud.drain('default/web');
      await server.resume();
      await ready('web', false);
      await client.create(services, service('new'));
      await soon('an address', async () => (await ingress('new'))[0]);
      cloud.fill('default/web');
      await ready('web', true);
    });
  });
};
