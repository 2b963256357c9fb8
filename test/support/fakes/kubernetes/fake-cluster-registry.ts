import { isDeepStrictEqual } from 'node:util';
import type { Cluster, ClusterName } from '../../../../lib/core/model/cluster.ts';
import { ControllerError } from '../../../../lib/core/model/failure.ts';
import type { ClusterRegistry, ClusterVersion } from '../../../../lib/ports/cluster-registry.ts';
import { type Gate, through } from '../../gate.ts';
import type { ClusterState } from './fake-world.ts';
import { counter, uidOf } from './service-store.ts';

/** The `Cluster` objects of the host as tests edit them. */
export type ClusterObjects = {
  readonly get: (name: ClusterName) => Cluster | undefined;
  /** Registers a cluster, without conditions or location unless they are given. */
  readonly put: (cluster: Partial<Cluster> & Pick<Cluster, 'name'>) => Cluster;
  readonly edit: (name: ClusterName, change: (now: Cluster) => Cluster) => Cluster;
  /** Deletes it, which waits for its finalizers. */
  readonly remove: (name: ClusterName) => void;
  /** Takes its finalizers off by hand, and it with them. */
  readonly forceAway: (name: ClusterName) => void;
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
  const current = (version: ClusterVersion, part: string): Cluster | undefined => {
    const now = stored.get(version.name);
    if (now !== undefined && now.resourceVersion !== version.resourceVersion)
      throw new ControllerError(
        'conflict',
        `Cannot write the ${part} of Cluster ${version.name}: the object has been modified`,
      );
    return now;
  };
  const objects: ClusterObjects = {
    get: (name) => stored.get(name),
    put: (cluster) => save({ ...blank, uid: uidOf('cluster', count()), ...cluster }),
    edit: (name, change) => {
      const now = stored.get(name);
      if (!now) throw new Error(`Cannot edit Cluster ${name}: there is none`);
      return save(change(now));
    },
    remove: (name) => {
      const now = stored.get(name);
      if (now && now.finalizers.length > 0) save({ ...now, deleting: true });
      else stored.delete(name);
    },
    forceAway: (name) => void stored.delete(name),
  };
  const port: ClusterRegistry = {
    list: (signal) =>
      through(gate, 'clusterRegistry.list', () => {
        host.admit(signal);
        return [...stored.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      }),
    writeStatus: (version, status, signal) =>
      through(gate, 'clusterRegistry.writeStatus', () => {
        host.admit(signal);
        const now = current(version, 'status');
        if (!now) return undefined;
        const { name, uid, labels, serverAddresses, credentials, ...rest } = now;
        const { resourceVersion, finalizers, deleting } = rest;
        const kept = { name, uid, labels, serverAddresses, credentials };
        const { dataPlane, ...told } = status;
        const window = dataPlane?.length ? { dataPlane } : {};
        const next = { ...kept, resourceVersion, finalizers, deleting, ...told, ...window };
        return isDeepStrictEqual(next, now) ? now : save(next);
      }),
    writeFinalizers: (version, finalizers, signal) =>
      through(gate, 'clusterRegistry.writeFinalizers', () => {
        host.admit(signal);
        const now = current(version, 'finalizers');
        if (!now) return undefined;
        if (now.deleting && finalizers.some((one) => !now.finalizers.includes(one)))
          throw new ControllerError(
            'terminal',
            `Cannot write the finalizers of Cluster ${now.name}: no new finalizers can be added if the object is being deleted`,
          );
        if (isDeepStrictEqual(now.finalizers, finalizers)) return now;
        if (!now.deleting || finalizers.length > 0) return save({ ...now, finalizers });
        stored.delete(now.name);
        return undefined;
      }),
  };
  return { port, objects };
};

const blank: Omit<Cluster, 'name' | 'uid'> = {
  resourceVersion: '0',
  labels: {},
  serverAddresses: [{ clientCidr: '0.0.0.0/0', serverAddress: 'https://cluster.example' }],
  credentials: { kind: 'none' },
  conditions: [],
  zones: [],
  finalizers: [],
  deleting: false,
};
