import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type FunctionName, queueLimits } from '../../function-limits.ts';
import { allow } from './allow.ts';

/** ARNs of the two queues. */
export type QueueArns = { readonly services: string; readonly zones: string };

/** What the mapping does in the function's name (Lambda, "Using Lambda with Amazon SQS"). */
const read = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];

/** Functions whose passes wake hosted zones too; all others wake Services only. */
const wakesZones: ReadonlySet<FunctionName> = new Set(['reconcile-service', 'publish-zone']);

/** What a function may do with the queues: send wakes, and read the queue that drives it. */
export const queuePermissions = (
  name: FunctionName,
  queues: QueueArns,
): readonly PolicyStatement[] => [
  ...allow('SendWakes', {
    actions: ['sqs:SendMessage'],
    resources: wakesZones.has(name) ? [queues.services, queues.zones] : [queues.services],
  }),
  ...allow('ReadWakes', {
    actions: read,
    resources: (['services', 'zones'] as const)
      .filter((queue) => queueLimits[queue].consumer === name)
      .map((queue) => queues[queue]),
  }),
];
