import { ControllerError } from '../core/model/failure.ts';
import { withJitter } from '../core/schedule/backoff.ts';
import type { LeaseContext } from './context.ts';
import type { Counting } from './tally.ts';

/** Spaces calls to Route 53 at our share of its request rate, and waits where it asks to. */
export type Pacer = {
  /** Makes the call when its turn comes; throttled calls are repeated with growing waits until the pass's time is over. */
  readonly call: <Result>(request: () => Promise<Result>) => Promise<Result>;
};

/** First wait after a throttled call; it doubles up to the cap. */
const firstWaitMs = 500;
const longestWaitMs = 8_000;
/** Throttled answers in a row after which the key goes back to the queue. */
const patience = 8;

/** A pacer for one pass, which counts the calls. */
export const createPacer = (
  requestsPerSecond: number,
  ctx: Pick<LeaseContext & Counting, 'clock' | 'random' | 'signal' | 'tally'>,
): Pacer => {
  const intervalMs = 1_000 / requestsPerSecond;
  let nextTurn = ctx.clock.now();
  const turn = async (): Promise<void> => {
    ctx.signal?.throwIfAborted();
    const waitMs = nextTurn - ctx.clock.now();
    nextTurn = Math.max(nextTurn, ctx.clock.now()) + intervalMs;
    if (waitMs > 0) await ctx.clock.sleep(waitMs, ctx.signal);
  };
  const call = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    for (let throttled = 0; ; throttled += 1) {
      await turn();
      ctx.tally.add('route53Calls');
      const [answer] = await Promise.allSettled([request()]);
      if (answer.status === 'fulfilled') return answer.value;
      const error: unknown = answer.reason;
      if (!(error instanceof ControllerError) || error.kind !== 'throttled') throw error;
      ctx.tally.add('route53Throttles');
      if (throttled >= patience) throw error;
      const growingMs = Math.min(longestWaitMs, firstWaitMs * 2 ** throttled);
      const pauseMs = Math.max(withJitter(growingMs, ctx.random()), error.retryAfterMs ?? 0);
      await ctx.clock.sleep(pauseMs, ctx.signal);
    }
  };
  return { call };
};
