import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeAuditEvents } from '../../lib/adapters/audit/decode-audit-events.ts';
import { intake } from '../../lib/controller/intake.ts';
import type { AuditEvent } from '../../lib/core/model/audit-event.ts';
import { formatWorkKey, serviceWork } from '../../lib/core/model/work-key.ts';
import { createWorld, web } from '../scenario/world.ts';

const settings = {
  queue: { reviewDelayMs: 2_000 },
  hostSource: 'host',
  hostIsMember: false,
  ownUsernames: ['seamark'],
  secretNamespace: 'seamark-system',
};

const known = 'service/shop/web';

const name = fc.oneof(
  fc.constantFrom('web', 'shop', 'api', 'Web', 'a/b', '', '__proto__', 'w'.repeat(64), '*', 'a\nb'),
  fc.stringMatching(/^[a-z]{1,8}$/),
);

/** Whatever somebody writes who has the token of a cluster. */
const event = fc.record({
  kind: fc.constant('Event'),
  stage: fc.constantFrom('ResponseComplete', 'ResponseComplete', 'Panic', 'RequestReceived'),
  verb: fc.constantFrom('create', 'update', 'delete', 'deletecollection', 'get'),
  user: fc.record({ username: fc.constantFrom('alice', 'seamark') }),
  objectRef: fc.record(
    {
      resource: fc.constantFrom('services', 'services', 'endpoints', 'clusters', 'secrets', 'pods'),
      apiGroup: fc.constantFrom('', '', '', 'federation.seamark.dev'),
      namespace: name,
      name,
    },
    { requiredKeys: ['resource', 'apiGroup', 'namespace'] },
  ),
  responseObject: fc.record({
    items: fc.array(fc.record({ metadata: fc.record({ namespace: name, name }) }), {
      maxLength: 3,
    }),
  }),
});

const batch = fc.array(event, { maxLength: 8 }).map((items) => {
  const body = JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items });
  const decoded = decodeAuditEvents(body);
  assert.ok('events' in decoded);
  return decoded.events;
});

/** A federation with one Service that was looked at before, and nothing on its way. */
const start = async () => {
  const world = createWorld();
  await world.ask(0);
  world.wakes.due(world.clock.now());
  return world;
};

const send = async (source: string, events: readonly AuditEvent[]) => {
  const world = await start();
  const before = world.calls.length;
  const report = await intake(events, source, settings, world.queueing);
  const calls = world.calls.slice(before).map(({ call }) => call);
  const rows = world.rows.all().map(({ key }) => formatWorkKey(key));
  return { world, report, calls, rows, waiting: world.wakes.waiting() };
};

/** What rows there are once a member's token named so many Services, so many of them looked at before and the rest invented. */
const rowsAfterMany = async (lookedAt: number, invented: number): Promise<readonly string[]> => {
  const world = await start();
  const called = (count: number, namespace: string) =>
    Array.from({ length: count }, (_, at) => ({ namespace, name: `service-${at}` }));
  const ours = called(lookedAt, 'looked-at');
  for (const service of ours) {
    await world.rows.request(serviceWork(service), { now: world.clock.now(), delayMs: 0 });
  }
  const events = [...ours, ...called(invented, 'invented')].map(
    (service): AuditEvent => ({
      stage: 'ResponseComplete',
      verb: 'update',
      username: 'mallory',
      dryRun: false,
      apiGroup: '',
      resource: 'services',
      ...service,
    }),
  );
  const { keys } = await intake(events, 'tokyo', settings, world.queueing);
  assert.equal(keys, lookedAt + invented);
  return world.rows.all().map(({ key }) => formatWorkKey(key));
};

/** Keys that the events speak of, as often as each object of each event could name one. */
const most = (events: readonly AuditEvent[]): number =>
  events.reduce((sum, { items }) => sum + Math.max(1, items?.length ?? 0), 0);

describe('a stolen token of a webhook', () => {
  for (const source of ['host', 'tokyo']) {
    it(`of ${source}: asks for passes, and does nothing else`, async () => {
      let asked = 0;
      const property = fc.asyncProperty(batch, async (events) => {
        const { calls, report, rows, waiting } = await send(source, events);
        const others = calls.filter(
          (call) => !['workRows.request', 'wakeQueue.send'].includes(call),
        );
        assert.deepEqual(others, []);
        assert.ok(report.keys <= most(events));
        assert.ok(rows.length <= 1 + report.keys);
        assert.ok(waiting.length <= report.keys);
        asked += report.keys;
      });
      await fc.assert(property, { numRuns: 300 });
      // Some eighty, by chance.
      assert.ok(asked > 10, `${asked} keys`);
    });

    it(`of ${source}: the same again sends no message more`, async () => {
      const property = fc.asyncProperty(batch, async (events) => {
        const { world, rows, waiting } = await send(source, events);
        for (let time = 0; time < 5; time += 1) {
          await intake(events, source, settings, world.queueing);
        }
        assert.equal(world.rows.all().length, rows.length);
        assert.equal(world.wakes.waiting().length, waiting.length);
      });
      await fc.assert(property, { numRuns: 100 });
    });
  }

  it('of a member: invented Services leave no row, invented namespaces one each', async () => {
    const property = fc.asyncProperty(batch, async (events) => {
      const { rows } = await send('tokyo', events);
      const services = rows.filter((row) => row.startsWith('service/'));
      assert.deepEqual(services, [known]);
      assert.ok(rows.every((row) => row === known || /^namespace\/[a-z]{1,8}$/.test(row)));
    });
    await fc.assert(property, { numRuns: 300 });
  });

  for (const [title, lookedAt, invented] of [
    ['all', 0, 150],
    ['most', 1, 149],
    ['a third', 100, 50],
  ] as const) {
    it(`of a member: 150 Services in one batch, ${title} of them invented: no row for any of those`, async () => {
      const rows = await rowsAfterMany(lookedAt, invented);
      const others = rows.filter((row) => !row.startsWith('service/looked-at/'));
      assert.equal(rows.length - others.length, lookedAt);
      // Mostly Seamark's own: one look at everything in place of each.
      assert.deepEqual(others.sort(), lookedAt > invented ? ['resync', known] : [known]);
    });
  }

  it('of a member: has no say about the fleet', async () => {
    const { rows } = await send('tokyo', [
      {
        stage: 'ResponseComplete',
        verb: 'delete',
        username: 'mallory',
        dryRun: false,
        apiGroup: 'federation.seamark.dev',
        resource: 'clusters',
        name: 'oregon',
      },
    ]);
    assert.deepEqual(rows, [known]);
  });

  it('of the host: each name that a Service could have leaves a row, whose pass finds nothing', async () => {
    const invented = Array.from(
      { length: 50 },
      (_, at): AuditEvent => ({
        stage: 'ResponseComplete',
        verb: 'create',
        username: 'mallory',
        dryRun: false,
        apiGroup: '',
        resource: 'services',
        namespace: 'shop',
        name: `invented-${at}`,
      }),
    );
    const { world, rows } = await send('host', invented);
    assert.equal(rows.length, 51);
    for (const message of world.wakes.due(world.clock.now())) await world.deliver(message);
    const left = world.rows.all().filter(({ dueAt }) => dueAt !== undefined);
    assert.deepEqual(
      left.map(({ key }) => formatWorkKey(key)),
      [known],
    );
    assert.deepEqual(world.records.sets('Z1'), []);
    assert.deepEqual(await world.rows.read(serviceWork(web)).then((row) => row?.generation), 1);
  });
});
