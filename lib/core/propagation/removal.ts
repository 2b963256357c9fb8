import type { ObservedCluster } from '../model/observed.ts';
import type { ClusterChange, Problem } from '../model/plan.ts';
import { propagatedReasons } from '../model/propagated-reasons.ts';
import type { PlanSettings } from '../model/settings.ts';
import { isCopy } from './cluster-service.ts';

type Settings = Pick<PlanSettings, 'federation'>;

/** The delete that takes our own copy out of a cluster; undefined if there is none to take, or it is going already (W28). */
export const removalOf = (
  { cluster, view }: ObservedCluster,
  settings: Settings,
): ClusterChange | undefined => {
  if (view.kind !== 'read' || view.service === undefined) return undefined;
  if (!isCopy(view.service, settings) || view.service.deletionTimestamp) return undefined;
  return { kind: 'delete', cluster: cluster.name, uid: view.service.uid };
};

/** Says that a copy was asked to go and is still held there; undefined if none is. */
export const leavingCopy = (
  { cluster, view }: ObservedCluster,
  settings: Settings,
): Problem | undefined => {
  const copy = view.kind === 'read' ? view.service : undefined;
  if (!copy?.deletionTimestamp || !isCopy(copy, settings)) return undefined;
  return {
    condition: 'Propagated',
    reason: propagatedReasons.waiting,
    cluster: cluster.name,
    message: `${cluster.name} is deleting its copy (finalizers: ${copy.finalizers.join(', ')})`,
  };
};
