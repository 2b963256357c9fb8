import * as v from 'valibot';
import type { PlanSettings, QueueSettings } from '../core/model/settings.ts';
import {
  dnsLabel,
  dnsName,
  flag,
  json,
  labelSelector,
  orElse,
  text,
  whole,
  zoneId,
} from './fields.ts';
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

const hostFields = {
  SEAMARK_HOST_KUBECONFIG: text,
  SEAMARK_SECRET_NAMESPACE: orElse(dnsLabel, 'seamark-system'),
  SEAMARK_SELECTOR: orElse(labelSelector, 'federation.seamark.dev/enabled=true'),
};

const webhookFields = {
  ...queueFields,
  ...delayFields,
  SEAMARK_HOST_SOURCE: orElse(text, 'host'),
  SEAMARK_HOST_CLUSTER: v.optional(dnsLabel),
  SEAMARK_WEBHOOK_TOKEN_HASHES: json(
    v.record(
      v.string(),
      v.array(
        v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'holds something that is no SHA-256 in hex')),
      ),
    ),
  ),
  SEAMARK_OWN_USERNAMES: orElse(json(v.array(v.string())), '[]'),
};

const reconcileFields = {
  ...queueFields,
  ...delayFields,
  ...hostFields,
  SEAMARK_FEDERATION: dnsLabel,
  SEAMARK_HOSTED_ZONE_ID: zoneId,
  SEAMARK_DNS_SUFFIX: dnsName,
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

const healthFields = { ...queueFields, ...delayFields, ...hostFields };

/** Names of the variables that each function reads; the deployment sets exactly these. */
export const functionVariables = {
  'audit-webhook': Object.keys(webhookFields),
  'reconcile-service': Object.keys(reconcileFields),
  'publish-zone': Object.keys(publishFields),
  resync: Object.keys(resyncFields),
  'cluster-health': Object.keys(healthFields),
} as const;

/** Settings of functions/audit-webhook. Throws one error that lists every fault, as all loaders here do. */
export const loadWebhookSettings = (environment?: Environment) => {
  const values = load(webhookFields, environment);
  return {
    ...queueSettings(values),
    delays: delaySettings(values),
    hostSource: values.SEAMARK_HOST_SOURCE,
    hostIsMember: values.SEAMARK_HOST_CLUSTER !== undefined,
    tokenHashes: values.SEAMARK_WEBHOOK_TOKEN_HASHES,
    ownUsernames: values.SEAMARK_OWN_USERNAMES,
  };
};

/** Settings of functions/reconcile-service. */
export const loadReconcileSettings = (environment?: Environment) => {
  const values = load(reconcileFields, environment);
  const plan: PlanSettings = {
    federation: values.SEAMARK_FEDERATION,
    selector: values.SEAMARK_SELECTOR,
    namesakes: values.SEAMARK_NAMESAKES,
    createNamespaces: values.SEAMARK_CREATE_NAMESPACES,
    dns: {
      zoneId: values.SEAMARK_HOSTED_ZONE_ID,
      suffix: values.SEAMARK_DNS_SUFFIX,
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
  return { ...queueSettings(values), ...hostSettings(values), delays: delaySettings(values) };
};

const queueSettings = (values: Values<typeof queueFields>) => ({
  tableName: values.SEAMARK_TABLE,
  queueUrls: { services: values.SEAMARK_SERVICE_QUEUE_URL, zones: values.SEAMARK_ZONE_QUEUE_URL },
});

const hostSettings = (values: Values<typeof hostFields>) => ({
  kubeconfigPath: values.SEAMARK_HOST_KUBECONFIG,
  secretNamespace: values.SEAMARK_SECRET_NAMESPACE,
  selector: values.SEAMARK_SELECTOR,
});

const delaySettings = (values: Values<typeof delayFields>): QueueSettings => ({
  reviewDelayMs: values.SEAMARK_REVIEW_DELAY_MS,
  clusterAvailableDelayMs: values.SEAMARK_CLUSTER_AVAILABLE_DELAY_MS,
  publishDelayMs: values.SEAMARK_PUBLISH_DELAY_MS,
});
