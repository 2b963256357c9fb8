import { defaults } from '../../lib/config/bounds.ts';
import type { VariableName } from '../../lib/config/function-fields.ts';
import type { FederationSettings } from './settings.ts';

/** What the stack makes and functions have to be told of. */
export type Resources = {
  readonly tableName: string;
  readonly serviceQueueUrl: string;
  readonly zoneQueueUrl: string;
  readonly resyncQueueUrl: string;
  /** Bare id, of the zone that is there as of the one that the stack makes. */
  readonly hostedZoneId: string;
};

/** How a variable of the functions comes about. */
type Variable = {
  /** The settings that it is made of, by their paths in the file. */
  readonly of: readonly string[];
  /** Its text, or nothing where it is not set. */
  readonly text: (settings: FederationSettings, resources: Resources) => string | undefined;
};

/** A variable that holds one setting as it stands. */
const one = (
  path: string,
  read: (settings: FederationSettings) => string | number | boolean | undefined,
): Variable => ({ of: [path], text: (settings) => read(settings)?.toString() });

/** A variable that holds a setting as JSON. */
const json = (path: string, read: (settings: FederationSettings) => object): Variable => ({
  of: [path],
  text: (settings) => JSON.stringify(read(settings)),
});

/** A variable of the stack's own resources. */
const made = (read: (resources: Resources) => string): Variable => ({
  of: [],
  text: (_settings, resources) => read(resources),
});

/** A variable that a deployment leaves alone: the sandbox sets it, or its default is right. */
const left: Variable = { of: [], text: () => undefined };

const zoneName = ({ zone }: FederationSettings): string | undefined => zone.name;

const hostOnEks = ({ host }: FederationSettings): string | undefined => {
  if (host.kind !== 'eks') return undefined;
  const { name, region, roleArn } = host.cluster;
  return JSON.stringify({ clusterName: name, region, roleArn });
};

/** EKS names the group after the cluster; an entry is needed where Seamark has another name for it. */
const logGroups = ({ host, eksClusters }: FederationSettings): string => {
  const named = [
    ...(host.kind === 'eks' ? [{ ...host.cluster, cluster: defaults.hostSource }] : []),
    ...eksClusters,
  ].filter(({ auditLogs, name, cluster }) => auditLogs && name !== cluster);
  const entries = named.map(({ name, cluster }) => [`/aws/eks/${name}/cluster`, cluster]);
  return JSON.stringify(Object.fromEntries(entries));
};

