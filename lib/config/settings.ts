import * as v from 'valibot';
import type { ZoneWish } from '../core/model/hosted-zone.ts';
import type { PlanSettings, QueueSettings } from '../core/model/settings.ts';
import {
  dnsLabel,
  dnsName,
  flag,
  ipAddress,
  json,
  labelSelector,
  orElse,
  text,
  whole,
  zoneId,
} from './fields.ts';
import { healthRules, ruleFields } from './health-rules.ts';
import { type Environment, load, type Values } from './load.ts';

const queueFields = {
  SEAMARK_TABLE: text,
  SEAMARK_SERVICE_QUEUE_URL: text,
  SEAMARK_ZONE_QUEUE_URL: text,
};

const delayFields = {
  SEAMARK_REVIEW_DELAY_MS: orElse(whole(0, 900_000), '2000'),
  SEAMARK_CLUSTER_AVAILABLE_DELAY_MS: orElse(whole(0, 900_000), '20000'),
  SEAMARK_PUBLISH_DELAY_MS: orElse(whole(0, 900_000), '1000'),
};

const secretFields = { SEAMARK_SECRET_NAMESPACE: orElse(dnsLabel, 'seamark-system') };

const hostFields = {
  ...secretFields,
  SEAMARK_HOST_KUBECONFIG: text,
  SEAMARK_SELECTOR: orElse(labelSelector, 'federation.seamark.dev/enabled=true'),
  SEAMARK_CLIENT_IP: v.optional(ipAddress),
};

const intakeFields = {
  ...queueFields,
  ...delayFields,
  ...secretFields,
  SEAMARK_HOST_SOURCE: orElse(text, 'host'),
  SEAMARK_HOST_CLUSTER: v.optional(dnsLabel),
  SEAMARK_OWN_USERNAMES: orElse(json(v.array(v.string())), '[]'),
};

const webhookFields = {
  ...intakeFields,
  SEAMARK_WEBHOOK_TOKEN_HASHES: json(
    v.record(
      v.string(),
      v.array(
        v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'holds something that is no SHA-256 in hex')),
      ),
    ),
  ),
};

const logsFields = {
  ...intakeFields,
  SEAMARK_LOG_GROUPS: orElse(json(v.record(v.string(), v.string())), '{}'),
};

const reconcileFields = {
  ...queueFields,
  ...delayFields,
  ...hostFields,
  ...ruleFields,
  SEAMARK_FEDERATION: dnsLabel,
  SEAMARK_HOSTED_ZONE_ID: v.optional(zoneId),
  SEAMARK_HOSTED_ZONE_NAME: v.optional(dnsName),
  SEAMARK_CREATE_ZONE: orElse(flag, 'false'),
  SEAMARK_DNS_SUFFIX: v.optional(dnsName),
  SEAMARK_DNS_TTL_SECONDS: orElse(whole(1, 604_800), '60'),
  SEAMARK_HOST_NAMES: orElse(
    v.picklist(['alias', 'resolve'], 'is neither alias nor resolve'),
    'alias',
  ),
  SEAMARK_ELB_ZONE_IDS: orElse(json(v.record(dnsName, zoneId)), '{}'),
  SEAMARK_NAMESAKES: orElse(
    v.picklist(['refuse', 'adopt'], 'is neither refuse nor adopt'),
    'refuse',
  ),
  SEAMARK_CREATE_NAMESPACES: orElse(flag, 'true'),
  SEAMARK_HOST_CLUSTER: v.optional(dnsLabel),
  SEAMARK_MEMBER_LIMIT_MS: orElse(whole(100, 60_000), '10000'),
  SEAMARK_DNS_SERVERS: v.optional(
    v.pipe(
      text,
      v.transform((servers) => servers.split(',')),
    ),
  ),
};

const publishFields = {
  ...queueFields,
  SEAMARK_ROUTE53_RATE: orElse(whole(1, 1_000), '5'),
};

const resyncFields = { ...queueFields, ...hostFields };

const healthFields = {
  ...queueFields,
  ...delayFields,
  ...hostFields,
  ...ruleFields,
  SEAMARK_FEDERATION: dnsLabel,
};

/** Names of the variables that each function reads; the deployment sets exactly these. */
export const functionVariables = {
  'audit-webhook': Object.keys(webhookFields),
  'audit-logs': Object.keys(logsFields),
  'reconcile-service': Object.keys(reconcileFields),
  'publish-zone': Object.keys(publishFields),
  resync: Object.keys(resyncFields),
  'cluster-health': Object.keys(healthFields),
} as const;

/** Settings of functions/audit-webhook. Throws one error that lists every fault, as all loaders here do. */
export const loadWebhookSettings = (environment?: Environment) => {
  const values = load(webhookFields, environment);
  return { ...intakeSettings(values), tokenHashes: values.SEAMARK_WEBHOOK_TOKEN_HASHES };
};

