import type { Ms } from './time.ts';

/** A piece of a shared request rate that ends later than this was taken by a clock that is wrong: it does not count. */
export const longestReservedMs: Ms = 60_000;
