import type { EksCluster } from '../core/model/eks-cluster.ts';

/** Where the API of an EKS cluster is, and who vouches for it. */
export type EksEndpoint = {
  /** URL. */
  readonly server: string;
  /** PEM. */
  readonly ca: string;
};

/** Access to EKS clusters. Every call throws `ControllerError`: `terminal` for what an operator must repair. */
export type EksClusters = {
  /** Endpoint and authority of a cluster that can be used; kept, since both change seldom. */
  readonly endpoint: (cluster: EksCluster) => Promise<EksEndpoint>;
  /** A bearer token for the cluster's API, good for minutes; kept for less than that. */
  readonly token: (cluster: EksCluster) => Promise<string>;
  /**
   * The cluster's API did not answer, or refused that token: what is known of the cluster is asked for anew. What was learned just now is
   * kept, so that a cluster that refuses everybody does not cost a call of EKS each time.
   */
  readonly doubt: (cluster: EksCluster, token?: string) => void;
};
