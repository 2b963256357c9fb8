import { isDeepStrictEqual } from 'node:util';
import type { Cluster, ClusterName } from '../../../../lib/core/model/cluster.ts';
import type { ClusterRegistry } from '../../../../lib/ports/cluster-registry.ts';
import { type Gate, through } from '../../gate.ts';
import type { ClusterState } from './fake-world.ts';
import { counter, uidOf } from './service-store.ts';

/** The `Cluster` objects of the host as tests edit them. */
export type ClusterObjects = {
  readonly get: (name: ClusterName) => Cluster | undefined;
  /** Registers a cluster, without conditions or location unless they are given. */
  readonly put: (cluster: Partial<Cluster> & Pick<Cluster, 'name'>) => Cluster;
  readonly edit: (name: ClusterName, change: (now: Cluster) => Cluster) => Cluster;
  readonly remove: (name: ClusterName) => void;
};

/** The registry port and the handle on the same objects. */
export const createFakeClusterRegistry = (
  gate: Gate,
  host: ClusterState,
): { readonly port: ClusterRegistry; readonly objects: ClusterObjects } => {
  const stored = new Map<ClusterName, Cluster>();
  const count = counter();
  const save = (cluster: Cluster): Cluster => {
    const written = { ...cluster, resourceVersion: String(count()) };
    stored.set(cluster.name, written);
    return written;
  };
  const objects: ClusterObjects = {
    get: (name) => stored.get(name),
    put: (cluster) => save({ ...blank, uid: uidOf('cluster', count()), ...cluster }),
    edit: (name, change) => {
      const now = stored.get(name);
      if (!now) throw new Error(`Cannot edit Cluster ${name}: there is none`);
      return save(change(now));
    },
    remove: (name) => void stored.delete(name),
  };
  const port: ClusterRegistry = {
    list: (signal) =>
      through(gate, 'clusterRegistry.list', () => {
        host.admit(signal);
        return [...stored.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      }),
    writeStatus: (name, status, signal) =>
      through(gate, 'clusterRegistry.writeStatus', () => {
        host.admit(signal);
        const now = stored.get(name);
        if (!now) return;
        const { region: _, ...rest } = now;
        const next = { ...rest, ...status };
        if (!isDeepStrictEqual(next, now)) save(next);
      }),
  };
  return { port, objects };
};

const blank: Omit<Cluster, 'name' | 'uid'> = {
  resourceVersion: '0',
  labels: {},
  serverAddresses: [{ clientCidr: '0.0.0.0/0', serverAddress: 'https://cluster.example' }],
  conditions: [],
  zones: [],
  deleting: false,
};
