import { listingKey } from './names.ts';
import type { ZoneRecordSet } from './record-set.ts';
import { listRecordSets, type ZoneState } from './zone-state.ts';

/** Where a listing starts: a name in listed form, and a type and set identifier at it. */
export type ListStart = {
  readonly name: string;
  readonly type?: string;
  readonly identifier?: string;
};

/** One page of a listing; `next` is the first set of the page after it. */
export type RecordSetPage = {
  readonly recordSets: readonly ZoneRecordSet[];
  readonly next?: ZoneRecordSet;
};

type Cursor = { readonly key: string; readonly type: string; readonly identifier: string };

const isBefore = (set: ZoneRecordSet, cursor: Cursor): boolean => {
  const key = listingKey(set.name);
  if (key !== cursor.key) return key < cursor.key;
  if (set.type !== cursor.type) return set.type < cursor.type;
  return (set.setIdentifier ?? '') < cursor.identifier;
};

/** The first index at which `isBefore` no longer holds, by halving. */
const firstAtOrAfter = (sets: readonly ZoneRecordSet[], cursor: Cursor): number => {
  let low = 0;
  let high = sets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const set = sets[middle];
    if (set !== undefined && isBefore(set, cursor)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * A page of at most `maxItems` sets from the start position on, which need not exist
 * (API_ListResourceRecordSets: a scan in listing order, no filter).
 */
export const listPage = (
  zone: ZoneState,
  start: ListStart | undefined,
  maxItems: number,
): RecordSetPage => {
  const sets = listRecordSets(zone);
  const from =
    start === undefined
      ? 0
      : firstAtOrAfter(sets, {
          key: listingKey(start.name),
          type: start.type ?? '',
          identifier: start.identifier ?? '',
        });
  const next = sets[from + maxItems];
  return {
    recordSets: sets.slice(from, from + maxItems),
    ...(next === undefined ? {} : { next }),
  };
};
