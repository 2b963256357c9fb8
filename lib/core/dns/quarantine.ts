import type { Ms } from '../model/time.ts';

/** Wait after a name was blocked for the first time. */
const firstMs: Ms = 15_000;

/** No wait grows beyond this: whoever removes what was in the way sees the name within ten minutes. */
const capMs: Ms = 600_000;

/** How long blocked names are left alone once they were blocked `attempts` times in a row: 15 s, doubled, at most 10 min. */
export const quarantineMs = (attempts: number): Ms =>
  Math.min(capMs, firstMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 16));
