import type { EksCluster } from './eks-cluster.ts';

/** The name of a `Cluster` object: an RFC 1035 label (spec 2.1). */
export type ClusterName = string;

/** A condition of a `Cluster`; times are ISO 8601 with seconds. */
export type ClusterCondition = {
  readonly type: 'Ready' | 'Offline' | 'Withdrawn';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastProbeTime: string;
  readonly lastTransitionTime: string;
};

/** One entry of `spec.serverAddressByClientCIDRs` (spec 2.1). */
export type ServerAddress = { readonly clientCidr: string; readonly serverAddress: string };

/** What proves to a cluster's API who calls. */
export type ClusterCredentials =
  /** Nothing: it is asked unauthenticated. */
  | { readonly kind: 'none' }
  /** A Secret on the host (spec 8.7); a context is one of the kubeconfig in it, the current one unless given. */
  | { readonly kind: 'secret'; readonly name: string; readonly context?: string }
  /** A kubeconfig in Secrets Manager, by name or ARN. */
  | { readonly kind: 'stored-kubeconfig'; readonly name: string; readonly context?: string }
  | { readonly kind: 'eks'; readonly cluster: EksCluster }
  /** More than one of these, so that nobody knows which is meant. */
  | { readonly kind: 'unclear'; readonly fields: readonly string[] };

/** Looks in a row with the same outcome, each counted up to the threshold that it is held against (W36). */
export type ProbeRuns = {
  /** Looks that found anything but a healthy cluster. */
  readonly failures: number;
  /** Looks that its API did not answer at all. */
  readonly silences: number;
  readonly successes: number;
};

/** What one look at a cluster's published addresses found. */
export type DataPlaneLook = 'answers' | 'fails';

/** What the Services were last planned for; they are planned anew once the cluster differs from it. */
export type PlannedFor = {
  readonly available: boolean;
  readonly withdrawn: boolean;
  /** Stands for everything else of the cluster that plans depend on. */
  readonly mark: string;
};

/** A registered member cluster, with its health and its last known location. */
export type Cluster = {
  readonly name: ClusterName;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: { readonly [key: string]: string };
  /** Empty where the credentials tell the address too. */
  readonly serverAddresses: readonly ServerAddress[];
  readonly credentials: ClusterCredentials;
  readonly conditions: readonly ClusterCondition[];
  /** Sorted and unique; kept from the last good look while the cluster is offline. */
  readonly zones: readonly string[];
  readonly region?: string;
  readonly finalizers: readonly string[];
  /** Absent before the first look. */
  readonly probes?: ProbeRuns;
  /** The last looks at its published addresses, newest last; none while its API answers. */
  readonly dataPlane?: readonly DataPlaneLook[];
  readonly plannedFor?: PlannedFor;
  /** A delete was asked for: it takes part in nothing any more, and its finalizer waits for what is left of it. */
  readonly deleting: boolean;
};

/** Ready as every consumer understands it (spec 8.6): a condition of type Ready with status True. */
export const isReady = (cluster: Pick<Cluster, 'conditions'>): boolean =>
  cluster.conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');

/** True if its addresses are left out of the names because it is dark: the health look decides, everybody else reads this. */
export const isWithdrawn = (cluster: Pick<Cluster, 'conditions'>): boolean =>
  cluster.conditions.some(({ type, status }) => type === 'Withdrawn' && status === 'True');
