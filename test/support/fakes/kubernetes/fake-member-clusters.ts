import type { Cluster } from '../../../../lib/core/model/cluster.ts';
import type { ClusterProbe } from '../../../../lib/ports/cluster-probe.ts';
import type { MemberClusters } from '../../../../lib/ports/member-clusters.ts';
import { type Gate, through } from '../../gate.ts';
import type { ClusterState, Members } from './fake-world.ts';
import { namespaceTerminating } from './refusals.ts';

/** The port over the members' Services. */
export const createFakeMemberClusters = (gate: Gate, members: Members): MemberClusters => {
  const admitted = (cluster: Cluster, signal: AbortSignal | undefined): ClusterState => {
    const state = members.of(cluster);
    state.admit(signal);
    return state;
  };
  return {
    readService: (cluster, key, signal) =>
      through(gate, 'memberClusters.readService', () => admitted(cluster, signal).handle.get(key)),
    countReadyEndpoints: (cluster, key, signal) =>
      through(gate, 'memberClusters.countReadyEndpoints', () =>
        admitted(cluster, signal).endpoints(key),
      ),
    applyService: (cluster, manifest, signal) =>
      through(gate, 'memberClusters.applyService', () => {
        const state = admitted(cluster, signal);
        const { namespace } = manifest.key;
        // Objects that stand already may still be changed while their namespace goes.
        if (state.terminates(namespace) && !state.handle.get(manifest.key))
          throw namespaceTerminating(cluster.name, namespace);
        return state.seamark.apply(manifest);
      }),
    deleteService: (cluster, target, signal) =>
      through(gate, 'memberClusters.deleteService', () =>
        admitted(cluster, signal).handle.remove(target.key, { uid: target.uid }),
      ),
  };
};

/** The port that looks at the members' health and nodes. */
export const createFakeClusterProbe = (gate: Gate, members: Members): ClusterProbe => ({
  healthz: (cluster, signal) =>
    through(gate, 'clusterProbe.healthz', () =>
      signal?.aborted
        ? { kind: 'silent', message: 'the call was aborted' }
        : members.open(cluster.name).healthz(),
    ),
  nodeLabels: (cluster, signal) =>
    through(gate, 'clusterProbe.nodeLabels', () => {
      const state = members.of(cluster);
      state.admit(signal);
      return state.nodes();
    }),
});
