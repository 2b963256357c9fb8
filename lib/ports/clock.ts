import type { EpochMs, Ms } from '../core/model/time.ts';

/** Time, as an argument. */
export type Clock = {
  readonly now: () => EpochMs;
  /** Resolves after the span; rejects with the signal's reason once it aborts. */
  readonly sleep: (spanMs: Ms, signal?: AbortSignal) => Promise<void>;
};

/** Chance, as an argument: a number in [0, 1). */
export type Random = () => number;
