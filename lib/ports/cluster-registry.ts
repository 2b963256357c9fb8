import type { Cluster } from '../core/model/cluster.ts';

/** New status of a `Cluster`, whole. */
export type ClusterStatus = Pick<
  Cluster,
  'conditions' | 'zones' | 'region' | 'probes' | 'dataPlane' | 'plannedFor'
>;

/** The version of a `Cluster` that was read: a write fails as `conflict` if the object has moved on (W40). */
export type ClusterVersion = Pick<Cluster, 'name' | 'resourceVersion'>;

/** The `Cluster` objects of the host cluster. Every call throws `ControllerError`. */
export type ClusterRegistry = {
  /** All registered clusters, sorted by name. */
  readonly list: (signal?: AbortSignal) => Promise<readonly Cluster[]>;
  /** Replaces the status of one and returns the object as stored; undefined if it is gone. */
  readonly writeStatus: (
    version: ClusterVersion,
    status: ClusterStatus,
    signal?: AbortSignal,
  ) => Promise<Cluster | undefined>;
  /** Replaces the finalizers of one and returns the object as stored; undefined if it is gone, or went as its last finalizer did. */
  readonly writeFinalizers: (
    version: ClusterVersion,
    finalizers: readonly string[],
    signal?: AbortSignal,
  ) => Promise<Cluster | undefined>;
};
