import type { Cluster } from '../model/cluster.ts';
import type { Json } from '../model/json.ts';
import { sameJson } from '../model/same-json.ts';
import type { Ms } from '../model/time.ts';

/** The part of a `Cluster` that looks write. */
type Status = Pick<
  Cluster,
  'conditions' | 'zones' | 'region' | 'probes' | 'dataPlane' | 'plannedFor'
>;

/** An unchanged status is written again after this long, so that `lastProbeTime` shows that somebody looks. */
const heartbeatMs: Ms = 60_000;

/** True if the found status should be stored: something changed, or the last heartbeat is old. */
export const mustWrite = (stored: Status, found: Status): boolean =>
  !sameJson(wordsOf(stored), wordsOf(found)) || probedAt(found) - probedAt(stored) >= heartbeatMs;

const wordsOf = (status: Status): Json => ({
  conditions: [...status.conditions]
    .sort((left, right) => (left.type < right.type ? -1 : 1))
    .map(({ type, status: holds, reason, message }) => [type, holds, reason, message]),
  zones: status.zones,
  region: status.region ?? null,
  probes: status.probes ?? null,
  // An empty window is stored as none.
  dataPlane: status.dataPlane ?? [],
  plannedFor: status.plannedFor ?? null,
});

const probedAt = (status: Status): number =>
  Math.min(...status.conditions.map(({ lastProbeTime }) => Date.parse(lastProbeTime)));
