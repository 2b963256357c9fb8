import type { Cluster, ClusterName } from '../../../../lib/core/model/cluster.ts';
import type { Clock } from '../../../../lib/ports/clock.ts';
import type { ClusterProbe } from '../../../../lib/ports/cluster-probe.ts';
import type { ClusterRegistry } from '../../../../lib/ports/cluster-registry.ts';
import type { EventRecorder } from '../../../../lib/ports/event-recorder.ts';
import type { FederatedServices } from '../../../../lib/ports/federated-services.ts';
import type { MemberClusters } from '../../../../lib/ports/member-clusters.ts';
import { type Gate, openGate } from '../../gate.ts';
import { type ClusterObjects, createFakeClusterRegistry } from './fake-cluster-registry.ts';
import { createFakeEventRecorder, type StoredEvent } from './fake-event-recorder.ts';
import { createFakeFederatedServices } from './fake-federated-services.ts';
import { createFakeClusterProbe, createFakeMemberClusters } from './fake-member-clusters.ts';
import { createClusterState, createMembers, type FakeCluster } from './fake-world.ts';

/** The handles by which a test edits what the ports see; none of them passes the gate. */
export type FakeWorld = {
  readonly host: FakeCluster;
  /** The `Cluster` objects of the host. */
  readonly clusters: ClusterObjects;
  /** Events on the host, in the order of first telling. */
  readonly events: () => readonly StoredEvent[];
  /** A member cluster; it starts empty and answers from the first time that it is named here. */
  readonly member: (name: ClusterName) => FakeCluster;
  /** Registers a member that is Ready, with a location, nodes that say the same, and an API that answers. */
  readonly join: (
    name: ClusterName,
    location: { readonly region: string; readonly zones: readonly string[] },
  ) => Cluster;
};

/** The Kubernetes ports on one world in memory. */
export type FakeKubernetes = {
  readonly federatedServices: FederatedServices;
  readonly clusterRegistry: ClusterRegistry;
  readonly memberClusters: MemberClusters;
  readonly clusterProbe: ClusterProbe;
  readonly eventRecorder: EventRecorder;
  readonly world: FakeWorld;
};

/**
 * Starts an empty host and no members. The ports refuse what an API server refuses: stale resource versions, other
 * uids, new finalizers on a deleting object, invalid Services. Calls pass the gate as `<port>.<method>`, such as
 * `memberClusters.applyService`.
 */
export const createFakeKubernetes = (options: {
  readonly gate?: Gate;
  readonly clock: Pick<Clock, 'now'>;
  /** Objects of a page of any list; 500 unless given, as Seamark asks for. */
  readonly pageSize?: number;
}): FakeKubernetes => {
  const gate = options.gate ?? openGate;
  const { pageSize = 500 } = options;
  const now = (): number => options.clock.now();
  const host = createClusterState('host', now);
  const members = createMembers(now);
  const registry = createFakeClusterRegistry(gate, host);
  const recorder = createFakeEventRecorder(gate, host);
  const member = (name: ClusterName): FakeCluster => members.open(name).handle;
  return {
    federatedServices: createFakeFederatedServices({ gate, pageSize }, host),
    clusterRegistry: registry.port,
    memberClusters: createFakeMemberClusters({ gate, pageSize }, members),
    clusterProbe: createFakeClusterProbe(gate, members),
    eventRecorder: recorder.port,
    world: {
      host: host.handle,
      clusters: registry.objects,
      events: recorder.stored,
      member,
      join: (name, location) => {
        member(name).setNodes(
          location.zones.map((zone) => ({
            'topology.kubernetes.io/region': location.region,
            'topology.kubernetes.io/zone': zone,
          })),
        );
        return registry.objects.put({
          name,
          ...location,
          conditions: [
            {
              type: 'Ready',
              status: 'True',
              reason: 'ClusterReady',
              message: '/healthz responded with ok',
              ...stamps(now()),
            },
          ],
        });
      },
    },
  };
};

const stamps = (ms: number) => {
  const time = `${new Date(ms).toISOString().slice(0, 19)}Z`;
  return { lastProbeTime: time, lastTransitionTime: time };
};
