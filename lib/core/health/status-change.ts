import { type Cluster, type ClusterCondition, isReady } from '../model/cluster.ts';
import type { Ms } from '../model/time.ts';
import type { Location } from './location.ts';

/** What a look at a cluster found. */
export type Look = {
  readonly conditions: readonly ClusterCondition[];
  readonly location: Location;
};

/** An unchanged status is written again after this long, so that `lastProbeTime` shows that somebody looks. */
const heartbeatMs: Ms = 60_000;

/** True if the found status should be stored: something changed, or the last heartbeat is old. */
export const mustWrite = (cluster: Cluster, look: Look): boolean => {
  if (movedFrom(cluster, look.location)) return true;
  return look.conditions.some((condition) => {
    const before = cluster.conditions.find(({ type }) => type === condition.type);
    if (before === undefined) return true;
    const changed =
      before.status !== condition.status ||
      before.reason !== condition.reason ||
      before.message !== condition.message;
    return changed || ageMs(before, condition) >= heartbeatMs;
  });
};

const ageMs = (before: ClusterCondition, after: ClusterCondition): Ms =>
  Date.parse(after.lastProbeTime) - Date.parse(before.lastProbeTime);

/** Why all Services must be looked at because of this cluster; undefined if they need not. */
export const fleetChange = (
  cluster: Cluster,
  look: Look,
): 'became-available' | 'became-unavailable' | 'moved' | undefined => {
  const ready = isReady({ ...cluster, conditions: look.conditions });
  if (ready && !isReady(cluster)) return 'became-available';
  if (!ready && isReady(cluster)) return 'became-unavailable';
  return movedFrom(cluster, look.location) ? 'moved' : undefined;
};

const movedFrom = (cluster: Cluster, location: Location): boolean =>
  cluster.region !== location.region || cluster.zones.join('\n') !== location.zones.join('\n');
