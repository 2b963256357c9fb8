import type { ClusterName } from '../../lib/core/model/cluster.ts';
import type { LedgerEntry } from '../../lib/core/model/ledger-entry.ts';
import type { Observed, ObservedCluster } from '../../lib/core/model/observed.ts';
import type { PlanSettings } from '../../lib/core/model/settings.ts';
import { serviceWork } from '../../lib/core/model/work-key.ts';
import { desiredClusterService } from '../../lib/core/propagation/cluster-service.ts';
import { resolved } from './arbitraries/addresses.ts';
import type { MemberSituation, Situation } from './arbitraries/situations.ts';
import {
  createServiceStore,
  type SeamarkWrites,
  type ServiceStore,
} from './fakes/kubernetes/service-store.ts';

type Store = ServiceStore & SeamarkWrites;

/** A situation on fakes: the members' stores, and what a pass observes of them. */
export type Stage = {
  readonly stores: ReadonlyMap<ClusterName, Store>;
  readonly observe: (service: Observed['service'], ledger: readonly LedgerEntry[]) => Observed;
};

/** A moment long after everything in a situation. */
const now = Date.UTC(2026, 0, 5, 12);

/** Sets a situation up. */
export const stageOf = (situation: Situation, settings: PlanSettings): Stage => {
  const { key } = situation.service;
  const stores = new Map(
    situation.members.map((member) => [member.cluster.name, storeOf(member, situation, settings)]),
  );
  const view = (member: MemberSituation): ObservedCluster['view'] => {
    if (member.health === 'silent') return { kind: 'not-ready' };
    if (member.health === 'failing') {
      return { kind: 'unread', failure: 'transient', message: 'no answer' };
    }
    const service = stores.get(member.cluster.name)?.get(key);
    const { readyEndpoints } = member;
    return { kind: 'read', readyEndpoints, ...(service === undefined ? {} : { service }) };
  };
  return {
    stores,
    observe: (service, ledger) => ({
      key,
      now,
      ...(service === undefined ? {} : { service }),
      clusters: situation.members.map((member) => ({
        cluster:
          member.health === 'silent' ? { ...member.cluster, conditions: [] } : member.cluster,
        view: view(member),
      })),
      ledger,
      resolved,
      row: { key: serviceWork(key), generation: 1, done: 0, fence: 1, attempts: 0, applied: {} },
    }),
  };
};

const storeOf = (
  member: MemberSituation,
  { service, before }: Situation,
  settings: PlanSettings,
): Store => {
  const store = createServiceStore({ cluster: member.cluster.name, now: () => now });
  const declared = member.copy === 'ours' ? service : before;
  if (member.copy === 'none') return store;
  if (member.copy === 'namesake') {
    store.put({ key: service.key, spec: before.spec });
  } else {
    store.apply(desiredClusterService(declared, settings));
  }
  if (store.get(service.key)?.spec['type'] === 'LoadBalancer') {
    store.setIngress(service.key, member.ingress);
  }
  if (member.copy === 'leaving') {
    store.edit(service.key, (copy) => ({ ...copy, finalizers: ['cloud.example.test/hold'] }));
    store.remove(service.key);
  }
  return store;
};
