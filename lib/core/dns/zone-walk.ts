import type { StoredRecordSet } from '../model/record-set.ts';
import { isPlainName, zoneOrderKey } from './zone-order.ts';

/** One page of a zone's listing; `nextName` is where the next page goes on, absent on the last one. */
export type WalkedPage = { readonly sets: readonly StoredRecordSet[]; readonly nextName?: string };

/** How far a walk through a zone came. */
export type ZoneWalk = {
  /** Everything up to this name, in the order of the listing, has been told; undefined at the start. */
  readonly upTo?: string;
  /** Sets that were listed and not told yet, as their name may go on, or sorts nobody knows where. */
  readonly held: readonly StoredRecordSet[];
};

/** What a page tells in full: each name that lies in its part of the zone and is not in `stored` does not exist. */
export type Told = {
  /** The last name of the part; undefined where it is the end of the zone. */
  readonly upTo: string | undefined;
  readonly stored: ReadonlyMap<string, readonly StoredRecordSet[]>;
};

/** A walk before its first page. */
export const walkStart: ZoneWalk = { held: [] };

/**
 * One page further. A page tells all names up to the last plain one that it has in full; undefined if it has none, as where one name
 * alone fills it.
 */
export const walkOn = (
  walk: ZoneWalk,
  page: WalkedPage,
): { readonly walk: ZoneWalk; readonly told?: Told } => {
  const sets = [...walk.held, ...page.sets];
  if (page.nextName === undefined) {
    return { walk: { held: [] }, told: { upTo: undefined, stored: byName(sets) } };
  }
  const complete = page.sets.filter(({ name }) => name !== page.nextName && isPlainName(name));
  const upTo = complete.at(-1)?.name;
  if (upTo === undefined) return { walk: { ...walk, held: sets } };
  const last = zoneOrderKey(upTo);
  const isTold = ({ name }: StoredRecordSet): boolean =>
    name !== page.nextName && isPlainName(name) && zoneOrderKey(name) <= last;
  return {
    walk: { upTo, held: sets.filter((set) => !isTold(set) && isPlainName(set.name)) },
    told: { upTo, stored: byName(sets.filter(isTold)) },
  };
};

/** True if a plain name lies in the part of the zone that was told. */
export const isWithin = (name: string, { upTo }: Pick<Told, 'upTo'>): boolean =>
  upTo === undefined || zoneOrderKey(name) <= zoneOrderKey(upTo);

const byName = (
  sets: readonly StoredRecordSet[],
): ReadonlyMap<string, readonly StoredRecordSet[]> => {
  const names = new Map<string, StoredRecordSet[]>();
  for (const set of sets) names.set(set.name, [...(names.get(set.name) ?? []), set]);
  return names;
};
