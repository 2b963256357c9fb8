import type { Cluster, ClusterCondition, ClusterName } from '../core/model/cluster.ts';

/** New status of a `Cluster`. */
export type ClusterStatus = {
  readonly conditions: readonly ClusterCondition[];
  readonly zones: readonly string[];
  readonly region?: string;
};

/** The `Cluster` objects of the host cluster. Every call throws `ControllerError`. */
export type ClusterRegistry = {
  /** All registered clusters, sorted by name. */
  readonly list: (signal?: AbortSignal) => Promise<readonly Cluster[]>;
  /** Replaces the status of one; a cluster that is gone is no error. */
  readonly writeStatus: (
    name: ClusterName,
    status: ClusterStatus,
    signal?: AbortSignal,
  ) => Promise<void>;
};
