import type { Cluster } from '../../../../lib/core/model/cluster.ts';
import { federationLabel } from '../../../../lib/core/model/names.ts';
import type { ClusterProbe } from '../../../../lib/ports/cluster-probe.ts';
import type { MemberClusters } from '../../../../lib/ports/member-clusters.ts';
import { type Gate, through } from '../../gate.ts';
import type { ClusterState, Members } from './fake-world.ts';
import { pageOf } from './list-page.ts';
import { namespaceMissing, namespaceTerminating } from './refusals.ts';

/** The port over the members' Services. */
export const createFakeMemberClusters = (
  { gate, pageSize }: { readonly gate: Gate; readonly pageSize: number },
  members: Members,
): MemberClusters => {
  const admitted = async (
    cluster: Cluster,
    signal: AbortSignal | undefined,
  ): Promise<ClusterState> => {
    const state = members.of(cluster);
    state.admit(signal);
    await state.answers(signal);
    return state;
  };
  return {
    readService: (cluster, key, signal) =>
      through(gate, 'memberClusters.readService', async () =>
        (await admitted(cluster, signal)).handle.get(key),
      ),
    countReadyEndpoints: (cluster, key, signal) =>
      through(gate, 'memberClusters.countReadyEndpoints', async () =>
        (await admitted(cluster, signal)).endpoints(key),
      ),
    listServices: (cluster, options, signal) =>
      through(gate, 'memberClusters.listServices', async () =>
        pageOf((await admitted(cluster, signal)).handle.after, options, { size: pageSize }),
      ),
    listSlices: (cluster, options, signal) =>
      through(gate, 'memberClusters.listSlices', async () => {
        const state = await admitted(cluster, signal);
        const page = pageOf(state.handle.after, options, { size: pageSize, holds: state.hasSlice });
        const items = page.items.map(({ key }) => ({
          key,
          ready: addresses(state.endpoints(key)),
        }));
        return { ...page, items };
      }),
    applyService: (cluster, { manifest, createNamespace, adopts }, signal) =>
      through(gate, 'memberClusters.applyService', async () => {
        const state = await admitted(cluster, signal);
        const { key } = manifest;
        if (!state.namespaces.has(key.namespace)) {
          if (!createNamespace) throw namespaceMissing(cluster.name, key);
          state.namespaces.make(key.namespace);
        }
        // Objects that stand already may still be changed while their namespace goes.
        if (state.namespaces.terminates(key.namespace) && !state.handle.get(key))
          throw namespaceTerminating(cluster.name, key);
        state.admitWrite('apply', key);
        return state.seamark.apply(manifest, adopts);
      }),
    deleteService: (cluster, target, signal) =>
      through(gate, 'memberClusters.deleteService', async () => {
        const state = await admitted(cluster, signal);
        state.admitWrite('delete', target.key);
        state.handle.remove(target.key, { precondition: { uid: target.uid } });
      }),
  };
};

const addresses = (ready: number): readonly string[] =>
  Array.from({ length: ready }, (_, at) => `10.0.0.${at + 1}`);

/** The port that looks at the members' health and nodes. */
export const createFakeClusterProbe = (gate: Gate, members: Members): ClusterProbe => ({
  healthz: (cluster, signal) =>
    through(gate, 'clusterProbe.healthz', () =>
      signal?.aborted
        ? { kind: 'unasked', message: 'the call was aborted' }
        : members.open(cluster.name).healthz(),
    ),
  nodeLabels: (cluster, signal) =>
    through(gate, 'clusterProbe.nodeLabels', () => {
      const state = members.of(cluster);
      state.admit(signal);
      return state.nodes();
    }),
  holdsCopies: (cluster, federation, signal) =>
    through(gate, 'clusterProbe.holdsCopies', () => {
      const state = members.of(cluster);
      state.admit(signal);
      return state.handle.all().some(({ labels }) => labels[federationLabel] === federation);
    }),
});
