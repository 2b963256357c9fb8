import type { ObservedCluster } from '../model/observed.ts';
import type { ClusterChange } from '../model/plan.ts';
import type { PlanSettings } from '../model/settings.ts';
import { removalOf } from './removal.ts';

/** The clusters that take part: one that is being deleted does not any more, whatever it still holds (W4). */
export const staying = (clusters: readonly ObservedCluster[]): readonly ObservedCluster[] =>
  clusters.filter(({ cluster }) => !cluster.deleting);

/** The copies that go with the clusters that are being deleted: none, unless the settings say so. */
export const departures = (
  clusters: readonly ObservedCluster[],
  settings: Pick<PlanSettings, 'federation' | 'hostCluster' | 'leaving'>,
): readonly ClusterChange[] => {
  if (settings.leaving === 'keep') return [];
  return clusters
    .filter(({ cluster }) => cluster.deleting && cluster.name !== settings.hostCluster)
    .flatMap((observed) => removalOf(observed, settings) ?? []);
};
