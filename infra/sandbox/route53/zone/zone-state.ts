import { zoneLimits } from './limits.ts';
import { listingKey } from './names.ts';
import type { ZoneRecordSet } from './record-set.ts';
import { type SetsByName, setsByName } from './sets-by-name.ts';

/** A hosted zone's contents: its sets by listed name, and how many it may hold. */
export type ZoneState = {
  readonly id: string;
  readonly name: string;
  readonly maxRecordSets: number;
  readonly sets: SetsByName;
};

/** The NS and SOA sets that every new zone starts with (values as the service gives them). */
export const apexRecordSets = (
  zoneName: string,
  nameServers: readonly string[],
): readonly ZoneRecordSet[] => [
  {
    name: zoneName,
    type: 'NS',
    ttlSeconds: 172_800,
    values: nameServers.map((server) => `${server}.`),
  },
  {
    name: zoneName,
    type: 'SOA',
    ttlSeconds: 900,
    values: [
      `${nameServers[0] ?? zoneName}. awsdns-hostmaster.amazon.com. 1 7200 900 1209600 86400`,
    ],
  },
];

/** Name and limits of a zone to make; the name in listed form (lower case, final dot). */
export type ZoneOutline = {
  readonly id: string;
  readonly name: string;
  /** Default: the service's 10,000, which an account may have raised. */
  readonly maxRecordSets?: number;
};

/** A zone that holds these sets, each with its name already in listed form. */
export const zoneWith = (
  outline: ZoneOutline,
  recordSets: readonly ZoneRecordSet[],
): ZoneState => ({
  maxRecordSets: zoneLimits.recordsPerZone,
  ...outline,
  sets: setsByName(recordSets),
});

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byTypeThenIdentifier = (a: ZoneRecordSet, b: ZoneRecordSet): number =>
  byText(a.type, b.type) || byText(a.setIdentifier ?? '', b.setIdentifier ?? '');

const listings = new WeakMap<ZoneState['sets'], readonly ZoneRecordSet[]>();

/**
 * The sets of a zone in the order of ListResourceRecordSets: names by reversed labels, then type,
 * then set identifier. The same state always gives the same array.
 */
export const listRecordSets = (zone: ZoneState): readonly ZoneRecordSet[] => {
  const known = listings.get(zone.sets);
  if (known !== undefined) return known;
  const listing = [...zone.sets]
    .map(([name, sets]) => ({ key: listingKey(name), sets }))
    .sort((a, b) => byText(a.key, b.key))
    .flatMap(({ sets }) => [...sets].sort(byTypeThenIdentifier));
  listings.set(zone.sets, listing);
  return listing;
};
