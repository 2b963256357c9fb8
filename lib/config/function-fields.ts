import * as v from 'valibot';
import { bounds, choices, defaults } from './bounds.ts';
import {
  dnsLabel,
  dnsName,
  eitherOr,
  flag,
  iamRoleArn,
  ipAddress,
  json,
  labelSelector,
  metricsNamespace,
  orElse,
  text,
  tokenHash,
  within,
  zoneId,
} from './fields.ts';
import { ruleFields } from './health-rules.ts';
import { hostAccessFields } from './host-access.ts';

/** What every function reads: what it is called in metrics, its table, and the queue that it wakes others by. */
export const baseFields = {
  SEAMARK_METRICS_NAMESPACE: orElse(metricsNamespace, defaults.metricsNamespace),
  SEAMARK_TABLE: text,
  SEAMARK_SERVICE_QUEUE_URL: text,
};

/** What those who also wake the publisher, or are it, read. */
export const zoneQueueFields = { SEAMARK_ZONE_QUEUE_URL: text };

/** What those who also ask for a resync, or do it, read. */
export const resyncQueueFields = { SEAMARK_RESYNC_QUEUE_URL: text };

/** What those who call Route 53 read. */
export const zoneRoleFields = { SEAMARK_ZONE_ROLE_ARN: v.optional(iamRoleArn) };

/** What those who ask for sweeps of hosted zones, or make them, read. */
export const sweepFields = {
  SEAMARK_DRIFT_SWEEP_MINUTES: within(bounds.driftSweepMinutes),
};

const secretFields = { SEAMARK_SECRET_NAMESPACE: orElse(dnsLabel, defaults.secretNamespace) };

const arrivalFields = {
  SEAMARK_CLUSTER_AVAILABLE_DELAY_MS: within(bounds.clusterAvailableDelayMs),
};

/** What those who reach clusters read. */
export const hostFields = {
  ...secretFields,
  ...hostAccessFields,
  SEAMARK_SELECTOR: orElse(labelSelector, defaults.selector),
  SEAMARK_CLIENT_IP: v.optional(ipAddress),
};

/** What those who take audit events read. */
export const intakeFields = {
  ...baseFields,
  ...resyncQueueFields,
  ...secretFields,
  SEAMARK_REVIEW_DELAY_MS: within(bounds.reviewDelayMs),
  SEAMARK_HOST_SOURCE: orElse(text, defaults.hostSource),
  SEAMARK_HOST_CLUSTER: v.optional(dnsLabel),
  SEAMARK_OWN_USERNAMES: orElse(json(v.array(v.string())), JSON.stringify(defaults.ownUsernames)),
};

/** Variables of functions/audit-webhook. */
export const webhookFields = {
  ...intakeFields,
  SEAMARK_WEBHOOK_TOKEN_HASHES: json(v.record(v.string(), v.array(tokenHash))),
};

/** Variables of functions/audit-logs. */
export const logsFields = {
  ...intakeFields,
  SEAMARK_LOG_GROUPS: orElse(json(v.record(v.string(), v.string())), '{}'),
};

/** What those who plan what becomes of a Service read. */
export const planFields = {
  SEAMARK_PUBLISH_DELAY_MS: within(bounds.publishDelayMs),
  SEAMARK_FEDERATION: dnsLabel,
  SEAMARK_HOSTED_ZONE_ID: v.optional(zoneId),
  SEAMARK_HOSTED_ZONE_NAME: v.optional(dnsName),
  SEAMARK_CREATE_ZONE: orElse(flag, 'false'),
  SEAMARK_DNS_SUFFIX: v.optional(dnsName),
  SEAMARK_DNS_TTL_SECONDS: within(bounds.ttlSeconds),
  SEAMARK_HOST_NAMES: eitherOr(choices.hostNames),
  SEAMARK_ELB_ZONE_IDS: orElse(
    json(v.record(dnsName, zoneId)),
    JSON.stringify(defaults.elbZoneIds),
  ),
  SEAMARK_NAMESAKES: eitherOr(choices.namesakes),
  SEAMARK_CREATE_NAMESPACES: orElse(flag, String(defaults.createNamespaces)),
  SEAMARK_LEAVE_POLICY: eitherOr(choices.leavePolicy),
  SEAMARK_HOST_CLUSTER: v.optional(dnsLabel),
  SEAMARK_MEMBER_LIMIT_MS: within(bounds.memberLimitMs),
  SEAMARK_DNS_SERVERS: v.optional(
    v.pipe(
      text,
      v.transform((servers) => servers.split(',')),
    ),
  ),
};

/** Variables of functions/reconcile-service. */
export const reconcileFields = {
  ...baseFields,
  ...zoneQueueFields,
  ...resyncQueueFields,
  ...zoneRoleFields,
  ...arrivalFields,
  ...hostFields,
  ...ruleFields,
  ...planFields,
};

/** Variables of functions/publish-zone. */
export const publishFields = {
  ...baseFields,
  ...zoneQueueFields,
  ...zoneRoleFields,
  ...sweepFields,
  SEAMARK_ROUTE53_RATE: within(bounds.route53RequestsPerSecond),
  SEAMARK_DRIFT_POLICY: eitherOr(choices.driftPolicy),
};

/** Variables of functions/resync. */
export const resyncFields = {
  ...baseFields,
  ...zoneQueueFields,
  ...resyncQueueFields,
  ...sweepFields,
  ...hostFields,
  ...planFields,
};

/** Variables of functions/cluster-health. */
export const healthFields = {
  ...baseFields,
  ...resyncQueueFields,
  ...arrivalFields,
  ...hostFields,
  ...ruleFields,
  SEAMARK_FEDERATION: dnsLabel,
};

/** The variables of every function, which is named as its source file is. */
export const functionFields = {
  'audit-webhook': webhookFields,
  'audit-logs': logsFields,
  'reconcile-service': reconcileFields,
  'publish-zone': publishFields,
  resync: resyncFields,
  'cluster-health': healthFields,
} as const;

/** The functions. */
export type FunctionName = keyof typeof functionFields;

/** The names of all variables that some function reads. */
export type VariableName = {
  [Name in FunctionName]: keyof (typeof functionFields)[Name] & string;
}[FunctionName];
