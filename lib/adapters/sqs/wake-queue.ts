import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { ControllerError } from '../../core/model/failure.ts';
import type { EpochMs } from '../../core/model/time.ts';
import { formatWorkKey, type WorkKey } from '../../core/model/work-key.ts';
import type { Wake, WakeQueue } from '../../ports/wake-queue.ts';
import { classify, kindOfCode } from './failures.ts';

/**
 * Where wakes go: the client, and the URLs of the queues; of the one for hosted zones and of the one for resyncs only where the caller
 * wakes any.
 */
export type WakeQueueTarget = {
  readonly client: SQSClient;
  readonly queueUrls: {
    readonly services: string;
    readonly zones?: string;
    readonly resync?: string;
  };
};

/** Messages that one SendMessageBatch takes (API_SendMessageBatch). */
const messagesPerCall = 10;

/** Longest DelaySeconds of a message (API_SendMessage). */
const maxDelaySeconds = 900;

/**
 * Wakes keys by messages in SQS. Zones have a queue of their own, since they wait for Route 53, and so have resyncs, since no Service
 * should wait for one.
 */
export const createSqsWakeQueue = (target: WakeQueueTarget): WakeQueue => ({
  send: async (wakes, now) => {
    const unsent: Unsent[] = [];
    for (const queue of ['services', 'zones', 'resync'] as const) {
      const own = wakes.filter(({ key }) => queueOf(key) === queue);
      if (own.length > 0) unsent.push(...(await sendAll(queueNamed(queue, target, now), own)));
    }
    if (unsent.length > 0) throw notSent(unsent);
  },
});

type QueueName = keyof WakeQueueTarget['queueUrls'];

const queueOf = (key: WorkKey): QueueName => {
  switch (key.kind) {
    case 'service':
    case 'fleet':
      return 'services';
    case 'zone':
    case 'sweep':
      return 'zones';
    case 'namespace':
    case 'resync':
      return 'resync';
  }
};

type Queue = { readonly client: SQSClient; readonly queueUrl: string; readonly now: EpochMs };
type Unsent = { readonly wake: Wake; readonly reason: ControllerError };

const queueNamed = (
  name: QueueName,
  { client, queueUrls }: WakeQueueTarget,
  now: EpochMs,
): Queue => {
  const queueUrl = queueUrls[name];
  if (queueUrl === undefined) {
    const reason = `this function knows no queue ${name}`;
    throw new ControllerError('terminal', `Cannot send wakes: ${reason}`);
  }
  return { client, queueUrl, now };
};

const sendAll = async (queue: Queue, wakes: readonly Wake[]): Promise<readonly Unsent[]> => {
  const unsent: Unsent[] = [];
  for (let start = 0; start < wakes.length; start += messagesPerCall) {
    const batch = wakes.slice(start, start + messagesPerCall);
    try {
      const failed = await sendBatch(queue, batch);
      // A message may fail alone, for an internal fault of SQS: it gets one more try.
      if (failed.length > 0) {
        unsent.push(
          ...(await sendBatch(
            queue,
            failed.map(({ wake }) => wake),
          )),
        );
      }
    } catch (error) {
      const reason = classify(error, `Cannot send messages to ${queue.queueUrl}`);
      // The client has already tried again: the rest of this queue would only fail more slowly.
      return [...unsent, ...wakes.slice(start).map((wake) => ({ wake, reason }))];
    }
  }
  return unsent;
};

const sendBatch = async (queue: Queue, batch: readonly Wake[]): Promise<readonly Unsent[]> => {
  const answer = await queue.client.send(
    new SendMessageBatchCommand({
      QueueUrl: queue.queueUrl,
      Entries: batch.map((wake, index) => ({
        Id: String(index),
        MessageBody: formatWorkKey(wake.key),
        DelaySeconds: delaySeconds(wake, queue.now),
      })),
    }),
  );
  return (answer.Failed ?? []).flatMap(({ Id, Code = 'unknown', Message = '', SenderFault }) => {
    const wake = batch[Number(Id)];
    const text = `Cannot send a message to ${queue.queueUrl}: SQS says ${Code}: ${Message}`;
    const reason = new ControllerError(kindOfCode(Code, SenderFault ?? false), text);
    return wake === undefined ? [] : [{ wake, reason }];
  });
};

/** Rounded up, since a message that comes too early finds its key not yet due. */
const delaySeconds = (wake: Wake, now: EpochMs): number =>
  Math.min(Math.max(Math.ceil((wake.dueAt - now) / 1000), 0), maxDelaySeconds);

const notSent = (unsent: readonly Unsent[]): ControllerError => {
  const keys = unsent.map(({ wake }) => formatWorkKey(wake.key)).join(', ');
  const reason = unsent[0]?.reason;
  return new ControllerError(
    reason?.kind ?? 'transient',
    `Cannot wake ${keys}: ${reason?.message ?? 'SQS did not take the messages'}`,
    { cause: reason, fields: { unsent: unsent.length } },
  );
};
