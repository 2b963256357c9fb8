import { Duration } from 'aws-cdk-lib';
import {
  Queue,
  QueueEncryption,
  type RedriveAllowPolicy,
  RedrivePermission,
} from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';

// from 'constructs';

/** SQS keeps no message longer. */
const longestRetention = Duration.days(14);

/** What every queue of the stack has: encryption at rest with SQS's own key, and TLS or nothing. */
export const queueDefaults = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;

/** A queue for what could not be delivered, kept as long as SQS keeps anything. Without `allow` no queue may redrive to it. */
export const createDeadLetterQueue = (
  scope: Construct,
  id: string,
  allow: RedriveAllowPolicy = { redrivePermission: RedrivePermission.DENY_ALL },
): Queue => {
  const queue = new Queue(scope, id, {
    ...queueDefaults,
    retentionPeriod: longestRetention,
    redriveAllowPolicy: allow,
  });
  acknowledge(queue, {
    id: 'Serverless-SQSRedrivePolicy',
    reason: 'It is where the way ends: an alarm tells of each message, and an operator decides',
  });
  return queue;
};
