import type { HostedZone, ZoneWish } from '../model/hosted-zone.ts';

/** What the zones of an account come to for a wish. */
export type ZoneChoice =
  | { readonly kind: 'found'; readonly zone: HostedZone }
  /** There is none; one of that name may be created where the settings allow it. */
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * The zones that a wish may mean: by id and name as far as they are given, else those with the longest name that the suffix ends in,
 * on label borders (spec 7.8, rule 6). Both names are canonical.
 */
export const matchingZones = (
  zones: readonly HostedZone[],
  wish: Pick<ZoneWish, 'id' | 'name' | 'suffix'>,
): readonly HostedZone[] => {
  if (wish.id !== undefined || wish.name !== undefined) {
    return zones.filter(({ id, name }) => (wish.id ?? id) === id && (wish.name ?? name) === name);
  }
  const above = zones.filter(({ name }) => isWithin(wish.suffix, name));
  const longest = Math.max(...above.map(({ name }) => name.length));
  return above.filter(({ name }) => name.length === longest);
};

/** The one zone that a wish means; of several nobody guesses (spec 7.8, rules 7 and 8; W18). */
export const selectZone = (zones: readonly HostedZone[], wish: ZoneWish): ZoneChoice => {
  const [zone, ...others] = matchingZones(zones, wish);
  if (zone === undefined) return missing(wish);
  if (others.length > 0) return { kind: 'refused', message: severalMessage([zone, ...others]) };
  if (!isWithin(wish.suffix, zone.name)) {
    const message = `Cannot use hosted zone ${zone.id}: its name ${zone.name} is not what the suffix ${wish.suffix} ends in; correct SEAMARK_DNS_SUFFIX or the zone`;
    return { kind: 'refused', message };
  }
  return { kind: 'found', zone };
};

/** What Route 53 knows a creation by: the same for each attempt, so that a lost answer never makes twins (W18). */
export const callerReference = (federation: string, name: string): string =>
  `seamark/${federation}/${name}`.slice(0, 128);

const missing = (wish: ZoneWish): ZoneChoice => {
  const name = wish.name ?? wish.suffix;
  if (wish.id === undefined && isWithin(wish.suffix, name)) {
    if (wish.create) return { kind: 'missing', name };
    const message = `Cannot find a hosted zone for ${name}: create it, or set SEAMARK_CREATE_ZONE to true`;
    return { kind: 'refused', message };
  }
  const named = wish.name === undefined ? '' : ` with the name ${wish.name}`;
  const message = `Cannot find hosted zone ${wish.id ?? name}${named}: correct SEAMARK_HOSTED_ZONE_ID or SEAMARK_HOSTED_ZONE_NAME`;
  return { kind: 'refused', message };
};

const severalMessage = (zones: readonly HostedZone[]): string => {
  const list = zones.map(({ id, isPrivate }) => `${id} (${isPrivate ? 'private' : 'public'})`);
  return `Cannot choose between hosted zones ${list.sort().join(', ')}, all named ${zones[0]?.name}: set SEAMARK_HOSTED_ZONE_ID`;
};

const isWithin = (name: string, zoneName: string): boolean => `.${name}`.endsWith(`.${zoneName}`);
