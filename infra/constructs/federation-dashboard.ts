import { Duration } from 'aws-cdk-lib';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { federationMetric, metricsNamespace } from './federation-alarms.ts';

export type DashboardProps = {
  readonly name: string;
  readonly federation: string;
  readonly queues: { readonly [name: string]: Queue };
  readonly functions: { readonly [name: string]: IFunction };
};

const period = Duration.minutes(5);

/** One page: is it keeping up, are names published, are clusters there, what fails. */
export const createDashboard = (scope: Construct, id: string, props: DashboardProps): Dashboard =>
  new Dashboard(scope, id, {
    dashboardName: props.name,
    defaultInterval: Duration.hours(12),
    widgets: [
      [
        graph('Passes', ours(props, 'Sum', ['Passes', 'PassFailures', 'LeasesRefused'])),
        graph('Duration of a pass (ms)', [
          ...ours(props, 'p50', ['PassDurationMs']),
          ...ours(props, 'p99', ['PassDurationMs']),
        ]),
        graph('Oldest message (s)', each(props.queues, oldest)),
        graph('Messages waiting', each(props.queues, waiting)),
      ],
      [
        graph(
          'Record sets published',
          ours(props, 'Sum', ['Published', 'Batches', 'Quarantined', 'NamesDrifted']),
        ),
        graph('Calls of Route 53', ours(props, 'Sum', ['Route53Calls', 'Route53Throttles'])),
        graph('Oldest pending entry (ms), by zone', [
          search(props, 'zone', 'PendingOldestMs', 'Maximum'),
        ]),
        graph('Heartbeats', ours(props, 'Sum', ['ResyncCompleted', 'HealthCompleted'])),
      ],
      [
        graph('Ready, by cluster', [search(props, 'cluster', 'ClusterReady', 'Minimum')]),
        graph('Probes (ms), by cluster', [search(props, 'cluster', 'ProbeMs', 'p99')]),
        graph('Audit events, by cluster', [search(props, 'cluster', 'AuditEvents', 'Sum')]),
        graph('Webhook', ours(props, 'Sum', ['WebhookEvents', 'WebhookUnauthorized'])),
      ],
      [
        graph(
          'Errors',
          each(props.functions, (fn, label) => fn.metricErrors({ period, label })),
        ),
        graph(
          'Throttles',
          each(props.functions, (fn, label) => fn.metricThrottles({ period, label })),
        ),
        graph('Duration, p99 (ms)', each(props.functions, duration)),
        graph(
          'Invocations',
          each(props.functions, (fn, label) => fn.metricInvocations({ period, label })),
        ),
      ],
    ],
  });

const graph = (title: string, left: readonly IMetric[]): IWidget =>
  new GraphWidget({ title, left: [...left], width: 6, leftYAxis: { min: 0 } });

const ours = (
  props: DashboardProps,
  statistic: string,
  names: readonly string[],
): readonly IMetric[] =>
  names.map((name) =>
    federationMetric(props, name, { statistic, minutes: 5 }).with({
      label: `${name} ${statistic}`,
    }),
  );

/** One line for each value of a dimension, whatever values there come to be. */
const search = (
  { federation }: DashboardProps,
  dimension: string,
  name: string,
  statistic: string,
): IMetric =>
  new MathExpression({
    expression: `SEARCH('{"${metricsNamespace(federation)}",${dimension}} MetricName="${name}"', '${statistic}', 300)`,
    label: '',
    period,
  });

const each = <Item>(
  items: { readonly [name: string]: Item },
  metric: (item: Item, label: string) => IMetric,
): readonly IMetric[] => Object.entries(items).map(([name, item]) => metric(item, name));

const oldest = (queue: Queue, label: string): IMetric =>
  queue.metricApproximateAgeOfOldestMessage({ period, label });
const waiting = (queue: Queue, label: string): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period, label });
const duration = (fn: IFunction, label: string): IMetric =>
  fn.metricDuration({ period, label, statistic: 'p99' });
