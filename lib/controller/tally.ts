import { type PassCount, passCounts } from '../core/model/log-line.ts';

/** What one pass did, counted as it goes: one that fails half way has done something too. */
export type Tally = {
  readonly add: (what: PassCount, by?: number) => void;
  readonly of: (what: PassCount) => number;
  /** Whatever is not zero, as fields of the pass's line. */
  readonly fields: () => { readonly [Name in PassCount]?: number };
};

/** Whoever works in a pass counts what it does. */
export type Counting = { readonly tally: Tally };

/** A tally of nothing. */
export const createTally = (): Tally => {
  const counts = new Map<PassCount, number>();
  const of = (what: PassCount): number => counts.get(what) ?? 0;
  return {
    add: (what, by = 1) => void counts.set(what, of(what) + by),
    of,
    fields: () =>
      Object.fromEntries(
        passCounts.flatMap((what) => (of(what) === 0 ? [] : [[what, of(what)] as const])),
      ),
  };
};
