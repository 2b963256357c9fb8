/** Where a cluster stands: its zones, sorted and unique, and its region. */
export type Location = { readonly zones: readonly string[]; readonly region?: string };

const zoneLabels = [
  'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/zone',
] as const;
const regionLabels = [
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/region',
] as const;

type Labels = { readonly [key: string]: string };

/**
 * The location that the nodes' labels tell. Nodes without labels are skipped; what no node tells stays as it was last known, as it
 * does while the nodes can't be listed (spec 8.4, W5).
 */
export const locationOf = (nodes: readonly Labels[], lastKnown: Location): Location => {
  const zones = [...new Set(nodes.flatMap((labels) => labelValue(labels, zoneLabels)))].sort();
  const region = mostCommon(nodes.flatMap((labels) => labelValue(labels, regionLabels)));
  const known = region ?? lastKnown.region;
  return {
    zones: zones.length > 0 ? zones : lastKnown.zones,
    ...(known === undefined ? {} : { region: known }),
  };
};

const labelValue = (labels: Labels, keys: readonly string[]): readonly string[] => {
  const value = keys.map((key) => labels[key]).find((text) => text !== undefined && text !== '');
  return value === undefined ? [] : [value];
};

// The order of nodes in a list means nothing, so the first one must not decide.
const mostCommon = (values: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].sort(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1),
  );
  return sorted[0]?.[0];
};
