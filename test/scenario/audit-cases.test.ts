import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { decodeAuditEvents } from '../../lib/adapters/audit/decode-audit-events.ts';
import { intake } from '../../lib/controller/intake.ts';
import { lifeCycle, runStage } from './life-cycle.ts';
import { createWorld, joinTwo, runUntilQuiet, type World } from './world.ts';

const [create] = lifeCycle;
assert.ok(create);

const settings = {
  queue: { reviewDelayMs: 2_000, clusterAvailableDelayMs: 20_000, publishDelayMs: 1_000 },
  hostSource: 'host',
  hostIsMember: false,
  ownUsernames: [],
  secretNamespace: 'seamark-system',
};

const readCase = (file: string) =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/cases/audit/${file}.json`, import.meta.url), 'utf8'),
  );

/** Calls that a body of audit events leads to, up to the end of the passes that it asks for. */
const callsAfter = async (world: World, body: unknown, source: string) => {
  const decoded = decodeAuditEvents(JSON.stringify(body));
  assert.ok('events' in decoded);
  const before = world.calls.length;
  const report = await intake(decoded.events, source, settings, world.queueing);
  await runUntilQuiet(world, { withinMs: 10_000 });
  return { report, calls: world.calls.slice(before).map(({ call }) => call) };
};

const settled = async (): Promise<World> => {
  const world = createWorld();
  joinTwo(world);
  await runStage(world, create);
  return world;
};

describe('audit cases that are about what follows', () => {
  it('A22: two hundred events of Services that are not ours may not cost two hundred look-ups', async () => {
    const { input, expect } = readCase('A22-endpoints-lease-noise');
    const { repeat, event } = input.body;
    const items = Array.from({ length: repeat }, () => event);
    const list = { kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items };
    const world = await settled();
    for (const source of ['host', 'tokyo']) {
      const { calls } = await callsAfter(world, list, source);
      assert.ok(calls.length <= expect.max_store_reads, `${calls.length} calls`);
    }
  });

  it('A23: a write of our own that is not known as such leads to a pass without writes, and so to no other', async () => {
    const { input, expect } = readCase('A23-own-writes-echo');
    assert.match(expect.invariant, /zero writes/);
    const world = await settled();
    const { report, calls } = await callsAfter(world, input.body, 'host');
    assert.deepEqual(report, { keys: 1, sent: 1 });
    assert.ok(calls.includes('federatedServices.read'));
    const writes = /recordStore|applyService|deleteService|patch|writeDesired|markPending|record$/;
    assert.deepEqual(
      calls.filter((call) => writes.test(call)),
      [],
    );
    assert.deepEqual(world.wakes.waiting(), []);
  });
});
