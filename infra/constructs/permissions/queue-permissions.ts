import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type FunctionName, type QueueName, queueLimits } from '../../function-limits.ts';
import { allow } from './allow.ts';

/** ARNs of the queues. */
export type QueueArns = { readonly [queue in QueueName]: string };

/** What the mapping does in the function's name (Lambda, "Using Lambda with Amazon SQS"). */
const read = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];

/** The queues that each function sends wakes to. */
const wakes: { readonly [name in FunctionName]: readonly QueueName[] } = {
  'audit-webhook': ['services', 'resync'],
  'audit-logs': ['services', 'resync'],
  'reconcile-service': ['services', 'zones', 'resync'],
  'publish-zone': ['services', 'zones'],
  resync: ['services', 'zones', 'resync'],
  'cluster-health': ['services', 'resync'],
};

/** What a function may do with the queues: send wakes, and read the queue that drives it. */
export const queuePermissions = (
  name: FunctionName,
  queues: QueueArns,
): readonly PolicyStatement[] => [
  ...allow('SendWakes', {
    actions: ['sqs:SendMessage'],
    resources: wakes[name].map((queue) => queues[queue]),
  }),
  ...allow('ReadWakes', {
    actions: read,
    resources: (['services', 'zones', 'resync'] as const)
      .filter((queue) => queueLimits[queue].consumer === name)
      .map((queue) => queues[queue]),
  }),
];
