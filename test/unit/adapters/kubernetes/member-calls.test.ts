import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { V1EndpointSlice } from '@kubernetes/client-node';
import { createApiClient } from '../../../../lib/adapters/kubernetes/api-client.ts';
import { createClusterAccess } from '../../../../lib/adapters/kubernetes/cluster-access.ts';
import { createClusterProbe } from '../../../../lib/adapters/kubernetes/cluster-probe.ts';
import { createFederatedServices } from '../../../../lib/adapters/kubernetes/federated-services.ts';
import { createMemberClusters } from '../../../../lib/adapters/kubernetes/member-clusters.ts';
import { fixtureJson, memberAt, noSources, refusal, storedService } from './fixtures.ts';
import { type Reply, type SeenRequest, startLoopbackApi } from './loopback-api.ts';

const running: { readonly stop: () => Promise<void> | void }[] = [];
afterEach(async () => {
  for (const part of running.splice(0)) await part.stop();
});

const key = { namespace: 'web', name: 'shop' };
const manifest = { key, labels: { app: 'shop' }, annotations: {}, spec: { ports: [{ port: 80 }] } };
const apply = { manifest, createNamespace: true };
const noNamespace = refusal(404, 'NotFound', 'namespaces "web" not found', {
  name: 'web',
  kind: 'namespaces',
});

const start = async (reply: (request: SeenRequest) => Reply) => {
  const api = await startLoopbackApi(reply);
  const host = createApiClient({ label: 'the host', server: new URL(api.url), tls: {} });
  const access = createClusterAccess(host, {
    secretNamespace: 'seamark',
    sources: noSources,
    now: () => 0,
  });
  running.push({ stop: access.close }, { stop: host.close }, api);
  return {
    seen: api.seen,
    cluster: memberAt(api.url),
    members: createMemberClusters(access),
    probe: createClusterProbe(access),
  };
};

test('an apply is forced, under the name of seamark, with nothing but the manifest', async () => {
  const { members, cluster, seen } = await start(() => ({ status: 200, json: storedService() }));
  await members.applyService(cluster, apply);
  const [request] = seen;
  assert.equal(request?.method, 'PATCH');
  assert.deepEqual(request.query, { fieldManager: 'seamark', force: 'true' });
  assert.equal(request.headers['content-type'], 'application/apply-patch+yaml');
  assert.deepEqual(JSON.parse(request.body), {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'shop', namespace: 'web', labels: { app: 'shop' } },
    spec: { ports: [{ port: 80 }] },
  });
});

for (const [title, creation] of [
  ['made', { status: 201, json: {} }],
  ['made by somebody else', refusal(409, 'AlreadyExists', 'namespaces "web" already exists')],
] as const) {
  test(`a missing namespace is ${title}, then the apply is repeated`, async () => {
    let exists = false;
    const { members, cluster, seen } = await start(({ method }) => {
      if (method === 'POST') {
        exists = true;
        return creation;
      }
      return exists ? { status: 201, json: storedService() } : noNamespace;
    });
    const service = await members.applyService(cluster, apply);
    assert.equal(service.uid, 'uid-1');
    assert.deepEqual(
      seen.map(({ method, path }) => `${method} ${path}`),
      [
        'PATCH /api/v1/namespaces/web/services/shop',
        'POST /api/v1/namespaces',
        'PATCH /api/v1/namespaces/web/services/shop',
      ],
    );
  });
}

test('a namespace that may not be made is a terminal failure in the words of the server', async () => {
  const { members, cluster } = await start(({ method }) =>
    method === 'POST'
      ? refusal(403, 'Forbidden', 'namespaces is forbidden: User "seamark" cannot create')
      : noNamespace,
  );
  await assert.rejects(members.applyService(cluster, apply), {
    kind: 'terminal',
    message: /^Cannot create Namespace web in cluster tokyo: .*User "seamark" cannot create$/,
  });
});

test('a namespace that is missing twice is transient', async () => {
  const { members, cluster, seen } = await start(({ method }) =>
    method === 'POST' ? { status: 201, json: {} } : noNamespace,
  );
  await assert.rejects(members.applyService(cluster, apply), { kind: 'transient' });
  assert.equal(seen.length, 3);
});

test('a namespace that is being deleted is transient and says so', async () => {
  const message = 'namespace web is being terminated';
  const { members, cluster } = await start(() =>
    refusal(403, 'Forbidden', `services "shop" is forbidden: ${message}`, {
      causes: [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }],
    }),
  );
  await assert.rejects(members.applyService(cluster, apply), {
    kind: 'transient',
    message: /namespace web is being terminated$/,
    fields: { status: 403, reason: 'NamespaceTerminating' },
  });
});

