import type { Cluster, ClusterCondition } from '../model/cluster.ts';
import { eventMessageLimit, type ObjectEvent } from '../model/object-event.ts';
import { eventReasons } from './event-reasons.ts';

type Health = 'ready' | 'not-ready' | 'offline' | 'unknown';

/** What a look at a cluster tells beside its `Cluster` object: one Event when its health turned, none while it stays. */
export const clusterEvents = (
  cluster: Pick<Cluster, 'name' | 'uid' | 'conditions'>,
  found: readonly ClusterCondition[],
): readonly ObjectEvent[] => {
  const health = healthOf(found);
  if (health === healthOf(cluster.conditions) || health === 'unknown') return [];
  const about = found.find(({ type }) => type === (health === 'offline' ? 'Offline' : 'Ready'));
  return [
    {
      subject: { kind: 'Cluster', name: cluster.name, uid: cluster.uid },
      ...turned[health],
      message: (about?.message ?? health).slice(0, eventMessageLimit),
    },
  ];
};

const turned = {
  ready: { type: 'Normal', reason: eventReasons.clusterReady },
  'not-ready': { type: 'Warning', reason: eventReasons.clusterNotReady },
  offline: { type: 'Warning', reason: eventReasons.clusterOffline },
} as const;

const healthOf = (conditions: readonly ClusterCondition[]): Health => {
  const statusOf = (wanted: string) => conditions.find(({ type }) => type === wanted)?.status;
  if (statusOf('Offline') === 'True') return 'offline';
  if (statusOf('Ready') === 'True') return 'ready';
  return statusOf('Ready') === 'False' ? 'not-ready' : 'unknown';
};
