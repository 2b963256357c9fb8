import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { AlarmRule } from './alarm-rule.ts';
import type { WorkQueue } from './work-queue.ts';

export type AlarmedQueues = {
  readonly services: WorkQueue;
  readonly zones: WorkQueue;
  readonly resync: WorkQueue;
  readonly scheduleDeadLetters: Queue;
};

/** The longest delay of a message, 15 minutes, and as much again to get through. */
const oldAfter = Duration.minutes(30);

/** A message in a dead-letter queue means that Seamark is broken; an old one in a queue, that it does not keep up. */
export const queueAlarms = (queues: AlarmedQueues): readonly AlarmRule[] => [
  deadLetters(
    'DlqServices',
    queues.services.deadLetters,
    'A wake of a Service could not be settled',
  ),
  deadLetters('DlqZones', queues.zones.deadLetters, 'A wake of a hosted zone could not be settled'),
  deadLetters('DlqResync', queues.resync.deadLetters, 'A wake of the resync could not be settled'),
  deadLetters('DlqSchedules', queues.scheduleDeadLetters, 'A run that was due could not be begun'),
  age('QueueAgeServices', queues.services.queue, 'Services wait long for their pass'),
  age('QueueAgeZones', queues.zones.queue, 'Hosted zones wait long for their publisher'),
  age('QueueAgeResync', queues.resync.queue, 'A resync that was asked for does not come'),
];

const deadLetters = (name: string, queue: Queue, means: string): AlarmRule => ({
  name,
  heading: name,
  means,
  metric: queue.metricApproximateNumberOfMessagesVisible({
    period: Duration.minutes(1),
    statistic: 'Maximum',
  }),
  threshold: 1,
});

const age = (name: string, queue: Queue, means: string): AlarmRule => ({
  name,
  heading: name,
  means,
  metric: queue.metricApproximateAgeOfOldestMessage({
    period: Duration.minutes(5),
    statistic: 'Maximum',
  }),
  threshold: oldAfter.toSeconds(),
  periods: 3,
});