/** Settings of functions/audit-logs. */
export const loadLogsSettings = (environment?: Environment) => {
  const values = load(logsFields, environment);
  return { ...intakeSettings(values), logGroups: values.SEAMARK_LOG_GROUPS };
};

/** Settings of functions/reconcile-service. */
export const loadReconcileSettings = (environment?: Environment) => {
  const values = load(reconcileFields, environment);
  const zone = zoneWish(values);
  const plan: PlanSettings = {
    federation: values.SEAMARK_FEDERATION,
    selector: values.SEAMARK_SELECTOR,
    namesakes: values.SEAMARK_NAMESAKES,
    createNamespaces: values.SEAMARK_CREATE_NAMESPACES,
    leaving: values.SEAMARK_LEAVE_POLICY,
    dns: {
      suffix: zone.suffix,
      ttlSeconds: values.SEAMARK_DNS_TTL_SECONDS,
      hostNames: values.SEAMARK_HOST_NAMES,
      elbZoneIds: values.SEAMARK_ELB_ZONE_IDS,
    },
    ...(values.SEAMARK_HOST_CLUSTER === undefined
      ? {}
      : { hostCluster: values.SEAMARK_HOST_CLUSTER }),
  };
  return {
    ...queueSettings(values),
    ...hostSettings(values),
    delays: delaySettings(values),
    plan,
    zone,
    rules: healthRules(values),
    memberLimitMs: values.SEAMARK_MEMBER_LIMIT_MS,
    resolver: {
      timeoutMs: 2_000,
      ...(values.SEAMARK_DNS_SERVERS === undefined ? {} : { servers: values.SEAMARK_DNS_SERVERS }),
    },
  };
};

/** Settings of functions/publish-zone. */
export const loadPublishSettings = (environment?: Environment) => {
  const values = load(publishFields, environment);
  return { ...queueSettings(values), requestsPerSecond: values.SEAMARK_ROUTE53_RATE };
};

/** Settings of functions/resync. */
export const loadResyncSettings = (environment?: Environment) => {
  const values = load(resyncFields, environment);
  return { ...queueSettings(values), ...hostSettings(values) };
};

/** Settings of functions/cluster-health. */
export const loadHealthSettings = (environment?: Environment) => {
  const values = load(healthFields, environment);
  return {
    ...queueSettings(values),
    ...hostSettings(values),
    delays: delaySettings(values),
    federation: values.SEAMARK_FEDERATION,
    leaving: values.SEAMARK_LEAVE_POLICY,
    rules: healthRules(values),
  };
};

const intakeSettings = (values: Values<typeof intakeFields>) => ({
  ...queueSettings(values),
  intake: {
    queue: delaySettings(values),
    hostSource: values.SEAMARK_HOST_SOURCE,
    hostIsMember: values.SEAMARK_HOST_CLUSTER !== undefined,
    ownUsernames: values.SEAMARK_OWN_USERNAMES,
    secretNamespace: values.SEAMARK_SECRET_NAMESPACE,
  },
});

// Where no suffix is set, names end in the zone's own name (spec 7.8, rule 3).
const zoneWish = (values: Values<typeof reconcileFields>): ZoneWish => {
  const id = values.SEAMARK_HOSTED_ZONE_ID;
  const name = values.SEAMARK_HOSTED_ZONE_NAME;
  const suffix = values.SEAMARK_DNS_SUFFIX ?? name;
  if (suffix === undefined) {
    throw new Error(
      'Cannot start: the settings have 1 fault(s): SEAMARK_DNS_SUFFIX is missing, and there is no SEAMARK_HOSTED_ZONE_NAME to take its place',
    );
  }
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    suffix,
    create: values.SEAMARK_CREATE_ZONE,
    federation: values.SEAMARK_FEDERATION,
  };
};

const queueSettings = (values: Values<typeof queueFields>) => ({
  tableName: values.SEAMARK_TABLE,
  queueUrls: { services: values.SEAMARK_SERVICE_QUEUE_URL, zones: values.SEAMARK_ZONE_QUEUE_URL },
});

const hostSettings = (values: Values<typeof hostFields>) => ({
  kubeconfigPath: values.SEAMARK_HOST_KUBECONFIG,
  secretNamespace: values.SEAMARK_SECRET_NAMESPACE,
  selector: values.SEAMARK_SELECTOR,
  ...(values.SEAMARK_CLIENT_IP === undefined ? {} : { clientIp: values.SEAMARK_CLIENT_IP }),
});

const delaySettings = (values: Values<typeof delayFields>): QueueSettings => ({
  reviewDelayMs: values.SEAMARK_REVIEW_DELAY_MS,
  clusterAvailableDelayMs: values.SEAMARK_CLUSTER_AVAILABLE_DELAY_MS,
  publishDelayMs: values.SEAMARK_PUBLISH_DELAY_MS,
});
