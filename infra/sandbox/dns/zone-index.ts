import { listedLabels } from '../route53/zone/names.ts';
import type { ZoneRecordSet } from '../route53/zone/record-set.ts';

/** A zone to answer for; the sets have their names in the form that Route 53 lists. */
export type DnsZone = { readonly name: string; readonly recordSets: readonly ZoneRecordSet[] };

/** A zone by wire names: lower case, no final dot, one character for each octet. */
export type ZoneIndex = {
  readonly apex: string;
  /** The sets at each name; an empty list for a name that only has names below it. */
  readonly names: ReadonlyMap<string, readonly ZoneRecordSet[]>;
};

/**
 * A listed name as a wire name, or nothing where a label has a dot inside: wire names are text
 * with dots between labels, so such a name can't be told from a longer one.
 */
export const wireName = (listed: string): string | undefined => {
  const labels = listedLabels(listed);
  return labels.some((label) => label.includes('.')) ? undefined : labels.join('.');
};

/** The name without its leftmost label, '' for the root. */
const parentOf = (name: string): string => {
  const dot = name.indexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1);
};

/** Whether a wire name is another one or lies below it. */
const isAtOrBelow = (name: string, ancestor: string): boolean =>
  name === ancestor || name.endsWith(`.${ancestor}`);

const buildIndex = (zone: DnsZone): ZoneIndex => {
  const apex = wireName(zone.name) ?? '';
  const names = new Map<string, ZoneRecordSet[]>([[apex, []]]);
  for (const set of zone.recordSets) {
    const name = wireName(set.name);
    if (name === undefined || !isAtOrBelow(name, apex)) continue;
    for (let at = name; !names.has(at); at = parentOf(at)) names.set(at, []);
    names.get(name)?.push(set);
  }
  return { apex, names };
};

const indexes = new WeakMap<readonly ZoneRecordSet[], ZoneIndex>();

/** The index of a zone, built once for each array of record sets. */
export const indexZone = (zone: DnsZone): ZoneIndex => {
  const known = indexes.get(zone.recordSets);
  if (known !== undefined && known.apex === wireName(zone.name)) return known;
  const index = buildIndex(zone);
  indexes.set(zone.recordSets, index);
  return index;
};

/** The zone that a name belongs to: the one with the longest name above it. */
export const closestZone = (zones: readonly ZoneIndex[], name: string): ZoneIndex | undefined => {
  let closest: ZoneIndex | undefined;
  for (const zone of zones) {
    const longer = closest === undefined || zone.apex.length > closest.apex.length;
    if (longer && isAtOrBelow(name, zone.apex)) closest = zone;
  }
  return closest;
};

/** What a zone has at a name. */
export type ZoneNode =
  | { readonly kind: 'sets'; readonly sets: readonly ZoneRecordSet[] }
  | { readonly kind: 'delegated'; readonly cut: string; readonly set: ZoneRecordSet }
  | { readonly kind: 'missing' };

const delegation = (zone: ZoneIndex, name: string): ZoneNode | undefined => {
  let found: ZoneNode | undefined;
  for (let at = name; at !== zone.apex && at !== ''; at = parentOf(at)) {
    const set = zone.names.get(at)?.find((candidate) => candidate.type === 'NS');
    if (set !== undefined) found = { kind: 'delegated', cut: at, set };
  }
  return found;
};

/**
 * Finds a name of the zone as RFC 1034 4.3.2 and RFC 4592 say: a delegation above it, the name
 * itself (also an empty non-terminal), else the wildcard right below its closest encloser.
 */
export const findNode = (zone: ZoneIndex, name: string): ZoneNode => {
  const delegated = delegation(zone, name);
  if (delegated !== undefined) return delegated;
  const exact = zone.names.get(name);
  if (exact !== undefined) return { kind: 'sets', sets: exact };
  let encloser = parentOf(name);
  while (!zone.names.has(encloser)) encloser = parentOf(encloser);
  const wildcard = zone.names.get(`*.${encloser}`);
  return wildcard === undefined ? { kind: 'missing' } : { kind: 'sets', sets: wildcard };
};
