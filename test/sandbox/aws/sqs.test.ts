import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { type Sqs, startSqs } from '../../../infra/sandbox/aws/sqs.ts';

let sqs: Sqs;
let client: SQSClient;
let queueUrl: string;

beforeEach(async () => {
  sqs = await startSqs({ region: 'eu-west-1' });
  queueUrl = await sqs.createQueue('work', {
    visibilityTimeoutSeconds: 30,
    redrive: { maxReceiveCount: 1 },
  });
  const credentials = { accessKeyId: 'whoever', secretAccessKey: 'whatever' };
  client = new SQSClient({ endpoint: sqs.url, region: 'eu-west-1', credentials });
});
afterEach(async () => {
  client.destroy();
  await sqs.close();
});

const send = (body: string, DelaySeconds?: number) =>
  client.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: body,
      ...(DelaySeconds !== undefined && { DelaySeconds }),
    }),
  );

async function receive(
  waitSeconds = 0,
  url = queueUrl,
  abortSignal?: AbortSignal,
): Promise<readonly Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: url,
    MaxNumberOfMessages: 10,
    WaitTimeSeconds: waitSeconds,
  });
  const { Messages: messages = [] } = await client.send(command, {
    ...(abortSignal && { abortSignal }),
  });
  return messages;
}

const bodies = (messages: readonly Message[]): readonly (string | undefined)[] =>
  messages.map(({ Body: body }) => body);

describe('the SQS stand-in', () => {
  it('gives queue URLs on loopback, whoever asks', async () => {
    assert.equal(queueUrl, `${sqs.url}/000000000000/work`);
    assert.equal(sqs.url, `http://127.0.0.1:${sqs.port}`);
    const { QueueUrl: found } = await client.send(new GetQueueUrlCommand({ QueueName: 'work' }));
    assert.equal(found, queueUrl);
    const { QueueUrls: all } = await client.send(new ListQueuesCommand({}));
    assert.deepEqual(all, [queueUrl, `${queueUrl}-dlq`]);
  });

  it('listens on no other address of this machine', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      const refused = await new Promise<boolean>((resolve) => {
        const socket = connect({ port: sqs.port, host: address });
        socket.once('error', () => resolve(true));
        socket.once('connect', () => {
          socket.destroy();
          resolve(false);
        });
      });
      assert.ok(refused, `it answers on ${address}`);
    }
  });

  it('honours a delay and wakes a waiting receive when it is over', async () => {
    const sentMs = Date.now();
    await send('later', 1);
    assert.deepEqual(await receive(), []);
    assert.deepEqual(bodies(await receive(20)), ['later']);
    const waitedMs = Date.now() - sentMs;
    assert.ok(waitedMs >= 990 && waitedMs < 5000, `after ${waitedMs} ms`);
  });

  it('wakes a waiting receive when a message comes', async () => {
    const waiting = receive(20);
    const sentMs = Date.now();
    await send('now');
    assert.deepEqual(bodies(await waiting), ['now']);
    assert.ok(Date.now() - sentMs < 5000);
  });

  it('hides a received message, and moves it to the dead-letter queue when received too often', async () => {
    await send('poison');
    const [message] = await receive();
    assert.deepEqual(await receive(), []);
    const visibility = { QueueUrl: queueUrl, ReceiptHandle: message?.ReceiptHandle };
    await client.send(new ChangeMessageVisibilityCommand({ ...visibility, VisibilityTimeout: 0 }));
    assert.deepEqual(await receive(), []);
    assert.deepEqual(bodies(await receive(0, `${queueUrl}-dlq`)), ['poison']);
  });

  it('brings a message back when its visibility timeout ends', async () => {
    queueUrl = await sqs.createQueue('quick', { visibilityTimeoutSeconds: 1 });
    await send('again');
    assert.deepEqual(bodies(await receive()), ['again']);
    assert.deepEqual(bodies(await receive(20)), ['again']);
  });

  it('loses no message to a receive that its client has abandoned', async () => {
    queueUrl = await sqs.createQueue('plain', { visibilityTimeoutSeconds: 30 });
    const abort = new AbortController();
    const abandoned = assert.rejects(receive(20, queueUrl, abort.signal));
    await receive(1);
    abort.abort();
    await abandoned;
    await send('still there');
    assert.deepEqual(bodies(await receive(20)), ['still there']);
  });

  it('closes at once, even while a receive is waiting', async () => {
    const waiting = receive(20);
    const ended = waiting.then(
      (messages) => messages,
      () => [],
    );
    await receive(1);
    const beforeMs = Date.now();
    await sqs.close();
    assert.ok(Date.now() - beforeMs < 5000);
    assert.deepEqual(await ended, []);
  });
});

