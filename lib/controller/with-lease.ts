import { ControllerError, failureKind, messageOf } from '../core/model/failure.ts';
import type { Outcome } from '../core/model/outcome.ts';
import type { Ms } from '../core/model/time.ts';
import type { WorkKey } from '../core/model/work-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import { settle } from '../core/schedule/settle.ts';
import type { LeaseContext } from './context.ts';

/** How a message was dealt with. */
export type PassReport = {
  readonly result: Outcome['kind'] | 'stale' | 'early' | 'held' | 'lease-lost';
  readonly outcome?: Outcome;
  /** Of the lease that was held. */
  readonly fence?: number;
  /** The generation that the pass answered. */
  readonly generation?: number;
  /** Failures in a row, this one included. */
  readonly attempts?: number;
  /** When the key is looked at again without being asked. */
  readonly nextLookMs?: Ms;
};

/** A safety message is sent for this long after the holder's lease ends. */
const safetyMarginMs = 1_000;

/**
 * Runs one pass over a key under its lease, and settles it. The message that brought the key is done with once this returns; when it
 * throws, nothing was settled and the message must come back.
 */
export const withLease = async (
  key: WorkKey,
  work: (lease: Lease) => Promise<Outcome>,
  ctx: LeaseContext,
): Promise<PassReport> => {
  const { holder, leaseMs, clock } = ctx;
  const taken = await ctx.rows.acquire(key, { now: clock.now(), holder, leaseMs });
  if (taken.kind === 'stale' || taken.kind === 'early') return { result: taken.kind };
  if (taken.kind === 'held') {
    // The holder may be dead; if it lives, its commit brings the key back sooner.
    await ctx.wakes.send([{ key, dueAt: taken.leaseUntil + safetyMarginMs }], clock.now());
    return { result: 'held' };
  }
  const { lease } = taken;
  const outcome = await attempt(lease, work, ctx);
  const { fence, generation } = lease;
  if (outcome.kind === 'failed' && outcome.failure === 'lease-lost') {
    return { result: 'lease-lost', outcome, fence, generation };
  }
  return { fence, generation, ...(await commit(lease, outcome, ctx)) };
};

const attempt = async (
  lease: Lease,
  work: (lease: Lease) => Promise<Outcome>,
  ctx: LeaseContext,
): Promise<Outcome> => {
  try {
    return await work(lease);
  } catch (error) {
    if (ctx.signal?.aborted) return { kind: 'deadline' };
    return failed(error, ctx);
  }
};

const failed = (error: unknown, ctx: LeaseContext): Outcome => {
  const failure = failureKind(error);
  if (failure === 'defect') ctx.telemetry.error('A pass met a defect', {}, error);
  const retryAfterMs = error instanceof ControllerError ? error.retryAfterMs : undefined;
  return {
    kind: 'failed',
    failure,
    message: messageOf(error),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
};

const commit = async (lease: Lease, outcome: Outcome, ctx: LeaseContext): Promise<PassReport> => {
  const now = ctx.clock.now();
  const settlement = settle(lease.row, outcome, { now, chance: ctx.random() });
  const committed = await ctx.rows.commit(lease, settlement, now);
  if (committed.kind === 'lease-lost') return { result: 'lease-lost' };
  if (committed.dueAt !== undefined) {
    await ctx.wakes.send([{ key: lease.key, dueAt: committed.dueAt }], now);
  }
  return {
    result: outcome.kind,
    outcome,
    ...(settlement.attempts === 0 ? {} : { attempts: settlement.attempts }),
    ...(committed.dueAt === undefined ? {} : { nextLookMs: Math.max(0, committed.dueAt - now) }),
  };
};
