import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Outcome } from '../../../lib/core/model/outcome.ts';
import type { WorkRow } from '../../../lib/core/model/work-row.ts';
import { settle } from '../../../lib/core/schedule/settle.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

const topic = 'delivery-and-backoff';
const now = 1_800_000_000_000;
const failure: Outcome = { kind: 'failed', failure: 'transient', message: 'why' };

const row = (attempts: number): WorkRow => ({
  key: { kind: 'zone', zoneId: 'Z1' },
  generation: 1,
  done: 0,
  fence: 1,
  attempts,
  applied: {},
});

/** Delays that a row of outcomes leads to, without the spread that chance adds. */
const delaysAfter = (outcomes: readonly Outcome[]): readonly (number | undefined)[] => {
  let attempts = 0;
  return outcomes.map((outcome) => {
    const settlement = settle(row(attempts), outcome, { now, chance: 0 });
    attempts = settlement.attempts;
    return settlement.dueAt === undefined ? undefined : settlement.dueAt - now;
  });
};

describe('backoff: vectors', () => {
  type Given = { readonly initialMs: number; readonly maxMs: number; readonly failures: number };
  type Expect = { readonly delaysMs: readonly number[] };
  const cases = readVectors<Given, Expect>(topic, 'backoff');
  for (const one of cases.filter(({ name }) => isApplicable(topic, name))) {
    it(one.name, () => {
      const failures = Array.from({ length: one.given.failures }, () => failure);
      assert.deepEqual(delaysAfter(failures), wanted(one).delaysMs);
    });
  }

  it('W43: success alone resets it, however long ago the last failure was', () => {
    const done: Outcome = { kind: 'done' };
    const deadline: Outcome = { kind: 'deadline' };
    assert.deepEqual(delaysAfter([failure, failure, done, failure]), [
      5_000,
      10_000,
      undefined,
      5_000,
    ]);
    assert.deepEqual(delaysAfter([failure, deadline, failure]), [5_000, 1_000, 10_000]);
  });
});

describe('how a pass is settled: vectors', () => {
  type Given = { readonly result: string };
  type Expect = {
    readonly requeue: { readonly delayMs: number; readonly countsAsFailure: boolean } | null;
  };
  const outcomes: { readonly [result: string]: Outcome } = {
    ALL_OK: { kind: 'done' },
    RECOVERABLE_ERROR: failure,
    NON_RECOVERABLE_ERROR: { kind: 'failed', failure: 'terminal', message: 'why' },
  };
  const cases = readVectors<Given, Expect>(topic, 'worker');
  for (const one of cases.filter(({ name }) => isApplicable(topic, name))) {
    it(one.name, () => {
      const outcome = outcomes[one.given.result];
      assert.ok(outcome);
      const { requeue } = wanted(one);
      const settlement = settle(row(0), outcome, { now, chance: 0 });
      if (requeue === null) return assert.equal(settlement.dueAt, undefined);
      // The first failure adds the first step of the backoff to the delay.
      assert.equal(settlement.dueAt, now + requeue.delayMs + 5_000);
      assert.equal(settlement.attempts, requeue.countsAsFailure ? 1 : 0);
    });
  }
});