test('a delete names the uid and leaves dependents to the background', async () => {
  const { members, cluster, seen } = await start(() => ({ status: 200, json: {} }));
  await members.deleteService(cluster, { key, uid: 'uid-1' });
  assert.equal(seen[0]?.method, 'DELETE');
  assert.deepEqual(JSON.parse(seen[0].body), {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions: { uid: 'uid-1' },
    propagationPolicy: 'Background',
  });
});

test('an answer that is no Service is a defect that names it', async () => {
  const odd = { ...storedService(), spec: 'odd' };
  const { members, cluster } = await start(() => ({ status: 200, json: odd }));
  await assert.rejects(members.readService(cluster, key), {
    kind: 'defect',
    message: /^Cannot read Service web\/shop in cluster tokyo: expected .+ at spec$/,
  });
});

type Endpoint = NonNullable<V1EndpointSlice['endpoints']>[number];
const slice = (...endpoints: readonly Endpoint[]) => ({ metadata: {}, endpoints });
const endpoint = (address: string, conditions?: Endpoint['conditions']): Endpoint =>
  conditions === undefined ? { addresses: [address] } : { addresses: [address], conditions };

const counts: readonly (readonly [string, readonly object[], number])[] = [
  ['absent readiness is ready', [slice(endpoint('a'), endpoint('b', {}))], 2],
  [
    'null readiness is ready',
    [{ endpoints: [{ addresses: ['a'], conditions: { ready: null } }] }],
    1,
  ],
  ['not ready', [slice(endpoint('a', { ready: false }), endpoint('b', { ready: true }))], 1],
  ['terminating', [slice(endpoint('a', { terminating: true }))], 0],
  ['terminating but ready', [slice(endpoint('a', { ready: true, terminating: true }))], 1],
  ['one address in two slices', [slice(endpoint('a')), slice(endpoint('a'), endpoint('b'))], 2],
  ['a slice without endpoints', [{ endpoints: null }], 0],
  ['slices that hold nothing do not lead to Endpoints', [slice()], 0],
];

for (const [title, items, expected] of counts) {
  test(`ready endpoints: ${title}`, async () => {
    const { members, cluster, seen } = await start(() => ({
      status: 200,
      json: { metadata: {}, items },
    }));
    assert.equal(await members.countReadyEndpoints(cluster, key), expected);
    assert.equal(seen.length, 1);
    assert.deepEqual(seen[0]?.query, {
      labelSelector: 'kubernetes.io/service-name=shop',
      limit: '20',
    });
  });
}

test('F09: slices are read to the last page, addresses counted once', async () => {
  const { input, expect } = fixtureJson<{
    readonly input: { readonly slices: readonly { readonly addresses: readonly string[] }[] };
    readonly expect: { readonly distinct_ready_in_slices: number };
  }>('cases/faults/F09-truncated-endpoints.json');
  const pages = input.slices.map(({ addresses }) =>
    slice(...addresses.map((one) => endpoint(one))),
  );
  const { members, cluster, seen } = await start(({ query }) => {
    const at = Number(query['continue'] ?? 0);
    const metadata = at + 1 < pages.length ? { continue: String(at + 1) } : {};
    return { status: 200, json: { metadata, items: [pages[at]] } };
  });
  assert.equal(await members.countReadyEndpoints(cluster, key), expect.distinct_ready_in_slices);
  assert.equal(seen.length, pages.length);
});

const endpointsCases: readonly (readonly [string, Reply, number])[] = [
  ['absent', refusal(404, 'NotFound', 'endpoints "shop" not found'), 0],
  ['without subsets', { status: 200, json: { subsets: null } }, 0],
  [
    'with ready and other addresses',
    {
      status: 200,
      json: {
        subsets: [
          { addresses: [{ ip: 'a' }, { ip: 'b' }], notReadyAddresses: [{ ip: 'c' }] },
          { addresses: [{ ip: 'a' }] },
          { notReadyAddresses: [{ ip: 'd' }] },
        ],
      },
    },
    2,
  ],
];

for (const [title, endpoints, expected] of endpointsCases) {
  test(`without any slice Endpoints are read: ${title}`, async () => {
    const { members, cluster } = await start(({ path }) =>
      path.endsWith('/endpointslices') ? { status: 200, json: { metadata: {} } } : endpoints,
    );
    assert.equal(await members.countReadyEndpoints(cluster, key), expected);
  });
}

test('a page that fails fails the count', async () => {
  const { members, cluster } = await start(({ query }) =>
    query['continue'] === undefined
      ? { status: 200, json: { metadata: { continue: 'x' }, items: [slice(endpoint('a'))] } }
      : refusal(410, 'Expired', 'The provided continue parameter is too old'),
  );
  await assert.rejects(members.countReadyEndpoints(cluster, key), { kind: 'transient' });
});

