import { setTimeout as delay } from 'node:timers/promises';

/** Time as an argument, so that a test need not wait for it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after the span; rejects once the signal aborts. */
  readonly sleep: (spanMs: number, signal?: AbortSignal) => Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (spanMs, signal) => delay(spanMs, undefined, { signal }),
};