describe('what the SQS stand-in refuses', () => {
  const delayReason = (delay: number): string =>
    `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.`;

  for (const delay of [901, -1]) {
    it(`a delay of ${delay} s`, async () => {
      await assert.rejects(send('x', delay), {
        name: 'InvalidParameterValue',
        message: delayReason(delay),
      });
      assert.deepEqual(await receive(), []);
    });
  }

  it('a single entry of a batch, while the others are sent', async () => {
    const { Successful: sent, Failed: failed } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: [
          { Id: 'late', MessageBody: 'late', DelaySeconds: 901 },
          { Id: 'good', MessageBody: 'good', DelaySeconds: 0 },
          { Id: 'empty', MessageBody: '' },
          { Id: 'group', MessageBody: 'group', MessageGroupId: 'g'.repeat(129) },
        ],
      }),
    );
    assert.deepEqual(
      sent?.map(({ Id: id }) => id),
      ['good'],
    );
    const codes = failed?.map(({ Id: id, Code: code, SenderFault: fault }) => [id, code, fault]);
    assert.deepEqual(codes, [
      ['late', 'InvalidParameterValue', true],
      ['empty', 'MissingParameter', true],
      ['group', 'InvalidParameterValue', true],
    ]);
    assert.equal(failed?.[0]?.Message, delayReason(901));
    assert.deepEqual(bodies(await receive()), ['good']);
  });

  it('every entry of a batch', async () => {
    const { Successful: sent, Failed: failed } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: [{ Id: 'late', MessageBody: 'late', DelaySeconds: 901 }],
      }),
    );
    assert.deepEqual([sent, failed?.length], [[], 1]);
  });

  const entries = (count: number, id = (index: number): string => `e${index}`) =>
    Array.from({ length: count }, (_, index) => ({ Id: id(index), MessageBody: 'x' }));
  const batches = [
    { name: 'eleven entries', entries: entries(11), error: 'TooManyEntriesInBatchRequest' },
    { name: 'no entries', entries: [], error: 'EmptyBatchRequest' },
    {
      name: 'two entries of one id',
      entries: entries(2, () => 'same'),
      error: 'BatchEntryIdsNotDistinct',
    },
    {
      name: 'an id of 81 characters',
      entries: entries(1, () => 'i'.repeat(81)),
      error: 'InvalidBatchEntryId',
    },
    {
      name: 'more than 1 MiB in all',
      entries: entries(2).map((entry) => ({ ...entry, MessageBody: 'x'.repeat(600_000) })),
      error: 'BatchRequestTooLong',
    },
  ];
  for (const { name, entries: given, error } of batches) {
    it(`a batch of ${name}`, async () => {
      const command = new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: given });
      await assert.rejects(client.send(command), (thrown) => {
        assert.ok(thrown instanceof Error);
        assert.match(thrown.name, new RegExp(`${error}$`));
        return true;
      });
      assert.deepEqual(await receive(), []);
    });
  }

  it('a receipt handle that it never gave', async () => {
    const wrong = { QueueUrl: queueUrl, ReceiptHandle: 'made up' };
    const message = 'The input receipt handle "made up" is not a valid receipt handle.';
    const refusal = { name: 'ReceiptHandleIsInvalid', message };
    await assert.rejects(client.send(new DeleteMessageCommand(wrong)), refusal);
    await assert.rejects(
      client.send(new ChangeMessageVisibilityCommand({ ...wrong, VisibilityTimeout: 1 })),
      refusal,
    );
    const { Failed: failed } = await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: [{ Id: 'a', ReceiptHandle: 'made up' }],
      }),
    );
    assert.deepEqual(failed, [
      { Id: 'a', SenderFault: true, Code: 'ReceiptHandleIsInvalid', Message: message },
    ]);
  });

  it('a queue that does not exist', async () => {
    const command = new SendMessageCommand({
      QueueUrl: `${sqs.url}/000000000000/no`,
      MessageBody: 'x',
    });
    await assert.rejects(client.send(command), { name: 'QueueDoesNotExist' });
  });

  it('a port that is taken', async () => {
    await assert.rejects(startSqs({ port: sqs.port }), {
      message: new RegExp(`^Cannot start SQS on port ${sqs.port}: .*EADDRINUSE`),
    });
  });
});
