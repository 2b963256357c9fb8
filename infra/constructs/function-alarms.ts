import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type FunctionName, functionLimits } from '../function-limits.ts';
import type { AlarmRule } from './alarm-rule.ts';

/** Share of its time after which an invocation is near its end: passes settle three seconds before it. */
const nearShare = 0.9;

/** Three alarms a function: it fails, it is held back, it hardly gets through in its time. */
export const functionAlarms = (name: FunctionName, fn: IFunction): readonly AlarmRule[] => [
  {
    name: `${name}-Errors`,
    heading: 'Errors',
    means: `Invocations of ${name} fail`,
    metric: fn.metricErrors({ period: Duration.minutes(15), statistic: 'Sum' }),
    threshold: 3,
  },
  {
    name: `${name}-Throttles`,
    heading: 'Throttles',
    means: `Invocations of ${name} are held back by its concurrency or the account's`,
    metric: fn.metricThrottles({ period: Duration.minutes(5), statistic: 'Sum' }),
    threshold: 1,
    periods: 3,
  },
  {
    name: `${name}-DurationNearTimeout`,
    heading: 'DurationNearTimeout',
    means: `Invocations of ${name} take nearly all of their time`,
    metric: fn.metricDuration({ period: Duration.minutes(5), statistic: 'p99' }),
    threshold: nearShare * functionLimits[name].timeoutMs,
    periods: 3,
  },
];

/** Events of audit logs that Lambda gave up on before the function took them. */
export const droppedAlarm = (auditLogs: IFunction): AlarmRule => ({
  name: 'AuditLogsDropped',
  heading: 'AuditLogsDropped',
  means: 'Events of audit logs were given up',
  metric: auditLogs.metric('AsyncEventsDropped', {
    period: Duration.minutes(5),
    statistic: 'Sum',
  }),
  threshold: 1,
});
