import type { Cluster } from '../model/cluster.ts';
import type { IngressAddress } from '../model/service-object.ts';

/** What one cluster brings to a Service's names. */
export type Contribution = {
  readonly cluster: Cluster;
  /** Addresses of its load balancer, as far as there are ready endpoints behind it; empty makes its names fall up. */
  readonly addresses: readonly IngressAddress[];
};

/** The clusters that a name speaks for. */
export type Level =
  | { readonly kind: 'zone'; readonly zone: string; readonly region: string }
  | { readonly kind: 'region'; readonly region: string }
  | { readonly kind: 'global' };

/** True if the cluster counts at the level: region and zone are compared together (W15). */
export const countsAt = (cluster: Cluster, level: Level): boolean => {
  switch (level.kind) {
    case 'global':
      return true;
    case 'region':
      return cluster.region === level.region;
    case 'zone':
      return cluster.region === level.region && cluster.zones.includes(level.zone);
  }
};

/** Every level of the participating clusters, each once: zones, then regions, then the global one (W8). */
export const levelsOf = (contributions: readonly Contribution[]): readonly Level[] => {
  const located = contributions.flatMap(({ cluster }) =>
    cluster.region === undefined ? [] : [{ region: cluster.region, zones: cluster.zones }],
  );
  const zones = new Map<string, Level>();
  for (const { region, zones: names } of located) {
    for (const zone of names) zones.set(`${region}/${zone}`, { kind: 'zone', zone, region });
  }
  const regions = [...new Set(located.map(({ region }) => region))].sort();
  return [
    ...[...zones.keys()].sort().flatMap((key) => zones.get(key) ?? []),
    ...regions.map((region): Level => ({ kind: 'region', region })),
    { kind: 'global' },
  ];
};
