import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeAuditEvents } from '../../lib/adapters/audit/decode-audit-events.ts';
import { decodeLogSubscription } from '../../lib/adapters/audit/decode-log-subscription.ts';
import { keysFromAudit } from '../../lib/core/intake/keys-from-audit.ts';
import { formatWorkKey, parseWorkKey } from '../../lib/core/model/work-key.ts';
import { runs } from '../support/arbitraries/runs.ts';

const odd = fc.jsonValue({ maxDepth: 3 });
const orOdd = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof(
    { weight: 12, arbitrary: value as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: odd },
  );

const metadata = fc.record(
  {
    name: orOdd(fc.constantFrom('web', 'web-x7k2p')),
    namespace: orOdd(fc.constant('shop')),
    labels: orOdd(fc.constant({ 'kubernetes.io/service-name': 'web' })),
    ownerReferences: orOdd(fc.constant([{ apiVersion: 'v1', kind: 'Service', name: 'web' }])),
  },
  { requiredKeys: [] },
);
const body = fc.record(
  { metadata: orOdd(metadata), items: orOdd(fc.array(fc.record({ metadata }), { maxLength: 2 })) },
  { requiredKeys: [] },
);

/** An object that has all fields, or any of them. */
const whole = <Shape>(fields: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) =>
  fc.oneof(fc.record<Shape>(fields), fc.record<Shape>(fields, { requiredKeys: [] }));

const objectRef = {
  resource: orOdd(
    fc.constantFrom('services', 'endpoints', 'endpointslices', 'clusters', 'secrets'),
  ),
  apiGroup: orOdd(fc.constantFrom('', 'discovery.k8s.io', 'federation.seamark.dev')),
  namespace: orOdd(fc.constantFrom('shop', 'seamark-system')),
  name: orOdd(fc.constantFrom('web', 'web-x7k2p')),
  subresource: fc.constantFrom(undefined, undefined, 'status', 7),
};

/** Events as an API server writes them, each field of which may be missing or something else. */
const event = whole({
  kind: orOdd(fc.constant('Event')),
  apiVersion: orOdd(fc.constant('audit.k8s.io/v1')),
  stage: orOdd(fc.constantFrom('ResponseComplete', 'ResponseComplete', 'RequestReceived', 'Panic')),
  verb: orOdd(fc.constantFrom('create', 'update', 'patch', 'delete', 'deletecollection', 'get')),
  requestURI: orOdd(fc.constantFrom('/x', '/x', '/x?dryRun=All', '/x?%E0%A4%A')),
  user: orOdd(fc.record({ username: orOdd(fc.constantFrom('alice', 'alice', 'seamark')) })),
  objectRef: orOdd(whole(objectRef)),
  responseStatus: orOdd(fc.record({ code: orOdd(fc.constantFrom(200, 201, 409, 504)) })),
  requestObject: orOdd(body),
  responseObject: orOdd(body),
});

const list = fc
  .record({
    kind: fc.constant('EventList'),
    apiVersion: fc.constantFrom('audit.k8s.io/v1', 'audit.k8s.io/v1beta1'),
    items: orOdd(fc.array(orOdd(event), { maxLength: 4 })),
  })
  .map((value) => JSON.stringify(value));

const settings = { ownUsernames: ['seamark'], secretNamespace: 'seamark-system' };

/** Keys are of a form that a message can carry, and say the same when they are read. */
const checkKeys = (events: Parameters<typeof keysFromAudit>[0]): number => {
  const keys = (['host', 'member'] as const).flatMap((kind) =>
    keysFromAudit(events, { kind }, settings),
  );
  for (const key of keys) assert.ok(parseWorkKey(formatWorkKey(key)), formatWorkKey(key));
  return keys.length;
};

describe('audit events', () => {
  it('law 8: decoding is total, and every key that comes out can be delivered', () => {
    let keys = 0;
    const bodies = fc.oneof(
      { weight: 1, arbitrary: fc.string() },
      { weight: 1, arbitrary: fc.json() },
      { weight: 6, arbitrary: list },
    );
    const property = fc.property(bodies, (text) => {
      const decoded = decodeAuditEvents(text);
      if ('problem' in decoded) assert.match(decoded.problem, /^Cannot read audit events: /);
      else keys += checkKeys(decoded.events);
    });
    fc.assert(property, runs);
    assert.ok(keys > 0);
  });

  it('law 8: so is the decoding of a log subscription', async () => {
    let keys = 0;
    const delivery = whole({
      messageType: orOdd(fc.constant('DATA_MESSAGE')),
      logGroup: orOdd(fc.constant('/aws/eks/tokyo/cluster')),
      logEvents: orOdd(
        fc.array(orOdd(fc.record({ message: orOdd(event.map((one) => JSON.stringify(one))) })), {
          maxLength: 4,
        }),
      ),
    });
    const payloads = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
      {
        weight: 6,
        arbitrary: delivery.map((value) => gzipSync(JSON.stringify(value)).toString('base64')),
      },
    );
    const property = fc.asyncProperty(payloads, async (data) => {
      const decoded = await decodeLogSubscription(data);
      if (decoded.kind === 'problem') assert.match(decoded.problem, /^Cannot read a log/);
      if (decoded.kind === 'data') keys += checkKeys(decoded.events);
    });
    await fc.assert(property, runs);
    assert.ok(keys > 0);
  });
});
