import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { auditFilter } from '../../../infra/constructs/audit-filter.ts';
import { readAuditEvent } from '../../../lib/adapters/audit/read-audit-event.ts';
import { keysFromAudit } from '../../../lib/core/intake/keys-from-audit.ts';
import { formatWorkKey } from '../../../lib/core/model/work-key.ts';
import { readCase } from '../../support/read-case.ts';
import { readLogFilter } from './log-filter.ts';

const settings = { ownUsernames: ['seamark'], secretNamespace: 'seamark-system' };

/** The three sorts of clusters whose log may be subscribed to, with what intake makes of their events. */
const clusters = {
  host: { isHost: true, isMember: false, sources: ['host'] },
  member: { isHost: false, isMember: true, sources: ['member'] },
  'host that is a member': { isHost: true, isMember: true, sources: ['host', 'member'] },
} as const;

/** The keys that intake makes of one event, as an API server writes it. */
const keysOf = (item: unknown, sources: readonly ('host' | 'member')[]): readonly string[] => {
  const event = readAuditEvent(item);
  return event === undefined
    ? []
    : sources.flatMap((kind) => keysFromAudit([event], { kind }, settings).map(formatWorkKey));
};

/** What the filter leaves out on purpose: EndpointSlices, whose Endpoints tell the same. */
const isLeftOut = (item: unknown): boolean =>
  JSON.stringify(item).includes('"resource":"endpointslices"');

const folder = new URL('../../fixtures/cases/audit/', import.meta.url);
const recorded = readdirSync(folder).flatMap((file) => {
  const { input } = readCase<{ readonly body?: unknown }, unknown>(
    `audit/${file.replace('.json', '')}`,
  );
  return eventsIn(input.body).map((item) => ({ file, item }));
});

function eventsIn(body: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  if ('items' in body && Array.isArray(body.items)) return body.items;
  return Object.values(body).flatMap(eventsIn);
}

/** Mostly one of the first, so that events which make a key are no rarity; else one of the others, where `undefined` is a missing field. */
const mostly = <const Value>(first: readonly Value[], others: readonly Value[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

/** An audit event as an API server writes it: a user and an object are always named (audit.k8s.io/v1 Event). */
const event = fc
  .record({
    stage: mostly(['ResponseComplete', 'Panic'], ['RequestReceived', 'ResponseStarted']),
    verb: mostly(
      ['create', 'update', 'patch', 'delete', 'deletecollection'],
      ['get', 'list', 'watch'],
    ),
    user: fc.record({ username: mostly(['alice', 'system:node:a'], ['seamark']) }),
    requestURI: mostly(['/x'], ['/x?dryRun=All', undefined]),
    objectRef: fc.record({
      resource: fc.constantFrom('services', 'endpoints', 'clusters', 'secrets', 'pods'),
      apiGroup: mostly([undefined, 'federation.seamark.dev'], ['serving.knative.dev']),
      namespace: mostly(['shop', 'seamark-system'], ['kube-system', undefined]),
      name: mostly(['web'], ['web-x7k2p', undefined]),
      subresource: mostly([undefined], ['status', 'proxy']),
    }),
    responseStatus: fc.record({
      code: mostly([200, 201, 500, 504, undefined], [101, 299, 304, 403, 409, 422]),
    }),
  })
  .map((raw): unknown => JSON.parse(JSON.stringify(raw)));

describe('the filter of an audit log', () => {
  for (const [name, { sources, ...cluster }] of Object.entries(clusters)) {
    const pattern = auditFilter('oslo', { ...settings, ...cluster });
    const filter = readLogFilter(pattern);

    it(`of a ${name} is no longer than CloudWatch Logs takes`, () => {
      assert.ok(pattern.length <= 1_024, String(pattern.length));
    });

    it(`of a ${name} lets through every recorded event that makes a key, but for EndpointSlices`, () => {
      const making = recorded.filter(({ item }) => keysOf(item, sources).length > 0);
      assert.ok(making.length >= 5, `only ${making.length} of ${recorded.length} make keys`);
      for (const { file, item } of making) {
        assert.equal(filter(item), !isLeftOut(item), `${file}: ${JSON.stringify(item)}`);
      }
    });

    it(`of a ${name} lets through whatever event makes a key`, () => {
      let making = 0;
      fc.assert(
        fc.property(event, (item) => {
          if (keysOf(item, sources).length === 0) return;
          making += 1;
          assert.ok(filter(item), JSON.stringify(item));
        }),
        { numRuns: 5_000 },
      );
      assert.ok(making > 100, `only ${making} events made keys`);
    });

    it(`of a ${name} keeps away reads, refusals, other groups' objects and Seamark's own writes`, () => {
      const write = {
        stage: 'ResponseComplete',
        verb: 'update',
        user: { username: 'alice' },
        objectRef: { resource: 'services', namespace: 'shop', name: 'web' },
        responseStatus: { code: 200 },
      };
      assert.ok(filter(write));
      for (const noise of [
        { ...write, verb: 'get' },
        { ...write, verb: 'watch' },
        { ...write, stage: 'RequestReceived' },
        { ...write, responseStatus: { code: 409 } },
        { ...write, user: { username: 'seamark' } },
        { ...write, objectRef: { ...write.objectRef, resource: 'pods' } },
        { ...write, objectRef: { ...write.objectRef, subresource: 'proxy' } },
        { ...write, objectRef: { ...write.objectRef, apiGroup: 'serving.knative.dev' } },
        { ...write, objectRef: { ...write.objectRef, resource: 'secrets' } },
      ]) {
        assert.ok(!filter(noise), JSON.stringify(noise));
      }
    });
  }

  it('that would be too long is refused with the way out', () => {
    const ownUsernames = Array.from({ length: 30 }, (_none, at) => `system:user-${at}`);
    assert.throws(
      () => auditFilter('oslo', { ...settings, ...clusters.host, ownUsernames }),
      /^Error: Cannot subscribe to the audit log of oslo: its filter pattern has \d+ characters, more than 1024; set fewer or shorter ownUsernames$/,
    );
  });

  it('can not be broken out of by a user name', () => {
    const odd = 'a" || $.verb = "get';
    const filter = readLogFilter(
      auditFilter('oslo', { ...settings, ...clusters.member, ownUsernames: [odd] }),
    );
    assert.ok(!filter({ verb: 'get', user: { username: 'x' } }));
  });
});
