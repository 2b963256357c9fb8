import type { Cluster } from '../core/model/cluster.ts';

/** Answer of a cluster's `/healthz` (spec 8.2). */
export type HealthzAnswer =
  | {
      readonly kind: 'answered';
      readonly httpStatus: number;
      readonly body: string;
      /** Whoever answered may be anybody: its certificate is not checked. */
      readonly unverified?: boolean;
    }
  | { readonly kind: 'silent'; readonly message: string }
  /** Not asked, since its credentials could not be had or the signal fired: that says nothing about it. */
  | { readonly kind: 'unasked'; readonly message: string };

/** Labels of one node. */
export type NodeLabels = { readonly [key: string]: string };

/** Looks at a member cluster as a whole. */
export type ClusterProbe = {
  /** Never throws: silence is an answer. */
  readonly healthz: (cluster: Cluster, signal?: AbortSignal) => Promise<HealthzAnswer>;
  /** Labels of all nodes; throws `ControllerError`. */
  readonly nodeLabels: (cluster: Cluster, signal?: AbortSignal) => Promise<readonly NodeLabels[]>;
  /** True if any Service there carries the label of the federation's copies; throws `ControllerError`. */
  readonly holdsCopies: (
    cluster: Cluster,
    federation: string,
    signal?: AbortSignal,
  ) => Promise<boolean>;
};
