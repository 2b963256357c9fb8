import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeAuditEvents } from '../../../../lib/adapters/audit/decode-audit-events.ts';

const item = {
  level: 'Metadata',
  auditID: 'a',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/shop/services/web',
  verb: 'update',
  user: { username: 'alice@example.test' },
  objectRef: { resource: 'services', namespace: 'shop', name: 'web', apiVersion: 'v1' },
  responseStatus: { code: 200 },
};
const event = {
  stage: 'ResponseComplete',
  verb: 'update',
  username: 'alice@example.test',
  dryRun: false,
  statusCode: 200,
  apiGroup: '',
  resource: 'services',
  namespace: 'shop',
  name: 'web',
};

const listOf = (...items: readonly unknown[]): string =>
  JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {}, items });

const decodeOne = (over: object) => {
  const decoded = decodeAuditEvents(listOf({ ...item, ...over }));
  assert.ok('events' in decoded);
  const [only] = decoded.events;
  assert.ok(only);
  return only;
};

const slice = { resource: 'endpointslices', apiGroup: 'discovery.k8s.io', namespace: 'shop' };
const labelled = {
  metadata: { name: 'web-x7k2p', labels: { 'kubernetes.io/service-name': 'web' } },
};

describe('decodeAuditEvents', () => {
  it('reads the facts of an event', () => {
    assert.deepEqual(decodeAuditEvents(listOf(item)), { events: [event], skipped: 0 });
  });

  const oddItems = [
    null,
    [],
    'text',
    {},
    { level: 'Metadata' },
    { ...item, objectRef: undefined },
    { ...item, objectRef: [] },
    { ...item, objectRef: { resource: 7 } },
    { ...item, verb: null },
    { ...item, kind: 'Policy' },
  ];
  it('skips and counts odd items and keeps the others', () => {
    const decoded = decodeAuditEvents(listOf(...oddItems, item));
    assert.deepEqual(decoded, { events: [event], skipped: oddItems.length });
  });

  const oddFields = [
    { user: 'alice' },
    { user: null },
    { responseStatus: 200 },
    { responseStatus: { code: '200' } },
    { requestURI: 5 },
    { requestURI: '/x?%E0%A4%A&dryRun' },
    { requestObject: 'opaque', responseObject: [1] },
    { responseObject: { items: [null, 7, { metadata: null }] } },
    { responseObject: { items: 'many' } },
  ];
  for (const fields of oddFields) {
    it(`bears ${JSON.stringify(fields)}`, () => assert.equal(decodeOne(fields).name, 'web'));
  }

  const dryRuns = [
    { title: 'the query', want: true, fields: { requestURI: '/x?fieldManager=a&dryRun=All' } },
    { title: 'an escaped query', want: true, fields: { requestURI: '/x?dry%52un=%41ll' } },
    { title: 'an empty query', want: false, fields: { requestURI: '/x?dryRun=' } },
    { title: 'a path', want: false, fields: { requestURI: '/dryRun=All' } },
    {
      title: 'delete options',
      want: true,
      fields: { verb: 'deletecollection', requestObject: { dryRun: ['All'] } },
    },
    {
      title: 'empty delete options',
      want: false,
      fields: { verb: 'delete', requestObject: { dryRun: [] } },
    },
    {
      title: 'an object with such a field',
      want: false,
      fields: { requestObject: { dryRun: ['All'] } },
    },
  ];
  for (const { title, want, fields } of dryRuns) {
    it(`${want ? 'finds' : 'finds no'} dry run in ${title}`, () =>
      assert.equal(decodeOne(fields).dryRun, want));
  }

  it('takes name and namespace from the response where the reference has none', () => {
    const made = { metadata: { name: 'web-x', namespace: 'shop', generateName: 'web-' } };
    const { name, namespace } = decodeOne({
      objectRef: { resource: 'services' },
      responseObject: made,
    });
    assert.deepEqual([namespace, name], ['shop', 'web-x']);
  });

  for (const field of ['requestObject', 'responseObject']) {
    it(`takes the Service of a slice from the label in its ${field}`, () =>
      assert.equal(decodeOne({ objectRef: slice, [field]: labelled }).serviceName, 'web'));
  }

  const owners = [
    { title: 'a Service', owner: { apiVersion: 'v1', kind: 'Service', name: 'api' }, want: 'api' },
    {
      title: 'a Service of another group',
      owner: { apiVersion: 'serving.knative.dev/v1', kind: 'Service', name: 'api' },
      want: undefined,
    },
    { title: 'nothing that has a name', owner: null, want: undefined },
  ];
  for (const { title, owner, want } of owners) {
    it(`reads an owner that is ${title}`, () => {
      const responseObject = { metadata: { name: 'custom', ownerReferences: [owner] } };
      assert.equal(decodeOne({ objectRef: slice, responseObject }).serviceName, want);
    });
  }

  it('prefers the label to the owner', () => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Service', name: 'api' }];
    const responseObject = { metadata: { ...labelled.metadata, ownerReferences } };
    assert.equal(decodeOne({ objectRef: slice, responseObject }).serviceName, 'web');
  });

  it('tells an empty collection from one whose bodies were cut off', () => {
    const verb = 'deletecollection';
    assert.deepEqual(decodeOne({ verb, responseObject: { items: [] } }).items, []);
    assert.equal(decodeOne({ verb }).items, undefined);
    const status = { kind: 'Status', status: 'Success' };
    assert.equal(decodeOne({ verb, responseObject: status }).items, undefined);
    const annotations = { 'audit.k8s.io/truncated': 'true' };
    assert.equal(decodeOne({ verb, annotations, level: 'Metadata' }).items, undefined);
  });

  it('is not fooled by names that objects inherit', () => {
    const text = listOf(item).replace(
      '"objectRef":{',
      '"objectRef":{"__proto__":{"subresource":"status"},',
    );
    const decoded = decodeAuditEvents(text);
    assert.deepEqual(decoded, { events: [event], skipped: 0 });
    assert.equal(Object.hasOwn(Object.prototype, 'subresource'), false);
  });

  const problems = [
    { title: 'nothing', body: '', says: /not a JSON object/ },
    { title: 'HTML', body: '<html>', says: /not a JSON object/ },
    { title: 'a list', body: '[]', says: /not a JSON object/ },
    { title: 'another kind', body: '{"kind":"AdmissionReview"}', says: /kind EventList/ },
    { title: 'no kind', body: '{"constructor":1}', says: /kind EventList/ },
    {
      title: 'an old version',
      body: '{"kind":"EventList","apiVersion":"audit.k8s.io/v1alpha1"}',
      says: /v1beta1/,
    },
    {
      title: 'items that are no list',
      body: '{"kind":"EventList","apiVersion":"audit.k8s.io/v1","items":{}}',
      says: /not a list/,
    },
  ];
  for (const { title, body, says } of problems) {
    it(`has a problem with ${title}`, () => {
      const decoded = decodeAuditEvents(body);
      assert.ok('problem' in decoded);
      assert.match(decoded.problem, says);
    });
  }

  it('reads a body of 6 MB', () => {
    const count = Math.ceil(6_000_000 / JSON.stringify(item).length);
    const decoded = decodeAuditEvents(listOf(...Array.from({ length: count }, () => item)));
    assert.ok('events' in decoded);
    assert.equal(decoded.events.length, count);
  });

  it('bears a body that is nothing but depth', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    assert.ok('problem' in decodeAuditEvents(deep));
  });
});
