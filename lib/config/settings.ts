import type { ZoneWish } from '../core/model/hosted-zone.ts';
import type { PlanSettings } from '../core/model/settings.ts';
import {
  type baseFields,
  type FunctionName,
  functionFields,
  healthFields,
  type hostFields,
  type intakeFields,
  logsFields,
  type planFields,
  publishFields,
  reconcileFields,
  resyncFields,
  type resyncQueueFields,
  type sweepFields,
  webhookFields,
  type zoneQueueFields,
  type zoneRoleFields,
} from './function-fields.ts';
import { enoughLooks, healthRules } from './health-rules.ts';
import { hostAccess, oneHost } from './host-access.ts';
import { type Environment, load, type Rule, type Values } from './load.ts';

/** Names of the variables that each function reads; the deployment sets no others. */
export const functionVariables: { readonly [name in FunctionName]: readonly string[] } = {
  'audit-webhook': Object.keys(functionFields['audit-webhook']),
  'audit-logs': Object.keys(functionFields['audit-logs']),
  'reconcile-service': Object.keys(functionFields['reconcile-service']),
  'publish-zone': Object.keys(functionFields['publish-zone']),
  resync: Object.keys(functionFields.resync),
  'cluster-health': Object.keys(functionFields['cluster-health']),
};

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
  const values = load(reconcileFields, environment, [oneHost, enoughLooks, someSuffix]);
  return {
    ...zoneRole(values),
    ...hostSettings(values),
    ...planSettings(values),
    queueUrls: { ...services(values), ...zones(values), ...resync(values) },
    delays: {
      clusterAvailableDelayMs: values.SEAMARK_CLUSTER_AVAILABLE_DELAY_MS,
      publishDelayMs: values.SEAMARK_PUBLISH_DELAY_MS,
    },
    rules: healthRules(values),
  };
};

/** Settings of functions/publish-zone. */
export const loadPublishSettings = (environment?: Environment) => {
  const values = load(publishFields, environment);
  return {
    ...baseSettings(values),
    ...zoneRole(values),
    ...sweepSettings(values),
    queueUrls: { ...services(values), ...zones(values) },
    requestsPerSecond: values.SEAMARK_ROUTE53_RATE,
    driftPolicy: values.SEAMARK_DRIFT_POLICY,
  };
};

/** Settings of functions/resync. */
export const loadResyncSettings = (environment?: Environment) => {
  const values = load(resyncFields, environment, [oneHost, someSuffix]);
  return {
    ...hostSettings(values),
    ...planSettings(values),
    ...sweepSettings(values),
    queueUrls: { ...services(values), ...zones(values), ...resync(values) },
    delays: { publishDelayMs: values.SEAMARK_PUBLISH_DELAY_MS },
  };
};

/** Settings of functions/cluster-health. */
export const loadHealthSettings = (environment?: Environment) => {
  const values = load(healthFields, environment, [oneHost, enoughLooks]);
  return {
    ...baseSettings(values),
    ...hostSettings(values),
    queueUrls: { ...services(values), ...resync(values) },
    delays: { clusterAvailableDelayMs: values.SEAMARK_CLUSTER_AVAILABLE_DELAY_MS },
    federation: values.SEAMARK_FEDERATION,
    leaving: values.SEAMARK_LEAVE_POLICY,
    rules: healthRules(values),
  };
};

const intakeSettings = (values: Values<typeof intakeFields>) => ({
  ...baseSettings(values),
  queueUrls: { ...services(values), ...resync(values) },
  intake: {
    queue: { reviewDelayMs: values.SEAMARK_REVIEW_DELAY_MS },
    hostSource: values.SEAMARK_HOST_SOURCE,
    hostIsMember: values.SEAMARK_HOST_CLUSTER !== undefined,
    ownUsernames: values.SEAMARK_OWN_USERNAMES,
    secretNamespace: values.SEAMARK_SECRET_NAMESPACE,
  },
});

type PlanValues = Values<typeof planFields & typeof hostFields & typeof baseFields>;

// What a pass plans by, for the pass and for those who judge whether one is needed.
const planSettings = (values: PlanValues) => {
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
    ...baseSettings(values),
    plan,
    zone,
    memberLimitMs: values.SEAMARK_MEMBER_LIMIT_MS,
    resolver: {
      timeoutMs: 2_000,
      ...(values.SEAMARK_DNS_SERVERS === undefined ? {} : { servers: values.SEAMARK_DNS_SERVERS }),
    },
  };
};

// Where no suffix is set, names end in the zone's own name (spec 7.8, rule 3).
const suffixOf = (values: Values<typeof planFields>): string | undefined =>
  values.SEAMARK_DNS_SUFFIX ?? values.SEAMARK_HOSTED_ZONE_NAME;

const someSuffix: Rule<Values<typeof planFields>> = {
  of: ['SEAMARK_DNS_SUFFIX', 'SEAMARK_HOSTED_ZONE_NAME'],
  fault: (values) =>
    suffixOf(values) === undefined
      ? 'SEAMARK_DNS_SUFFIX is missing, and there is no SEAMARK_HOSTED_ZONE_NAME to take its place'
      : undefined,
};

const zoneWish = (values: Values<typeof planFields>): ZoneWish => {
  const id = values.SEAMARK_HOSTED_ZONE_ID;
  const name = values.SEAMARK_HOSTED_ZONE_NAME;
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    suffix: suffixOf(values) ?? '',
    create: values.SEAMARK_CREATE_ZONE,
    federation: values.SEAMARK_FEDERATION,
  };
};

const baseSettings = (values: Values<typeof baseFields>) => ({
  metricsNamespace: values.SEAMARK_METRICS_NAMESPACE,
  tableName: values.SEAMARK_TABLE,
});

const services = (values: Values<typeof baseFields>) => ({
  services: values.SEAMARK_SERVICE_QUEUE_URL,
});

const zones = (values: Values<typeof zoneQueueFields>) => ({
  zones: values.SEAMARK_ZONE_QUEUE_URL,
});

const resync = (values: Values<typeof resyncQueueFields>) => ({
  resync: values.SEAMARK_RESYNC_QUEUE_URL,
});

const zoneRole = (values: Values<typeof zoneRoleFields>) =>
  values.SEAMARK_ZONE_ROLE_ARN === undefined ? {} : { zoneRoleArn: values.SEAMARK_ZONE_ROLE_ARN };

const sweepSettings = (values: Values<typeof sweepFields>) => ({
  driftSweepMs: values.SEAMARK_DRIFT_SWEEP_MINUTES * 60_000,
});

const hostSettings = (values: Values<typeof hostFields>) => ({
  host: hostAccess(values),
  secretNamespace: values.SEAMARK_SECRET_NAMESPACE,
  selector: values.SEAMARK_SELECTOR,
  ...(values.SEAMARK_CLIENT_IP === undefined ? {} : { clientIp: values.SEAMARK_CLIENT_IP }),
});
