import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Clock } from './clock.ts';

/** Where from and how much. */
export interface ReaderOptions {
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly batchSize: number;
  readonly batchWindowSeconds: number;
  readonly log: (line: string) => void;
}

/** Reads a queue in batches. */
export interface QueueReader {
  /** Waits up to 20 s for messages and returns them in batches an invocation can carry; rejects when aborted. */
  readonly receive: () => Promise<readonly (readonly Message[])[]>;
}

const longestPollSeconds = 20;
const callLimit = 10;
/** The 6 MB of an invocation, less what the frame of the event and of its records takes. */
const batchLimitBytes = 5_500_000;

/** Creates a reader that gathers up to `batchSize` messages, for `batchWindowSeconds` from the first one on. */
export function createQueueReader(
  options: ReaderOptions,
  clock: Clock,
  signal: AbortSignal,
): QueueReader {
  const { client, queueUrl, batchSize, batchWindowSeconds } = options;
  const receive = async (most: number, waitSeconds: number): Promise<readonly Message[]> => {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(callLimit, most),
      WaitTimeSeconds: waitSeconds,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    });
    return (await client.send(command, { abortSignal: signal })).Messages ?? [];
  };
  return {
    receive: async () => {
      const messages = [...(await receive(batchSize, longestPollSeconds))];
      if (messages.length === 0) return [];
      const untilMs = clock.now() + batchWindowSeconds * 1000;
      while (messages.length < batchSize) {
        const leftSeconds = Math.floor((untilMs - clock.now()) / 1000);
        if (leftSeconds < 1) break;
        const wait = Math.min(longestPollSeconds, leftSeconds);
        messages.push(...(await receive(batchSize - messages.length, wait)));
      }
      return cutBySize(messages);
    },
  };
}

/** Deletes messages that are done with; what cannot be deleted is logged and will be delivered again. */
export async function deleteMessages(
  { client, queueUrl, log }: Pick<ReaderOptions, 'client' | 'queueUrl' | 'log'>,
  messages: readonly Message[],
): Promise<void> {
  for (let at = 0; at < messages.length; at += callLimit) {
    const entries = messages.slice(at, at + callLimit).map((message, index) => ({
      Id: String(index),
      ReceiptHandle: message.ReceiptHandle,
    }));
    const command = new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries });
    const { Failed: failed = [] } = await client.send(command);
    for (const { Id: id, Message: reason } of failed) {
      log(`cannot delete message ${messages[at + Number(id)]?.MessageId}: ${reason}`);
    }
  }
}

function cutBySize(messages: readonly Message[]): readonly (readonly Message[])[] {
  const batches: Message[][] = [];
  let room = 0;
  for (const message of messages) {
    const bytes = Buffer.byteLength(JSON.stringify(message.Body ?? ''));
    if (bytes > room) {
      batches.push([]);
      room = batchLimitBytes;
    }
    room -= bytes;
    batches.at(-1)?.push(message);
  }
  return batches;
}
