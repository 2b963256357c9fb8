import type { Ms } from '../model/time.ts';

/** Delay after the first failure (spec 3). */
const firstMs: Ms = 5_000;

/** No delay grows beyond this (spec 3). */
const capMs: Ms = 60_000;

/** Delay before attempt `attempts + 1`, without jitter: 5 s, doubled per failure in a row, at most 60 s (W43). */
export const backoffMs = (attempts: number): Ms =>
  attempts < 1 ? 0 : Math.min(capMs, firstMs * 2 ** Math.min(attempts - 1, 16));

/** Spreads a delay upwards by at most a fifth; `chance` is in [0, 1). A delay is never cut short. */
export const withJitter = (delayMs: Ms, chance: number): Ms =>
  Math.round(delayMs * (1 + chance / 5));
