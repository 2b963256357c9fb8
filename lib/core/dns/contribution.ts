import type { Cluster } from '../model/cluster.ts';
import { distinctTexts } from '../model/distinct-texts.ts';
import type { IngressAddress } from '../model/service-object.ts';

/** What one cluster brings to a Service's names. */
export type Contribution = {
  readonly cluster: Cluster;
  /** Addresses of its load balancer, as far as there are ready endpoints behind it; empty makes its names fall up. */
  readonly addresses: readonly IngressAddress[];
};

/** The clusters that a name speaks for. Zone and region are in lower case, as names are (W14). */
export type Level =
  | { readonly kind: 'zone'; readonly zone: string; readonly region: string }
  | { readonly kind: 'region'; readonly region: string }
  | { readonly kind: 'global' };

/** Where a cluster is, in lower case. */
export type Place = { readonly region: string; readonly zones: readonly string[] };

/** True if a cluster of that place counts at the level: region and zone are compared together (W15). */
export const countsAt = (place: Place | undefined, level: Level): boolean => {
  switch (level.kind) {
    case 'global':
      return true;
    case 'region':
      return place?.region === level.region;
    case 'zone':
      return place?.region === level.region && place.zones.includes(level.zone);
  }
};

/** Where a cluster is, in lower case; undefined while its region is not known. */
export const placeOf = ({ region, zones }: Cluster): Place | undefined =>
  region
    ? { region: region.toLowerCase(), zones: zones.map((zone) => zone.toLowerCase()) }
    : undefined;

/** Every level of the participating clusters, each once: zones, then regions, then the global one (W8). */
export const levelsOf = (located: readonly Place[]): readonly Level[] => {
  const zones = new Map<string, Level>();
  for (const { region, zones: names } of located) {
    for (const zone of names) zones.set(`${region}/${zone}`, { kind: 'zone', zone, region });
  }
  const regions = distinctTexts(located.map(({ region }) => region));
  return [
    ...[...zones.keys()].sort().flatMap((key) => zones.get(key) ?? []),
    ...regions.map((region): Level => ({ kind: 'region', region })),
    { kind: 'global' },
  ];
};
