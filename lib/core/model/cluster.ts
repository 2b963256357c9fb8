/** The name of a `Cluster` object: an RFC 1035 label (spec 2.1). */
export type ClusterName = string;

/** A condition of a `Cluster`; times are ISO 8601 with seconds. */
export type ClusterCondition = {
  readonly type: 'Ready' | 'Offline';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastProbeTime: string;
  readonly lastTransitionTime: string;
};

/** One entry of `spec.serverAddressByClientCIDRs` (spec 2.1). */
export type ServerAddress = { readonly clientCidr: string; readonly serverAddress: string };

/** A registered member cluster, with its health and its last known location. */
export type Cluster = {
  readonly name: ClusterName;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: { readonly [key: string]: string };
  readonly serverAddresses: readonly ServerAddress[];
  /** Name of the Secret that holds the credentials; absent means unauthenticated access. */
  readonly secretName?: string;
  readonly conditions: readonly ClusterCondition[];
  /** Sorted and unique; kept from the last good look while the cluster is offline. */
  readonly zones: readonly string[];
  readonly region?: string;
  readonly deleting: boolean;
};

/** Ready as every consumer understands it (spec 8.6): a condition of type Ready with status True. */
export const isReady = (cluster: Cluster): boolean =>
  cluster.conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');
