import fc from 'fast-check';
import type { Cluster } from '../../../lib/core/model/cluster.ts';
import { aCluster } from '../builders/cluster.ts';

const names = ['ohio', 'oregon', 'seoul', 'tokyo'] as const;

// The same zone names in every region, as some clouds have them (W15).
const place = fc.record(
  {
    region: fc.constantFrom('east', 'west'),
    zones: fc.subarray(['a', 'b', 'c']),
  },
  { requiredKeys: ['zones'] },
);

const withPlace = (
  name: string,
  { region, zones }: { readonly region?: string; readonly zones: readonly string[] },
): Cluster => {
  const { region: _default, ...unplaced } = aCluster(name, { zones });
  return region === undefined ? unplaced : { ...unplaced, region };
};

/** Registered clusters, sorted by name: none to four, some of which have no known place. */
export const clusters: fc.Arbitrary<readonly Cluster[]> = fc
  .uniqueArray(fc.record({ name: fc.constantFrom(...names), place }), {
    selector: ({ name }) => name,
    maxLength: names.length,
  })
  .map((list) =>
    list
      .map((one) => withPlace(one.name, one.place))
      .sort((left, right) => (left.name < right.name ? -1 : 1)),
  );
