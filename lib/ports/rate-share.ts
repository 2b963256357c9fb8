import type { EpochMs, Ms } from '../core/model/time.ts';

/** Our share of a request rate, as one line of time that all invocations take their pieces from. Throws `ControllerError`. */
export type RateShare = {
  /** Takes the next `spanMs` of it for the caller: returns where they begin, which is now or where the piece taken last ends. */
  readonly reserve: (spanMs: Ms, now: EpochMs) => Promise<EpochMs>;
};
