import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { serviceWork, type WorkKey } from '../../../lib/core/model/work-key.ts';
import type { WorkRows } from '../../../lib/ports/work-rows.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeWorkRows } from '../../support/fakes/aws/fake-work-rows.ts';
import { openGate } from '../../support/gate.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

const topic = 'delivery-and-backoff';
const t0 = 1_800_000_000_000;
const leaseMs = 60_000;
const done = { attempts: 0, lastOutcome: 'done', applied: {} } as const;

let opened: OpenTable;
let worlds = 0;
before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const subjects: readonly (readonly [string, () => WorkRows])[] = [
  ['fake work rows', () => createFakeWorkRows({ gate: openGate })],
  ['DynamoDB work rows', () => createDynamoWorkRows(opened.table)],
];

/** Keys of a test, which no other test of the same table has. */
const keysOfTest = (): ((name: string) => WorkKey) => {
  worlds += 1;
  const namespace = `world-${worlds}`;
  return (name) => serviceWork({ namespace, name });
};

type Scheduled = { readonly key: string; readonly atMs: number; readonly submittedAtMs?: number };
type Schedule = { readonly schedule: readonly Scheduled[] };
type Delivered = {
  readonly delivered: readonly (string | { readonly key: string; readonly value: number })[];
  readonly notBeforeMs?: { readonly [key: string]: number };
};

type Delivery = { readonly key: string; readonly atMs: number };

/** Schedules passes and delivers their messages, each at the moment that its row says, until `untilMs`. */
const play = async (
  rows: WorkRows,
  wishes: readonly Scheduled[],
  untilMs: number,
): Promise<readonly Delivery[]> => {
  const keyOf = keysOfTest();
  const steps = wishes.map((wish) => ({ atMs: wish.submittedAtMs ?? 0, wish }));
  const messages: { readonly key: string; readonly atMs: number }[] = [];
  const delivered: Delivery[] = [];
  const deliver = async ({ key, atMs }: Delivery): Promise<void> => {
    const claim = { now: t0 + atMs, holder: `at-${atMs}`, leaseMs };
    const taken = await rows.acquire(keyOf(key), claim);
    if (taken.kind !== 'acquired') return;
    delivered.push({ key, atMs });
    await rows.commit(taken.lease, done, t0 + atMs);
  };
  for (;;) {
    const next = [...messages].sort((left, right) => left.atMs - right.atMs)[0];
    const step = steps[0];
    if (step !== undefined && (next === undefined || step.atMs <= next.atMs)) {
      steps.shift();
      const { key, atMs } = step.wish;
      const request = { now: t0 + step.atMs, delayMs: atMs - step.atMs };
      if ((await rows.request(keyOf(key), request)) === 'scheduled') messages.push({ key, atMs });
    } else if (next !== undefined && next.atMs <= untilMs) {
      messages.splice(messages.indexOf(next), 1);
      await deliver(next);
    } else {
      return delivered;
    }
  }
};

type Adds = { readonly adds: readonly string[]; readonly addWhileProcessing?: readonly string[] };
type Processed = { readonly processed: readonly string[]; readonly maxConcurrentPerKey?: number };

/** Takes one message after the other until none is left; while the first is worked on, others are asked for. */
const processAll = async (rows: WorkRows, given: Adds): Promise<readonly string[]> => {
  const keyOf = keysOfTest();
  const messages: string[] = [];
  const add = async (key: string, now: number): Promise<void> => {
    const result = await rows.request(keyOf(key), { now, delayMs: 0 });
    if (result === 'scheduled') messages.push(key);
  };
  for (const key of given.adds) await add(key, t0);
  const processed: string[] = [];
  let now = t0;
  for (let key = messages.shift(); key !== undefined; key = messages.shift()) {
    const taken = await rows.acquire(keyOf(key), { now, holder: `at-${now}`, leaseMs });
    if (taken.kind !== 'acquired') continue;
    processed.push(key);
    if (processed.length === 1) {
      for (const other of given.addWhileProcessing ?? []) await add(other, now);
    }
    // Whoever comes meanwhile finds the key held.
    const second = await rows.acquire(keyOf(key), { now, holder: 'other', leaseMs });
    assert.equal(second.kind, 'held');
    now += 500;
    const committed = await rows.commit(taken.lease, done, now);
    assert.ok(committed.kind === 'committed');
    if (committed.dueAt !== undefined) messages.push(key);
  }
  return processed;
};

for (const [name, open] of subjects) {
  describe(`deliveries: vectors on ${name}`, () => {
    const cases = readVectors<Schedule, Delivered>(topic, 'deliverer');
    for (const one of cases.filter((each) => isApplicable(topic, each.name))) {
      it(one.name, async () => {
        const { delivered, notBeforeMs } = wanted(one);
        const seen = await play(open(), one.given.schedule, 10_000);
        assert.deepEqual(
          seen.map(({ key }) => key),
          delivered.map((each) => (typeof each === 'string' ? each : each.key)),
        );
        // A key carries no value: what tells two wishes for it apart is when it is delivered.
        const earliest = (key: string): number =>
          Math.min(
            ...one.given.schedule.filter((wish) => wish.key === key).map(({ atMs }) => atMs),
          );
        for (const { key, atMs } of seen.slice(0, new Set(seen.map((each) => each.key)).size)) {
          assert.equal(atMs, earliest(key));
          assert.ok(atMs >= (notBeforeMs?.[key] ?? 0));
        }
      });
    }
  });

  describe(`the queue: vectors on ${name}`, () => {
    for (const one of readVectors<Adds, Processed>(topic, 'queue')) {
      it(one.name, async () => {
        const processed = await processAll(open(), one.given);
        assert.deepEqual(processed, wanted(one).processed);
      });
    }
  });

  describe(`W43 and W44 on ${name}`, () => {
    it('W43: an event about a failing key brings it forward, and leaves its failures counted', async () => {
      const rows = open();
      const key = keysOfTest()('web');
      await rows.request(key, { now: t0, delayMs: 0 });
      const first = await rows.acquire(key, { now: t0, holder: 'a', leaseMs });
      assert.ok(first.kind === 'acquired');
      const failed = { attempts: 3, lastOutcome: 'transient', applied: {}, dueAt: t0 + 20_000 };
      await rows.commit(first.lease, failed, t0);
      assert.equal(await rows.request(key, { now: t0 + 1_000, delayMs: 0 }), 'scheduled');
      const second = await rows.acquire(key, { now: t0 + 1_000, holder: 'b', leaseMs });
      assert.ok(second.kind === 'acquired');
      assert.equal(second.lease.row.attempts, 3);
    });

    it('W44: of two that come for a key at once, one works', async () => {
      const rows = open();
      const key = keysOfTest()('web');
      await rows.request(key, { now: t0, delayMs: 0 });
      const claims = ['a', 'b'].map((holder) => rows.acquire(key, { now: t0, holder, leaseMs }));
      const kinds = (await Promise.all(claims)).map(({ kind }) => kind);
      assert.deepEqual(kinds.sort(), ['acquired', 'held']);
    });
  });
}
