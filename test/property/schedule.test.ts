import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FailureKind } from '../../lib/core/model/failure.ts';
import { serviceWork } from '../../lib/core/model/work-key.ts';
import type { WorkRow } from '../../lib/core/model/work-row.ts';
import { backoffMs, withJitter } from '../../lib/core/schedule/backoff.ts';
import { settle } from '../../lib/core/schedule/settle.ts';
import type { WorkRows } from '../../lib/ports/work-rows.ts';
import { runs } from '../support/arbitraries/runs.ts';
import { createFakeWorkRows } from '../support/fakes/aws/fake-work-rows.ts';
import { openGate } from '../support/gate.ts';

const key = serviceWork({ namespace: 'shop', name: 'web' });
const capMs = 60_000;
const longestMs = 900_000;

const rowWith = (attempts: number): WorkRow => ({
  key,
  generation: 1,
  done: 0,
  fence: 1,
  attempts,
  applied: {},
});

const failures = fc.constantFrom<FailureKind>(
  'transient',
  'throttled',
  'conflict',
  'terminal',
  'lease-lost',
  'defect',
);

describe('the schedule', () => {
  it('law 6: backoff stays within its cap, and its ceiling never shrinks', () => {
    const property = fc.property(
      fc.nat(),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      failures,
      fc.nat({ max: 10_000_000 }),
      (attempts, chance, failure, retryAfterMs) => {
        const delayMs = backoffMs(attempts);
        assert.ok(delayMs >= 0 && delayMs <= capMs);
        assert.ok(backoffMs(attempts + 1) >= delayMs);
        const spread = withJitter(delayMs, chance);
        assert.ok(spread >= delayMs && spread <= delayMs * 1.2 + 1);
        const outcome = { kind: 'failed', failure, message: 'why', retryAfterMs } as const;
        const now = 1_800_000_000_000;
        const { dueAt, attempts: after } = settle(rowWith(attempts), outcome, { now, chance });
        assert.equal(after, attempts + 1);
        const waits = dueAt === undefined ? 0 : dueAt - now;
        const most = failure === 'throttled' || failure === 'transient' ? longestMs : capMs * 1.2;
        assert.ok(waits >= 0 && waits <= most + 1);
      },
    );
    fc.assert(property, runs);
  });

  it('law 7: of two holders, in any interleaving, at most one commits a fence', async () => {
    let both = 0;
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.nat({ max: 3_000 }), { minLength: 40, maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
      async (scheduler, spans, dies) => {
        let now = 1_800_000_000_000;
        let step = 0;
        // Time passes by the call, so that a lease may run out at any moment.
        const tick = (): number => {
          now += spans[step % spans.length] ?? 0;
          step += 1;
          return now;
        };
        const log: Effect[] = [];
        const rows = inAnyOrder(createFakeWorkRows({ gate: openGate }), scheduler, log);
        const holders = [0, 1].map((holder) =>
          work(rows, `holder-${holder}`, { tick, dies: dies[holder] ?? false }),
        );
        await scheduler.waitFor(Promise.all(holders));
        let fence = 0;
        let committed = 0;
        for (const effect of log) {
          if (effect.kind === 'acquired') {
            assert.ok(effect.fence > fence, `fence ${effect.fence} after ${fence}`);
            fence = effect.fence;
          } else {
            assert.equal(effect.fence, fence, 'committed after a later lease was taken');
            assert.notEqual(committed, fence, 'committed twice');
            committed = effect.fence;
          }
        }
        if (new Set(log.map(({ holder }) => holder)).size > 1) both += 1;
      },
    );
    await fc.assert(property, runs);
    assert.ok(both > 10, `both committed in ${both} runs only`);
  });
});

/** What happened to the row, in the order in which it happened, whoever heard of it when. */
type Effect = {
  readonly kind: 'acquired' | 'committed';
  readonly fence: number;
  readonly holder: string;
};

/** Rows whose calls reach them, and whose answers come back, whenever the scheduler likes. */
const inAnyOrder = (rows: WorkRows, scheduler: fc.Scheduler, log: Effect[]): WorkRows => {
  const pause = (label: string) => scheduler.schedule(Promise.resolve(), label);
  return {
    request: async (asked, request) => {
      await pause('request');
      const result = await rows.request(asked, request);
      await pause('requested');
      return result;
    },
    acquire: async (asked, claim) => {
      await pause('acquire');
      const result = await rows.acquire(asked, claim);
      if (result.kind === 'acquired') {
        log.push({ kind: 'acquired', fence: result.lease.fence, holder: claim.holder });
      }
      await pause('acquired');
      return result;
    },
    commit: async (lease, settlement, now) => {
      await pause('commit');
      const result = await rows.commit(lease, settlement, now);
      if (result.kind === 'committed') {
        log.push({ kind: 'committed', fence: lease.fence, holder: lease.holder });
      }
      await pause('committed');
      return result;
    },
    seize: rows.seize,
    handBack: rows.handBack,
    read: rows.read,
  };
};

type Work = {
  readonly tick: () => number;
  /** Goes away before its first commit, as an invocation that was ended. */
  readonly dies: boolean;
};

/** Takes the key a few times, each time as long as it takes, and commits. */
const work = async (rows: WorkRows, holder: string, { tick, dies }: Work): Promise<void> => {
  for (let pass = 0; pass < 3; pass += 1) {
    await rows.request(key, { now: tick(), delayMs: 0 });
    const taken = await rows.acquire(key, { now: tick(), holder, leaseMs: 2_000 });
    if (taken.kind !== 'acquired' || (dies && pass === 0)) continue;
    const settlement = { attempts: 0, lastOutcome: 'done', applied: {} };
    await rows.commit(taken.lease, settlement, tick());
  }
};
