import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeAuditEvents } from '../../../lib/adapters/audit/decode-audit-events.ts';
import { decodeLogSubscription } from '../../../lib/adapters/audit/decode-log-subscription.ts';
import { keysFromAudit } from '../../../lib/core/intake/keys-from-audit.ts';
import { formatWorkKey, parseWorkKey } from '../../../lib/core/model/work-key.ts';
import { hostileRecord, json, jsonText, orHostile, text } from '../hostile.ts';
import type { FuzzTarget } from '../target.ts';

const name = fc.oneof(fc.constantFrom('web', 'web-x7k2p', 'shop'), text);

const metadata = hostileRecord({
  name,
  namespace: name,
  labels: fc.constant({ 'kubernetes.io/service-name': 'web' }),
  ownerReferences: fc.constant([{ apiVersion: 'v1', kind: 'Service', name: 'web' }]),
});

const body = hostileRecord({
  metadata,
  items: fc.array(hostileRecord({ metadata }), { maxLength: 3 }),
  dryRun: fc.constantFrom([], ['All']),
});

const event = hostileRecord({
  kind: fc.constant('Event'),
  apiVersion: fc.constant('audit.k8s.io/v1'),
  stage: fc.constantFrom('ResponseComplete', 'Panic'),
  verb: fc.constantFrom('create', 'patch', 'delete', 'deletecollection'),
  requestURI: fc.oneof(fc.constant('/x?dryRun=All'), text),
  user: hostileRecord({ username: text }),
  objectRef: hostileRecord({
    resource: fc.constantFrom('services', 'endpoints', 'endpointslices', 'clusters', 'secrets'),
    apiGroup: fc.constantFrom('', 'discovery.k8s.io', 'federation.seamark.dev'),
    namespace: name,
    name,
    subresource: fc.constant('status'),
  }),
  responseStatus: hostileRecord({ code: fc.constantFrom(200, 409) }),
  requestObject: body,
  responseObject: body,
});

const settings = { ownUsernames: ['seamark'], secretNamespace: 'seamark-system' };

type Events = Parameters<typeof keysFromAudit>[0];

const checkKeys = (events: Events): void => {
  for (const kind of ['host', 'member'] as const) {
    for (const key of keysFromAudit(events, { kind }, settings)) {
      const written = formatWorkKey(key);
      assert.deepEqual(parseWorkKey(written), key);
      assert.match(
        written,
        /^(fleet|namespace\/[-a-z0-9]{1,63}|service\/[-a-z0-9]{1,63}\/[-a-z0-9]{1,63})$/,
      );
    }
  }
};

const list = hostileRecord({
  kind: fc.constant('EventList'),
  apiVersion: fc.constant('audit.k8s.io/v1'),
  items: fc.array(orHostile(event), { maxLength: 4 }),
});

/** Bytes as they come, read as the function reads them. */
const bytes = fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw).toString('utf8'));

/** Bodies of the webhook. */
export const webhookBodies: FuzzTarget = {
  name: 'bodies of the audit webhook',
  shortRuns: 150,
  property: fc.property(
    fc.oneof({ weight: 8, arbitrary: jsonText(list) }, bytes, text, jsonText(json)),
    (given) => {
      const decoded = decodeAuditEvents(given);
      if ('problem' in decoded) assert.match(decoded.problem, /^Cannot read audit events: [ -~]+$/);
      else checkKeys(decoded.events);
    },
  ),
};

const delivery = hostileRecord({
  messageType: fc.constant('DATA_MESSAGE'),
  logGroup: fc.oneof(fc.constant('/aws/eks/tokyo/cluster'), text),
  logEvents: fc.array(orHostile(hostileRecord({ message: jsonText(event) })), { maxLength: 3 }),
});

/** Whole, cut, with a byte turned, packed twice, or not packed at all. */
const packed = fc.tuple(jsonText(delivery), fc.nat(), fc.nat(8)).map(([given, at, how]) => {
  const zip = gzipSync(given, { level: 1 });
  const place = at % zip.length;
  if (how === 0) return zip.subarray(0, place).toString('base64');
  if (how === 1) zip[place] = at % 256;
  if (how === 2) return gzipSync(zip).toString('base64');
  if (how === 3) return given;
  return zip.toString(how === 4 ? 'base64url' : 'base64');
});

/** Payloads of a CloudWatch Logs subscription. */
export const logPayloads: FuzzTarget = {
  name: 'payloads of a log subscription',
  shortRuns: 100,
  property: fc.asyncProperty(packed, async (data) => {
    const decoded = await decodeLogSubscription(data);
    if (decoded.kind === 'problem') assert.match(decoded.problem, /^Cannot read a log [ -~]+$/);
    if (decoded.kind === 'data') checkKeys(decoded.events);
  }),
};
