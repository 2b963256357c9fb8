import { clusterSelectorAnnotation } from '../model/names.ts';
import type { ObservedCluster } from '../model/observed.ts';
import type { Problem } from '../model/plan.ts';
import { propagatedReasons } from '../model/propagated-reasons.ts';
import type { ServiceObject } from '../model/service-object.ts';
import { parseClusterSelector, selects } from './cluster-selector.ts';

/** Where a Service belongs. */
export type Placement = {
  /** Clusters that should hold a copy, or that take part while nobody can tell. */
  readonly chosen: readonly ObservedCluster[];
  /** Clusters that should hold none. */
  readonly others: readonly ObservedCluster[];
  /** The selector can't be read: nothing is placed or removed. */
  readonly problem?: Problem;
};

/** Places a Service by the selector in its annotation; none chooses every cluster (spec 2.4). */
export const placeService = (
  service: ServiceObject,
  clusters: readonly ObservedCluster[],
): Placement => {
  const selector = parseClusterSelector(service.annotations[clusterSelectorAnnotation]);
  if (selector.kind === 'invalid') {
    return { chosen: clusters, others: [], problem: invalidSelector(selector.message) };
  }
  const isChosen = ({ cluster }: ObservedCluster): boolean =>
    selects(selector.requirements, cluster.labels);
  return {
    chosen: clusters.filter(isChosen),
    others: clusters.filter((observed) => !isChosen(observed)),
  };
};

const invalidSelector = (message: string): Problem => ({
  condition: 'Propagated',
  reason: propagatedReasons.invalidSelector,
  message: `Cannot read annotation ${clusterSelectorAnnotation}: ${message}; copies stay as they are until it is mended`,
});
