import {
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { type Sqs, startSqs } from '../../../infra/sandbox/aws/sqs.ts';
import {
  type EventSourceMapping,
  startEventSourceMapping,
} from '../../../infra/sandbox/lambda/event-source-mapping.ts';
import type { LambdaFunction } from '../../../infra/sandbox/lambda/function.ts';
import type { InvokeResult } from '../../../infra/sandbox/lambda/invoke-result.ts';

type Target = Pick<LambdaFunction, 'name' | 'invoke' | 'timeoutMs'>;

/** Messages by what the queue counts them as. */
export interface Counts {
  readonly waiting: number;
  readonly inFlight: number;
  readonly dead: number;
}

/** A queue with a dead-letter queue, and the means to watch it. */
export interface MappingRig {
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly lines: readonly string[];
  readonly send: (
    ...messages: readonly (string | Partial<SendMessageBatchRequestEntry>)[]
  ) => Promise<void>;
  readonly counts: () => Promise<Counts>;
  readonly map: (target: Target, wanted?: Partial<MappingWishes>) => Promise<EventSourceMapping>;
  /** Ends the SQS and starts an empty one, with the same queue, at the same address. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface MappingWishes {
  readonly batchSize: number;
  readonly batchWindowSeconds: number;
  readonly maxConcurrency: number;
  readonly reportBatchItemFailures: boolean;
}

/** Starts an SQS with one queue: visibility timeout 1 s, two receives before a message is dead. */
export async function createMappingRig(): Promise<MappingRig> {
  let sqs = await startSqs({ region: 'eu-west-1' });
  const queueUrl = await createWorkQueue(sqs);
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  const client = new SQSClient({ endpoint: sqs.url, region: 'eu-west-1', credentials });
  const lines: string[] = [];
  const mappings: EventSourceMapping[] = [];
  return {
    client,
    queueUrl,
    lines,
    send: async (...messages) => {
      const entries = messages.map((message, index) => ({
        Id: String(index),
        MessageBody: typeof message === 'string' ? message : message.MessageBody,
        ...(typeof message === 'string' ? {} : message),
      }));
      for (let at = 0; at < entries.length; at += 10) {
        const batch = entries.slice(at, at + 10);
        await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: batch }));
      }
    },
    counts: async () => {
      const { waiting, inFlight } = await countsOf(client, queueUrl);
      return { waiting, inFlight, dead: (await countsOf(client, `${queueUrl}-dlq`)).waiting };
    },
    map: async (target, wanted = {}) => {
      const mapping = await startEventSourceMapping({
        client,
        queueUrl,
        target,
        batchSize: 10,
        batchWindowSeconds: 0,
        maxConcurrency: 2,
        reportBatchItemFailures: true,
        log: (line) => lines.push(line),
        ...wanted,
      });
      mappings.push(mapping);
      return mapping;
    },
    restart: async () => {
      const { port } = sqs;
      await sqs.close();
      sqs = await startSqs({ region: 'eu-west-1', port });
      await createWorkQueue(sqs);
    },
    close: async () => {
      await Promise.all(mappings.map((mapping) => mapping.stop(0)));
      client.destroy();
      await sqs.close();
    },
  };
}

function createWorkQueue(sqs: Sqs): Promise<string> {
  return sqs.createQueue('work', {
    visibilityTimeoutSeconds: 1,
    redrive: { maxReceiveCount: 2 },
  });
}

async function countsOf(
  client: SQSClient,
  queueUrl: string,
): Promise<{ readonly waiting: number; readonly inFlight: number }> {
  const { Attributes: attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }),
  );
  return {
    waiting: Number(attributes?.ApproximateNumberOfMessages),
    inFlight: Number(attributes?.ApproximateNumberOfMessagesNotVisible),
  };
}

/** A function that answers as told and remembers the bodies of each batch. */
export function aWorker(
  answer: (event: SQSEvent) => InvokeResult | Promise<InvokeResult>,
): Target & {
  readonly events: readonly SQSEvent[];
  readonly batches: () => readonly (readonly string[])[];
} {
  const events: SQSEvent[] = [];
  return {
    name: 'worker',
    timeoutMs: 1000,
    events,
    batches: () => events.map(({ Records: records }) => records.map(({ body }) => body)),
    invoke: async (event) => {
      // A mapping invokes with nothing else.
      const batch = event as SQSEvent;
      events.push(batch);
      return answer(batch);
    },
  };
}

/** A successful invocation with this result. */
export const succeed = (payload: unknown = null): InvokeResult => ({
  kind: 'ok',
  requestId: 'r',
  payload,
});
