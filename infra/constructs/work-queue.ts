import { Duration, Stack } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  functionLimits,
  maxReceiveCount,
  type QueueLimits,
  visibilitySeconds,
} from '../function-limits.ts';
import { acknowledge } from '../nag.ts';
import { createDeadLetterQueue, queueDefaults } from './dead-letter-queue.ts';
import type { FederationFunction } from './federation-function.ts';

/** What a queue is called and how it is read. */
export type WorkQueueProps = { readonly name: string; readonly limits: QueueLimits };

/**
 * A queue of wakes, and the queue for those that even the fifth receipt did not settle. A wake is worth no more than the row that it
 * names: one that is lost the resync finds.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #limits: QueueLimits;

  constructor(scope: Construct, id: string, { name, limits }: WorkQueueProps) {
    super(scope, id);
    this.#limits = limits;
    const stack = Stack.of(this);
    // Each of the two queues names the other, and CloudFormation makes no circle: so one is known by its name.
    const queueName = `${stack.stackName}-${name}`;
    const arn = stack.formatArn({ service: 'sqs', resource: queueName });
    this.deadLetters = createDeadLetterQueue(this, 'DeadLetters', {
      redrivePermission: RedrivePermission.BY_QUEUE,
      sourceQueues: [Queue.fromQueueArn(this, 'Source', arn)],
    });
    this.queue = new Queue(this, 'Queue', {
      ...queueDefaults,
      queueName,
      visibilityTimeout: Duration.seconds(visibilitySeconds(limits)),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount },
    });
  }

  /**
   * Has a function work the queue off: messages that it reports as failed come back, the others of their batch do not. The mapping, not
   * reserved concurrency, holds it back, so that no message spends its receipts on a function that is throttled.
   */
  feed(target: FederationFunction): void {
    const { consumer, batchSize, batchWindowSeconds } = this.#limits;
    const trigger = new EventSourceMapping(this, 'Trigger', {
      target: target.fn,
      eventSourceArn: this.queue.queueArn,
      batchSize,
      maxBatchingWindow: Duration.seconds(batchWindowSeconds),
      maxConcurrency: functionLimits[consumer].maxConcurrency,
      reportBatchItemFailures: true,
    });
    acknowledge(trigger, {
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'A mapping of SQS takes no destination: the redrive policy of the queue is one',
    });
  }
}