/** Every variable that some function reads, and how it follows from the settings. */
export const variables: { readonly [name in VariableName]: Variable } = {
  SEAMARK_TABLE: made(({ tableName }) => tableName),
  SEAMARK_SERVICE_QUEUE_URL: made(({ serviceQueueUrl }) => serviceQueueUrl),
  SEAMARK_ZONE_QUEUE_URL: made(({ zoneQueueUrl }) => zoneQueueUrl),
  SEAMARK_RESYNC_QUEUE_URL: made(({ resyncQueueUrl }) => resyncQueueUrl),
  SEAMARK_HOSTED_ZONE_ID: { ...made(({ hostedZoneId }) => hostedZoneId), of: ['zone.id'] },
  SEAMARK_HOST_KUBECONFIG: left,
  SEAMARK_HOST_SOURCE: left,
  SEAMARK_CREATE_ZONE: left,
  SEAMARK_DNS_SERVERS: left,
  SEAMARK_FEDERATION: one('federation', ({ federation }) => federation),
  SEAMARK_METRICS_NAMESPACE: one(
    'federation',
    ({ federation }) => `${defaults.metricsNamespace}/${federation}`,
  ),
  SEAMARK_HOSTED_ZONE_NAME: one('zone.name', zoneName),
  SEAMARK_ZONE_ROLE_ARN: one('zone.roleArn', ({ zone }) =>
    zone.kind === 'existing' ? zone.roleArn : undefined,
  ),
  SEAMARK_DNS_SUFFIX: {
    of: ['suffix', 'zone.name'],
    text: (settings) => (settings.suffix === zoneName(settings) ? undefined : settings.suffix),
  },
  SEAMARK_DNS_TTL_SECONDS: one('ttlSeconds', ({ ttlSeconds }) => ttlSeconds),
  SEAMARK_HOST_NAMES: one('hostNames', ({ hostNames }) => hostNames),
  SEAMARK_ELB_ZONE_IDS: json('elbZoneIds', ({ elbZoneIds }) => elbZoneIds),
  SEAMARK_HOST_EKS: {
    of: ['host.eks.name', 'host.eks.region', 'host.eks.roleArn'],
    text: hostOnEks,
  },
  SEAMARK_HOST_SECRET: one('host.kubeconfigSecret', ({ host }) =>
    host.kind === 'secret' ? host.name : undefined,
  ),
  SEAMARK_HOST_CLUSTER: one('hostCluster', ({ hostCluster }) => hostCluster),
  SEAMARK_CLIENT_IP: one('clientIp', ({ clientIp }) => clientIp),
  SEAMARK_SELECTOR: one('selector', ({ selector }) => selector),
  SEAMARK_NAMESAKES: one('namesakes', ({ namesakes }) => namesakes),
  SEAMARK_CREATE_NAMESPACES: one('createNamespaces', ({ createNamespaces }) => createNamespaces),
  SEAMARK_LEAVE_POLICY: one('leavePolicy', ({ leavePolicy }) => leavePolicy),
  SEAMARK_SECRET_NAMESPACE: one('secretNamespace', ({ secretNamespace }) => secretNamespace),
  SEAMARK_OWN_USERNAMES: json('ownUsernames', ({ ownUsernames }) => ownUsernames),
  SEAMARK_WEBHOOK_TOKEN_HASHES: json(
    'webhook.tokenHashes',
    ({ webhook }) => webhook?.tokenHashes ?? {},
  ),
  SEAMARK_LOG_GROUPS: {
    of: [
      'host.eks.name',
      'host.eks.auditLogs',
      ...['name', 'cluster', 'auditLogs'].map((key) => `eksClusters[].${key}`),
    ],
    text: logGroups,
  },
  SEAMARK_REVIEW_DELAY_MS: one('delays.reviewMs', ({ delays }) => delays.reviewMs),
  SEAMARK_CLUSTER_AVAILABLE_DELAY_MS: one(
    'delays.clusterAvailableMs',
    ({ delays }) => delays.clusterAvailableMs,
  ),
  SEAMARK_PUBLISH_DELAY_MS: one('delays.publishMs', ({ delays }) => delays.publishMs),
  SEAMARK_ROUTE53_RATE: one('route53RequestsPerSecond', (all) => all.route53RequestsPerSecond),
  SEAMARK_DRIFT_SWEEP_MINUTES: one('driftSweepMinutes', (all) => all.driftSweepMinutes),
  SEAMARK_DRIFT_POLICY: one('driftPolicy', ({ driftPolicy }) => driftPolicy),
  SEAMARK_MEMBER_LIMIT_MS: one('memberLimitMs', ({ memberLimitMs }) => memberLimitMs),
  SEAMARK_PROBE_FAILURES: one('health.probeFailures', ({ health }) => health.probeFailures),
  SEAMARK_PROBE_SUCCESSES: one('health.probeSuccesses', ({ health }) => health.probeSuccesses),
  SEAMARK_OFFLINE_POLICY: one('health.offlinePolicy', ({ health }) => health.offlinePolicy),
  SEAMARK_WITHDRAW_FAILURES: one(
    'health.withdrawFailures',
    ({ health }) => health.withdrawFailures,
  ),
  SEAMARK_WITHDRAW_LOOKS: one('health.withdrawLooks', ({ health }) => health.withdrawLooks),
  SEAMARK_WITHDRAW_SHARE: one('health.withdrawShare', ({ health }) => health.withdrawShare),
};
