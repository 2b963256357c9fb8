import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { FederationSettings } from '../settings/settings.ts';
import type { AlarmRule } from './alarm-rule.ts';
import { windowMinutes } from './schedules.ts';

type Settings = Pick<
  FederationSettings,
  'federation' | 'resyncMinutes' | 'healthMinutes' | 'webhook'
>;

/** Namespace of the metrics that the functions write to their logs. */
export const metricsNamespace = (federation: string): string => `Seamark/${federation}`;

/** A metric of the functions; without a cluster over all that there are. */
export const federationMetric = (
  { federation }: Pick<Settings, 'federation'>,
  metricName: string,
  options: { readonly statistic: string; readonly minutes: number; readonly cluster?: string },
): Metric =>
  new Metric({
    namespace: metricsNamespace(federation),
    metricName,
    statistic: options.statistic,
    period: Duration.minutes(options.minutes),
    ...(options.cluster !== undefined && { dimensionsMap: { cluster: options.cluster } }),
  });

/** Alarms over what the functions tell of their work. `sources` are the clusters that send audit events. */
export const federationAlarms = (
  settings: Settings,
  sources: readonly string[],
): readonly AlarmRule[] => [
  heartbeat('ResyncMissing', settings, {
    metric: 'ResyncCompleted',
    everyMinutes: settings.resyncMinutes,
    means: 'No resync came to its end in three turns',
  }),
  heartbeat('HealthMissing', settings, {
    metric: 'HealthCompleted',
    everyMinutes: settings.healthMinutes,
    means: 'No look at the clusters came to its end in three turns',
  }),
  {
    name: 'Route53Throttled',
    heading: 'Route53Throttled',
    means: 'Route 53 turns calls away for a quarter of an hour',
    metric: federationMetric(settings, 'Route53Throttles', { statistic: 'Sum', minutes: 5 }),
    threshold: 1,
    periods: 3,
  },
  ...(settings.webhook === undefined ? [] : [unauthorized(settings)]),
  {
    name: 'StaleFences',
    heading: 'StaleFences',
    means: 'Passes went on after their lease had passed to others',
    metric: federationMetric(settings, 'StaleFences', { statistic: 'Sum', minutes: 15 }),
    threshold: 3,
  },
  {
    name: 'QuarantinedRecords',
    heading: 'QuarantinedRecords',
    means: 'Records are held back since Route 53 refuses them or a stranger has their name',
    metric: federationMetric(settings, 'Quarantined', { statistic: 'Maximum', minutes: 15 }),
    threshold: 1,
  },
  {
    name: 'ClusterNotReady',
    heading: 'ClusterNotReady',
    means: 'A member cluster is not ready',
    metric: federationMetric(settings, 'ClusterReady', {
      statistic: 'Minimum',
      minutes: Math.max(5, settings.healthMinutes),
    }),
    threshold: 1,
    comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
    periods: 2,
  },
  ...sources.map((cluster) => silent(cluster, settings)),
];

/** Strangers come and go; a cluster whose token is wrong keeps coming. */
const unauthorized = (settings: Settings): AlarmRule => ({
  name: 'WebhookUnauthorized',
  heading: 'WebhookUnauthorized',
  means: 'Requests without a valid token keep coming to the audit webhook',
  metric: federationMetric(settings, 'WebhookUnauthorized', { statistic: 'Sum', minutes: 5 }),
  threshold: 10,
  periods: 3,
});

type Heartbeat = {
  readonly metric: string;
  readonly everyMinutes: number;
  readonly means: string;
};

/** Nothing is what a dead function tells, so that nothing is the alarm. A period is a day at most. */
const heartbeat = (
  name: string,
  settings: Settings,
  { metric, everyMinutes, means }: Heartbeat,
): AlarmRule => ({
  name,
  heading: name,
  means,
  metric: federationMetric(settings, metric, {
    statistic: 'Sum',
    minutes: Math.min(24 * 60, everyMinutes + windowMinutes(everyMinutes)),
  }),
  threshold: 1,
  comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
  periods: 3,
  missing: TreatMissingData.BREACHING,
});

const silent = (cluster: string, settings: Settings): AlarmRule => ({
  name: `AuditSilent-${cluster}`,
  heading: 'AuditSilent',
  means: `No audit event came from ${cluster} for a day`,
  metric: federationMetric(settings, 'AuditEvents', {
    statistic: 'Sum',
    minutes: 24 * 60,
    cluster,
  }),
  threshold: 1,
  comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
  missing: TreatMissingData.BREACHING,
});
