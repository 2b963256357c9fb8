/**
 * Everything that a deployment is told, as `readSettings` gives it: checked, with the defaults filled in. The same keys stand in the
 * settings file, where the unions are told apart by their keys instead of a `kind`.
 */
export type FederationSettings = {
  /** Account that the stack stands in, 12 digits. */
  readonly account: string;
  /** Region that the stack stands in. */
  readonly region: string;
  /** Name of the federation, a label of every DNS name and part of the stack's name. */
  readonly federation: string;
  readonly zone: ZoneSettings;
  /** What every DNS name ends in, canonical: the zone's name or a name below it. */
  readonly suffix: string;
  readonly ttlSeconds: number;
  readonly hostNames: 'alias' | 'resolve';
  /** Hosted zone ids of load balancers by host-name suffix. */
  readonly elbZoneIds: { readonly [suffix: string]: string };
  readonly host: HostSettings;
  /** Name of the `Cluster` object that is the host itself. */
  readonly hostCluster?: string;
  /** The functions' own address, as members see it. */
  readonly clientIp?: string;
  /** Labels of federated Services, `key=value,…`; empty selects all. */
  readonly selector: string;
  readonly namesakes: 'refuse' | 'adopt';
  readonly createNamespaces: boolean;
  readonly leavePolicy: 'keep' | 'remove';
  readonly secretNamespace: string;
  /** Kubernetes users that the functions write as. */
  readonly ownUsernames: readonly string[];
  /** Members on EKS, the host not among them. */
  readonly eksClusters: readonly EksMember[];
  /** Names of the secrets in Secrets Manager, of the stack's account and region, that hold kubeconfigs of members. */
  readonly memberSecrets: readonly string[];
  /** Without it there is no webhook: every cluster is on EKS, or waits for the resync. */
  readonly webhook?: WebhookSettings;
  readonly delays: DelaySettings;
  readonly resyncMinutes: number;
  readonly healthMinutes: number;
  readonly health: HealthSettings;
  readonly route53RequestsPerSecond: number;
  readonly driftSweepMinutes: number;
  readonly driftPolicy: 'report' | 'repair';
  /** Time of each call to a member. */
  readonly memberLimitMs: number;
  /** The network that the functions which reach clusters are attached to; without it they stand in none. */
  readonly vpc?: VpcSettings;
  readonly logRetentionDays: number;
  readonly alarms: AlarmSettings;
  /** What becomes of table and log groups once the stack is deleted. A hosted zone that the stack made is always kept. */
  readonly removalPolicy: 'retain' | 'destroy';
};

/** The hosted zone: one that is there, perhaps in another account, or one that the stack makes and never deletes. */
export type ZoneSettings =
  | {
      readonly kind: 'existing';
      /** Bare id. */
      readonly id: string;
      readonly name?: string;
      /** Role in the zone's account that the functions assume for Route 53. */
      readonly roleArn?: string;
    }
  | { readonly kind: 'created'; readonly name: string };

/** The way to the host cluster. */
export type HostSettings =
  | { readonly kind: 'eks'; readonly cluster: EksCluster }
  /** Name of a secret in Secrets Manager, of the stack's account and region, that holds a kubeconfig. */
  | { readonly kind: 'secret'; readonly name: string };

/** A cluster on EKS. */
export type EksCluster = {
  /** As EKS knows it. */
  readonly name: string;
  readonly region: string;
  readonly account: string;
  /** Role that the functions assume for the cluster; without it they go as themselves. */
  readonly roleArn?: string;
  /** Whether its audit log is subscribed to; only in the stack's own account and region. */
  readonly auditLogs: boolean;
};

/** An EKS cluster that is a member. */
export type EksMember = EksCluster & {
  /** Name of its `Cluster` object. */
  readonly cluster: string;
};

/** The audit webhook of self-managed clusters. */
export type WebhookSettings = {
  readonly front: WebhookFront;
  /** Invocations at once that are the function's own and no more; `none` leaves it to the account's. */
  readonly reservedConcurrency: number | 'none';
  /** SHA-256 of each valid bearer token, base64url without padding, by the cluster that sends it; `host` is the host. */
  readonly tokenHashes: { readonly [cluster: string]: readonly string[] };
};

/** What stands before the webhook: a function URL, or an HTTP API that asks for client certificates. */
export type WebhookFront =
  | { readonly kind: 'function-url' }
  | {
      readonly kind: 'http-api';
      readonly domainName: string;
      readonly certificateArn: string;
      /** `s3://bucket/key` of the certificates that clients' certificates are signed by. */
      readonly truststore: string;
      /** Version of that object; the latest without it, as of when the template last changed. */
      readonly truststoreVersion?: string;
    };

/** How long work waits for more of its kind. */
export type DelaySettings = {
  /** After a change in a member. */
  readonly reviewMs: number;
  /** After a cluster became available. */
  readonly clusterAvailableMs: number;
  /** Between the first change of a zone and its publication. */
  readonly publishMs: number;
};

/** How the health of clusters is judged. */
export type HealthSettings = {
  readonly probeFailures: number;
  readonly probeSuccesses: number;
  readonly offlinePolicy: 'preserve' | 'withdraw';
  readonly withdrawFailures: number;
  readonly withdrawLooks: number;
  /** From 0 to 1. */
  readonly withdrawShare: number;
};

/** A network as it stands: nothing is looked up when the stack is built. */
export type VpcSettings = {
  readonly id: string;
  /** One a zone, in the order of `availabilityZones`. */
  readonly subnetIds: readonly string[];
  readonly availabilityZones: readonly string[];
  readonly securityGroupIds: readonly string[];
};

/** Who hears of alarms; nobody, if neither is set. */
export type AlarmSettings = {
  /** An SNS topic that is there. */
  readonly topicArn?: string;
  /** Address that a topic of the stack writes to. */
  readonly email?: string;
};
