import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Outcome } from '../../../lib/core/model/outcome.ts';
import type { WorkRow } from '../../../lib/core/model/work-row.ts';
import { backoffMs, withJitter } from '../../../lib/core/schedule/backoff.ts';
import { settle } from '../../../lib/core/schedule/settle.ts';
import { worstFailure } from '../../../lib/core/schedule/worst-failure.ts';

const row = (attempts: number): WorkRow => ({
  key: { kind: 'zone', zoneId: 'Z1' },
  generation: 3,
  done: 2,
  fence: 5,
  attempts,
  applied: { tokyo: 'mark' },
});

const failed = (
  failure: Extract<Outcome, { kind: 'failed' }>['failure'],
  retryAfterMs = 0,
): Outcome => ({
  kind: 'failed',
  failure,
  message: 'why',
  retryAfterMs,
});

describe('backoff', () => {
  it('W43: 5 s doubled per failure in a row, at most 60 s', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6, 1_000].map(backoffMs),
      [0, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000],
    );
  });

  it('jitter never cuts a delay short and adds at most a fifth', () => {
    assert.equal(withJitter(5_000, 0), 5_000);
    assert.equal(withJitter(5_000, 0.999_999), 6_000);
  });
});

describe('how a pass is settled', () => {
  const table: readonly [string, number, Outcome, number, number | undefined][] = [
    ['success forgets the failures', 4, { kind: 'done' }, 0, undefined],
    ['success may ask to look again', 0, { kind: 'done', lookAgainAfterMs: 900 }, 0, 900],
    ['a transient failure backs off', 0, failed('transient'), 1, 5_000],
    ['the next one backs off further', 1, failed('transient'), 2, 10_000],
    ['throttling never comes back sooner than asked', 0, failed('throttled', 30_000), 1, 30_000],
    ['no delay is longer than SQS can carry', 0, failed('throttled', 3_600_000), 1, 900_000],
    ['a conflict is looked at again soon', 0, failed('conflict'), 1, 1_000],
    ['so is the third in a row', 2, failed('conflict'), 3, 1_000],
    ['the fourth conflict in a row backs off', 3, failed('conflict'), 4, 5_000],
    ['a terminal failure waits for a change', 0, failed('terminal'), 1, undefined],
    ['a defect backs off', 0, failed('defect'), 1, 5_000],
    ['a lost lease leaves the work to its new holder', 0, failed('lease-lost'), 1, undefined],
    ['a tenth defect in a row is tried once more', 9, failed('defect'), 10, 60_000],
    ['a defect that keeps coming is parked', 10, failed('defect'), 11, undefined],
    ['running out of time is no failure', 2, { kind: 'deadline' }, 2, 1_000],
  ];
  for (const [name, attempts, outcome, expected, delayMs] of table) {
    it(name, () => {
      const settlement = settle(row(attempts), outcome, { now: 1_000, chance: 0 });
      assert.equal(settlement.attempts, expected);
      assert.equal(settlement.dueAt, delayMs === undefined ? undefined : 1_000 + delayMs);
      assert.deepEqual(settlement.applied, { tokyo: 'mark' });
      const { kind } = outcome;
      assert.equal(settlement.lastOutcome, kind === 'failed' ? outcome.failure : kind);
      assert.equal(settlement.lastError, kind === 'failed' ? 'why' : undefined);
    });
  }

  it('what a pass applied replaces what the row had', () => {
    const applied = { oregon: 'new' };
    const outcomes = [
      { kind: 'done', applied },
      { kind: 'failed', failure: 'transient', message: 'why', applied },
    ] as const;
    for (const outcome of outcomes) {
      const settlement = settle(row(0), outcome, { now: 1_000, chance: 0 });
      assert.deepEqual(settlement.applied, applied);
    }
  });

  it('the failure that must be retried soonest decides for a pass with several', () => {
    const failures = [
      { failure: 'terminal', message: 'a' },
      { failure: 'transient', message: 'b' },
    ] as const;
    assert.deepEqual(worstFailure(failures), { failure: 'transient', message: 'b; a' });
    assert.equal(worstFailure([]), undefined);
  });
});
