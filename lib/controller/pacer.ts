import { ControllerError } from '../core/model/failure.ts';
import type { EpochMs } from '../core/model/time.ts';
import { withJitter } from '../core/schedule/backoff.ts';
import type { ZoneContext } from './context.ts';

/** Spaces calls to Route 53 at our share of its request rate, and waits where it asks to. */
export type Pacer = {
  /** Waits for the turn of the next call; false if that comes when the pass has to stop. */
  readonly turn: () => Promise<boolean>;
  /** False once the pass has to stop: then nothing is begun any more, whosever turn it is. */
  readonly hasTime: () => boolean;
  /** Makes the call whose turn has come; throttled calls are repeated with growing waits until the pass has to stop. */
  readonly call: <Result>(request: () => Promise<Result>) => Promise<Result>;
};

type PacerContext = Pick<
  ZoneContext,
  'clock' | 'random' | 'signal' | 'stopAt' | 'tally' | 'rateShare' | 'requestsPerSecond'
>;

/**
 * Calls that whoever publishes may make at once after a rest: five seconds of the rate, as Route 53 itself grants it (10 a second, 50 at
 * once).
 */
export const publisherBurst = (requestsPerSecond: number): number => 5 * requestsPerSecond;

/** First wait after a throttled call; it doubles up to the cap. */
const firstWaitMs = 500;
const longestWaitMs = 8_000;
/** Throttled answers in a row after which the key goes back to the queue. */
const patience = 8;

/**
 * A pacer for one pass, which counts the calls. It reserves one call, then twice as many each time, up to those of a second: passes
 * that are at work together take turns, and few reserve for nothing. Without a burst (1) a pass only takes what nobody else wants
 * sooner.
 */
export const createPacer = (burst: number, ctx: PacerContext): Pacer => {
  const reserveSlots = createReservation(burst, ctx);
  let slots: readonly EpochMs[] = [];
  const turn = async (): Promise<boolean> => {
    ctx.signal?.throwIfAborted();
    if (isTooLate(ctx.clock.now(), ctx)) return false;
    if (slots.length === 0) {
      // Somebody else may have reserved meanwhile: a call that is repeated waits beside the next batch.
      const reserved = await reserveSlots();
      slots = [...slots, ...reserved];
    }
    const [slot = 0, ...later] = slots;
    if (isTooLate(slot, ctx)) return false;
    slots = later;
    const waitMs = slot - ctx.clock.now();
    if (waitMs > 0) await ctx.clock.sleep(waitMs, ctx.signal);
    return true;
  };
  /** Waits after a throttled call; throws its error if there is no point in waiting. */
  const pause = async (error: ControllerError, throttled: number): Promise<void> => {
    ctx.tally.add('route53Throttles');
    const growingMs = Math.min(longestWaitMs, firstWaitMs * 2 ** throttled);
    const pauseMs = Math.max(withJitter(growingMs, ctx.random()), error.retryAfterMs ?? 0);
    if (throttled >= patience || isTooLate(ctx.clock.now() + pauseMs, ctx)) throw error;
    await ctx.clock.sleep(pauseMs, ctx.signal);
    if (!(await turn())) throw error;
  };
  const call = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    for (let throttled = 0; ; throttled += 1) {
      ctx.tally.add('route53Calls');
      const [answer] = await Promise.allSettled([request()]);
      if (answer.status === 'fulfilled') return answer.value;
      const error: unknown = answer.reason;
      if (!(error instanceof ControllerError) || error.kind !== 'throttled') throw error;
      await pause(error, throttled);
    }
  };
  return { turn, hasTime: () => !isTooLate(ctx.clock.now(), ctx), call };
};

const isTooLate = (at: EpochMs, { stopAt }: PacerContext): boolean =>
  stopAt !== undefined && at >= stopAt;

/** Reserves the next calls, and tells when each may be made. */
const createReservation = (burst: number, ctx: PacerContext) => {
  const intervalMs = 1_000 / ctx.requestsPerSecond;
  const most = Math.max(1, Math.ceil(ctx.requestsPerSecond));
  let calls = 1;
  return async (): Promise<readonly EpochMs[]> => {
    const spanMs = Math.ceil(calls * intervalMs);
    const start = await ctx.rateShare.reserve(spanMs, ctx.clock.now());
    const first = start - (burst - 1) * intervalMs;
    const slots = Array.from({ length: calls }, (_, index) => first + index * intervalMs);
    calls = Math.min(2 * calls, most);
    return slots;
  };
};