test('a list whose token has expired goes on with the one that the API gives instead', async () => {
  const { members, cluster, seen } = await start(({ query }) => {
    switch (query['continue']) {
      case undefined:
        return { status: 200, json: { metadata: { continue: 'old' }, items: [storedService()] } };
      case 'old': {
        const gone = refusal(410, 'Expired', 'The provided continue parameter is too old');
        return { ...gone, json: { ...Object(gone.json), metadata: { continue: 'newest' } } };
      }
      default:
        return { status: 200, json: { metadata: {}, items: [storedService()] } };
    }
  });
  const first = await members.listServices(cluster, { labelSelector: 'a=b' });
  assert.ok(first.next);
  const second = await members.listServices(cluster, { labelSelector: 'a=b', next: first.next });
  assert.deepEqual([second.items.length, second.next], [1, undefined]);
  assert.deepEqual(
    seen.map(({ query }) => query),
    [
      { labelSelector: 'a=b', limit: '500' },
      { labelSelector: 'a=b', limit: '500', continue: 'old' },
      { labelSelector: 'a=b', limit: '500', continue: 'newest' },
    ],
  );
});

test('a page of large objects is asked for in fewer pieces, down to twenty', async () => {
  const large = storedService({ annotations: { note: 'x'.repeat(1_000) } });
  const asked: string[] = [];
  const api = await startLoopbackApi(({ query }) => {
    const limit = Number(query['limit']);
    asked.push(`${limit} ${query['continue'] ?? 'from the start'}`);
    return {
      status: 200,
      json: { metadata: { continue: 'next' }, items: Array.from({ length: limit }, () => large) },
    };
  });
  const access = { label: 'the host', server: new URL(api.url), tls: {} };
  const open = (maxAnswerBytes: number) => {
    const host = createApiClient(access, { maxAnswerBytes });
    running.push({ stop: host.close });
    return createFederatedServices(host);
  };
  running.push(api);
  const page = await open(400_000).list({ labelSelector: '', next: 'place' });
  assert.deepEqual([page.items.length, page.next], [100, 'next']);
  assert.deepEqual(asked, ['500 place', '100 place']);
  await assert.rejects(open(10_000).list({ labelSelector: '' }), { kind: 'terminal' });
  assert.deepEqual(asked.slice(2), [
    '500 from the start',
    '100 from the start',
    '20 from the start',
  ]);
});

test('a list of slices leaves out what names no Service, and an absent `ready` counts', async () => {
  const sliceOf = (labels: object | undefined, endpoints: object[]) => ({
    metadata: { name: 'shop-x', namespace: 'web', ...(labels ? { labels } : {}) },
    addressType: 'IPv4',
    endpoints,
  });
  const named = { 'kubernetes.io/service-name': 'shop' };
  const { members, cluster, seen } = await start(() => ({
    status: 200,
    json: {
      metadata: {},
      items: [
        sliceOf(named, [
          { addresses: ['a', 'b'] },
          { addresses: ['c'], conditions: { ready: false } },
        ]),
        sliceOf(undefined, [{ addresses: ['d'] }]),
      ],
    },
  }));
  const page = await members.listSlices(cluster, { labelSelector: '' });
  assert.deepEqual(page, { items: [{ key, ready: ['a', 'b'] }] });
  assert.equal(seen[0]?.path, '/apis/discovery.k8s.io/v1/endpointslices');
});

const healthz: readonly (readonly [string, Reply, object])[] = [
  ['ok', { status: 200, text: 'ok' }, { httpStatus: 200, body: 'ok' }],
  ['white space', { status: 200, text: 'OK\n' }, { httpStatus: 200, body: 'OK' }],
  [
    'a failure',
    { status: 500, text: 'x'.repeat(500) },
    { httpStatus: 500, body: `${'x'.repeat(99)}…` },
  ],
  ['a refusal', { status: 401, text: 'Unauthorized' }, { httpStatus: 401, body: 'Unauthorized' }],
];

for (const [title, reply, expected] of healthz) {
  test(`/healthz answers ${title}`, async () => {
    const { probe, cluster } = await start(() => reply);
    assert.deepEqual(await probe.healthz(cluster), { kind: 'answered', ...expected });
  });
}

test('nodes are read to the last page, their metadata only', async () => {
  const { probe, cluster, seen } = await start(({ query }) => ({
    status: 200,
    json: query['continue']
      ? { metadata: {}, items: [{ metadata: { labels: { n: '2' } } }] }
      : { metadata: { continue: 'next' }, items: [{ metadata: {} }] },
  }));
  assert.deepEqual(await probe.nodeLabels(cluster), [{}, { n: '2' }]);
  assert.match(seen[0]?.headers.accept ?? '', /as=PartialObjectMetadataList/);
});
