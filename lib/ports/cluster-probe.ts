import type { Cluster } from '../core/model/cluster.ts';

/** Answer of a cluster's `/healthz` (spec 8.2). */
export type HealthzAnswer =
  | { readonly kind: 'answered'; readonly httpStatus: number; readonly body: string }
  | { readonly kind: 'silent'; readonly message: string };

/** Labels of one node. */
export type NodeLabels = { readonly [key: string]: string };

/** Looks at the health and the nodes of a member cluster. */
export type ClusterProbe = {
  /** Never throws: silence is an answer. */
  readonly healthz: (cluster: Cluster, signal?: AbortSignal) => Promise<HealthzAnswer>;
  /** Labels of all nodes; throws `ControllerError`. */
  readonly nodeLabels: (cluster: Cluster, signal?: AbortSignal) => Promise<readonly NodeLabels[]>;
};
