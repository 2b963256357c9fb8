/** A cluster on EKS, as a `Cluster`, a kubeconfig or a setting names it. */
export type EksCluster = {
  /** As EKS knows it; a local cluster on Outposts goes by its id. */
  readonly clusterName: string;
  /** Absent means the region of the function itself. */
  readonly region?: string;
  /** Role to assume for every call; absent means the function's own. */
  readonly roleArn?: string;
};
