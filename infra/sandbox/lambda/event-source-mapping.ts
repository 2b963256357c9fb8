import { GetQueueAttributesCommand, type Message, type SQSClient } from '@aws-sdk/client-sqs';
import { readFailedItems } from './batch-item-failures.ts';
import { type Clock, systemClock } from './clock.ts';
import { drain } from './drain.ts';
import type { LambdaFunction } from './function.ts';
import type { InvokeResult } from './invoke-result.ts';
import { createQueueReader, deleteMessages } from './queue-reader.ts';
import { toSqsEvent } from './sqs-event.ts';

/** An SQS event source mapping, as it would be configured on the service. */
export interface MappingOptions {
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly target: Pick<LambdaFunction, 'name' | 'invoke' | 'timeoutMs'>;
  /** 1 to 10, or to 10,000 with a window of at least 1 s. */
  readonly batchSize: number;
  /** Longest wait for a batch to fill, 0 to 300 s. */
  readonly batchWindowSeconds: number;
  /** Most invocations at a time, 2 to 1000. */
  readonly maxConcurrency: number;
  /** `FunctionResponseTypes: [ReportBatchItemFailures]`. */
  readonly reportBatchItemFailures: boolean;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
}

/** A running mapping. */
export interface EventSourceMapping {
  /** Receives no more, and waits up to `drainMs` (default: the function's timeout) for batches under way. */
  readonly stop: (drainMs?: number) => Promise<void>;
}

const retryMs = 1000;

/**
 * Polls a queue and invokes a function with batches of its messages. What succeeded is deleted; what failed,
 * was throttled or timed out comes back when its visibility timeout ends. Throws for a configuration that the
 * service refuses, and when the queue does not exist.
 */
export async function startEventSourceMapping(
  options: MappingOptions,
): Promise<EventSourceMapping> {
  checkLimits(options);
  const queueArn = await checkedQueueArn(options);
  const { target, log, clock = systemClock } = options;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const reader = createQueueReader(options, clock, stopping.signal);

  const dispatch = (batch: readonly Message[]): void => {
    const handling = handleBatch(options, batch, queueArn)
      .catch((error: unknown) => log(`mapping of ${target.name}: ${String(error)}`))
      .finally(() => underWay.delete(handling));
    underWay.add(handling);
  };
  const pollOnce = async (): Promise<void> => {
    for (const batch of await reader.receive()) {
      dispatch(batch);
      if (underWay.size >= options.maxConcurrency) await Promise.race(underWay);
    }
  };
  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await pollOnce();
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(`mapping of ${target.name}: cannot receive: ${String(error)}; trying again in 1 s`);
        await clock.sleep(retryMs, stopping.signal).catch(() => undefined);
      }
    }
  };

  const polling = poll();
  return {
    stop: async (drainMs = target.timeoutMs) => {
      stopping.abort();
      await polling;
      await drain(underWay, drainMs, clock);
    },
  };
}

async function handleBatch(
  options: MappingOptions,
  batch: readonly Message[],
  queueArn: string,
): Promise<void> {
  const { target, log } = options;
  const result = await target.invoke(toSqsEvent(batch, queueArn));
  const failed = failedItems(result, batch, options.reportBatchItemFailures);
  if (failed === 'all' || failed.size > 0) {
    const count = failed === 'all' ? batch.length : failed.size;
    log(
      `mapping of ${target.name}: ${count} of ${batch.length} messages go back: ${reasonOf(result)}`,
    );
  }
  if (failed === 'all') return;
  const done = batch.filter(({ MessageId: id = '' }) => !failed.has(id));
  await deleteMessages(options, done);
}

function failedItems(result: InvokeResult, batch: readonly Message[], partial: boolean) {
  if (result.kind !== 'ok') return 'all';
  const ids = new Set(partial ? batch.map(({ MessageId: id = '' }) => id) : []);
  return readFailedItems(partial ? result.payload : undefined, ids);
}

function reasonOf(result: InvokeResult): string {
  switch (result.kind) {
    case 'ok':
      return 'reported by the function';
    case 'error':
      return `${result.payload.errorType}: ${result.payload.errorMessage}`;
    case 'throttled':
    case 'too-large':
      return result.message;
  }
}

function checkLimits(options: MappingOptions): void {
  const { batchSize, batchWindowSeconds, maxConcurrency, target } = options;
  const refuse = (reason: string): never => {
    throw new Error(`Cannot map the queue to function ${target.name}: ${reason}`);
  };
  const between = (value: number, least: number, most: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  if (!between(batchWindowSeconds, 0, 300)) {
    refuse(`batchWindowSeconds must be a whole number from 0 to 300, not ${batchWindowSeconds}.`);
  }
  if (!between(batchSize, 1, 10_000)) {
    refuse(`batchSize must be a whole number from 1 to 10000, not ${batchSize}.`);
  }
  if (batchSize > 10 && batchWindowSeconds < 1) {
    refuse(
      'Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than 10',
    );
  }
  if (!between(maxConcurrency, 2, 1000)) {
    refuse(`maxConcurrency must be a whole number from 2 to 1000, not ${maxConcurrency}.`);
  }
}

async function checkedQueueArn({ client, queueUrl, target }: MappingOptions): Promise<string> {
  const { Attributes: attributes } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ['QueueArn', 'VisibilityTimeout'],
    }),
  );
  const visibilitySeconds = Number(attributes?.VisibilityTimeout);
  const timeoutSeconds = Math.ceil(target.timeoutMs / 1000);
  if (visibilitySeconds < timeoutSeconds) {
    throw new Error(
      `Cannot map the queue to function ${target.name}: Queue visibility timeout: ${visibilitySeconds} seconds is less than Function timeout: ${timeoutSeconds} seconds`,
    );
  }
  return attributes?.QueueArn ?? '';
}
