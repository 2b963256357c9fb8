import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aService, startCluster } from './cluster.ts';

const SERVICES = '/api/v1/namespaces/default/services';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

test('a list comes as a table whose rows carry metadata', async (context) => {
  const { ask } = await startCluster(context);
  await ask({ method: 'POST', path: SERVICES, body: aService('web') });
  const { body } = await ask({ path: SERVICES, headers: { accept: TABLE } });
  assert.deepEqual([body.kind, body.apiVersion], ['Table', 'meta.k8s.io/v1']);
  assert.deepEqual(
    body.columnDefinitions.slice(0, 2).map(({ name }: { name: string }) => name),
    ['Name', 'Type'],
  );
  const row = body.rows.at(-1);
  assert.deepEqual(row.cells.slice(0, 2), ['web', 'ClusterIP']);
  assert.deepEqual([row.object.kind, row.object.spec], ['PartialObjectMetadata', undefined]);
  assert.equal(row.object.metadata.name, 'web');
});

const includes: readonly (readonly [string, string | undefined])[] = [
  ['Object', 'Service'],
  ['Metadata', 'PartialObjectMetadata'],
  ['None', undefined],
];

for (const [include, kind] of includes) {
  test(`includeObject=${include} decides what a row carries`, async (context) => {
    const { ask } = await startCluster(context);
    const path = `${SERVICES}/kubernetes?includeObject=${include}`;
    const { body } = await ask({ path, headers: { accept: TABLE } });
    assert.equal(body.rows[0].object?.kind, kind);
  });
}

test('an unknown includeObject is refused', async (context) => {
  const { ask } = await startCluster(context);
  const path = `${SERVICES}?includeObject=All`;
  assert.equal((await ask({ path, headers: { accept: TABLE } })).code, 400);
});

const forms: readonly (readonly [string, string, number, string])[] = [
  [
    'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
    SERVICES,
    200,
    'PartialObjectMetadataList',
  ],
  ['application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io', SERVICES, 406, 'Status'],
  [
    'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
    `${SERVICES}/kubernetes`,
    200,
    'PartialObjectMetadata',
  ],
  ['application/vnd.kubernetes.protobuf, application/json', SERVICES, 200, 'ServiceList'],
  ['application/vnd.kubernetes.protobuf', SERVICES, 406, 'Status'],
  ['application/json;as=Table;v=v9;g=meta.k8s.io', SERVICES, 406, 'Status'],
  ['*/*', SERVICES, 200, 'ServiceList'],
];

for (const [accept, path, code, kind] of forms) {
  test(`${path} for "${accept}" is a ${kind}`, async (context) => {
    const { ask } = await startCluster(context);
    const answer = await ask({ path, headers: { accept } });
    assert.deepEqual([answer.code, answer.body.kind], [code, kind]);
  });
}

test('Endpoints come with a warning that they are deprecated', async (context) => {
  const { ask } = await startCluster(context);
  const { headers } = await ask({ path: '/api/v1/endpoints' });
  assert.equal(
    headers.get('warning'),
    '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"',
  );
});

/** One length-delimited field of a message. */
function field(number: number, value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}

const integer = (number: number, value: number): Buffer => Buffer.from([number << 3, value]);

/** `runtime.Unknown` around a message, as typed clients send it. */
function envelope(kind: string, message: Buffer): Buffer {
  const typeMeta = Buffer.concat([field(1, 'v1'), field(2, kind)]);
  return Buffer.concat([Buffer.from('k8s\0'), field(1, typeMeta), field(2, message)]);
}

async function post(url: string, path: string, body: Buffer): Promise<Response> {
  const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' };
  return fetch(`${url}${path}`, { method: 'POST', headers, body: new Uint8Array(body) });
}

test('a body in protocol buffers is read as the object it stands for', async (context) => {
  const { server } = await startCluster(context);
  const labels = field(11, Buffer.concat([field(1, 'app'), field(2, 'web')]));
  const metadata = Buffer.concat([field(1, 'web'), field(2, ''), field(8, ''), labels]);
  const target = Buffer.concat([integer(1, 1), integer(2, 0), field(3, 'http')]);
  const port = Buffer.concat([field(1, 'http'), integer(3, 80), field(4, target), integer(5, 0)]);
  const spec = Buffer.concat([field(1, port), field(4, 'LoadBalancer'), integer(13, 0)]);
  const message = Buffer.concat([field(1, metadata), field(2, spec), field(3, field(1, ''))]);
  const response = await post(server.url, SERVICES, envelope('Service', message));
  const created = JSON.parse(await response.text());
  assert.equal(response.status, 201, JSON.stringify(created));
  assert.deepEqual(created.metadata.labels, { app: 'web' });
  const [only] = created.spec.ports;
  assert.deepEqual([only.name, only.port, only.targetPort], ['http', 80, 'http']);
  assert.equal(created.spec.type, 'LoadBalancer');
});

test('protocol buffers that are none, or of an unlisted kind, are refused', async (context) => {
  const { server } = await startCluster(context);
  assert.equal((await post(server.url, SERVICES, Buffer.from('{}'))).status, 400);
  assert.equal((await post(server.url, SERVICES, envelope('Lease', Buffer.from('')))).status, 415);
  const cut = envelope('Service', field(1, 'web')).subarray(0, -2);
  assert.equal((await post(server.url, SERVICES, cut)).status, 400);
});
