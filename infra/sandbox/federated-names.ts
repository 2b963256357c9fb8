import type { Topology } from './topology.ts';

/** One DNS name of a federated Service, with the names below it. */
export type FederatedName = {
  readonly level: 'global' | 'region' | 'zone';
  /** Lower case, no trailing dot. */
  readonly name: string;
  /** `global`, or the region or zone that the name stands for. */
  readonly label: string;
  /** The name one level up; the global name has none. */
  readonly up?: string;
  /** Member clusters whose addresses belong to the name, sorted. */
  readonly clusters: readonly string[];
  readonly below: readonly FederatedName[];
};

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

/**
 * The names that a Service must have in a federation (user documentation of Federation v1, "Understanding and creating
 * DNS entries"). Worked out here on its own, so that the story can hold Seamark's records against it.
 */
export const federatedNames = (topology: Topology, key: string): FederatedName => {
  const [namespace = '', service = ''] = key.split('/');
  const prefix = `${service}.${namespace}.${topology.federation}.svc`;
  const global = `${prefix}.${topology.zone}`;
  const regions = unique(topology.members.map(({ region }) => region));
  return {
    level: 'global',
    name: global,
    label: 'global',
    clusters: unique(topology.members.map(({ name }) => name)),
    below: regions.map((region) => regionName(topology, region, { prefix, global })),
  };
};

const regionName = (
  topology: Topology,
  region: string,
  { prefix, global }: { readonly prefix: string; readonly global: string },
): FederatedName => {
  const members = topology.members.filter((member) => member.region === region);
  const name = `${prefix}.${region}.${topology.zone}`;
  return {
    level: 'region',
    name,
    label: region,
    up: global,
    clusters: unique(members.map((member) => member.name)),
    below: unique(members.flatMap(({ zones }) => zones)).map((zone) => ({
      level: 'zone',
      name: `${prefix}.${zone}.${region}.${topology.zone}`,
      label: zone,
      up: name,
      clusters: unique(
        members.filter(({ zones }) => zones.includes(zone)).map((member) => member.name),
      ),
      below: [],
    })),
  };
};

/** The name and all below it, top down. */
export const allNames = (name: FederatedName): readonly FederatedName[] => [
  name,
  ...name.below.flatMap(allNames),
];
