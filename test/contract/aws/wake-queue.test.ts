import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { createSqsWakeQueue } from '../../../lib/adapters/sqs/wake-queue.ts';
import {
  formatWorkKey,
  namespaceWork,
  resyncWork,
  serviceWork,
  sweepWork,
  zoneWork,
} from '../../../lib/core/model/work-key.ts';
import type { Wake, WakeQueue } from '../../../lib/ports/wake-queue.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeWakeQueue } from '../../support/fakes/aws/fake-wake-queue.ts';
import { openGate } from '../../support/gate.ts';
import { type OpenSqs, openSqs } from './sqs-queues.ts';

const it = contractTest('SQS');

const t0 = 1_800_000_000_000;

let opened: OpenSqs;
let client: SQSClient;

before(async () => {
  opened = await openSqs();
  ({ client } = opened);
});
after(() => opened.close());

type Subject = {
  readonly queue: WakeQueue;
  /** Bodies of what may be delivered at once, sorted, and how many messages wait. */
  readonly look: () => Promise<{ readonly now: readonly string[]; readonly later: number }>;
};

const openFake = async (): Promise<Subject> => {
  const queue = createFakeWakeQueue({ gate: openGate });
  return {
    queue,
    look: async () => ({
      now: queue
        .due(t0)
        .map(({ key }) => formatWorkKey(key))
        .sort(),
      later: queue.waiting().length,
    }),
  };
};

const openQueue = async (): Promise<Subject> => {
  const queueUrls = await opened.createQueues();
  return {
    queue: createSqsWakeQueue({ client, queueUrls }),
    look: async () => {
      const services = await drain(queueUrls.services);
      const zones = await drain(queueUrls.zones);
      assert.ok(services.every((body) => body.startsWith('service/')));
      assert.ok(zones.every((body) => /^(zone|sweep)\//.test(body)));
      const resync = await drain(queueUrls.resync);
      assert.ok(resync.every((body) => body === 'resync' || body.startsWith('namespace/')));
      const counts = await Promise.all(Object.values(queueUrls).map(delayed));
      const later = counts.reduce((sum, count) => sum + count, 0);
      return { now: [...services, ...zones, ...resync].sort(), later };
    },
  };
};

const drain = async (queueUrl: string): Promise<readonly string[]> => {
  const receive = new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 });
  const { Messages: messages = [] } = await client.send(receive);
  if (messages.length === 0) return [];
  const entries = messages.map(({ ReceiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle }));
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
  return [...messages.map(({ Body = '' }) => Body), ...(await drain(queueUrl))];
};

const delayed = async (queueUrl: string): Promise<number> => {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ['ApproximateNumberOfMessagesDelayed'],
    }),
  );
  return Number(Attributes?.['ApproximateNumberOfMessagesDelayed']);
};

const wakeOf = (name: string, dueAt: number): Wake => ({
  key: serviceWork({ namespace: 'shop', name }),
  dueAt,
});

for (const [name, open] of [
  ['fake wake queue', openFake],
  ['SQS wake queue', openQueue],
] as const) {
  describe(name, () => {
    it('sends nothing for nothing', async () => {
      const { queue, look } = await open();
      await queue.send([], t0);
      assert.deepEqual(await look(), { now: [], later: 0 });
    });

    it('sends more than one call takes, each kind of key to its queue', async () => {
      const { queue, look } = await open();
      const services = Array.from({ length: 23 }, (_, index) => wakeOf(`s${index}`, t0));
      const zones = [zoneWork('Z1'), zoneWork('Z2'), sweepWork('Z1')].map((key) => ({
        key,
        dueAt: t0,
      }));
      const resync = [resyncWork, namespaceWork('shop')].map((key) => ({ key, dueAt: t0 }));
      await queue.send([...services, ...zones, ...resync], t0);
      const bodies = [...services, ...zones, ...resync].map(({ key }) => formatWorkKey(key)).sort();
      assert.deepEqual(await look(), { now: bodies, later: 0 });
    });

    it('holds back what is due later, and nothing that is overdue', async () => {
      const { queue, look } = await open();
      await queue.send([wakeOf('past', t0 - 5000), wakeOf('soon', t0 + 1)], t0);
      await queue.send([wakeOf('far', t0 + 86_400_000)], t0);
      assert.deepEqual(await look(), { now: ['service/shop/past'], later: 2 });
    });
  });
}

describe('fake wake queue', () => {
  it('delivers after whole seconds, at most 900, and again what was put back', async () => {
    const queue = createFakeWakeQueue({ gate: openGate });
    await queue.send([wakeOf('soon', t0 + 1), wakeOf('far', t0 + 86_400_000)], t0);
    assert.deepEqual(queue.due(t0 + 999), []);
    const [soon] = queue.due(t0 + 1000);
    assert.ok(soon);
    queue.putBack(soon, t0 + 2000);
    const due = queue.due(t0 + 900_000).map(({ key }) => formatWorkKey(key));
    assert.deepEqual(due, ['service/shop/soon', 'service/shop/far']);
  });

  it('delivers in an order drawn by chance', async () => {
    const draws = [0.9, 0.1, 0.5];
    const queue = createFakeWakeQueue({ gate: openGate, random: () => draws.shift() ?? 0 });
    await queue.send([wakeOf('a', t0), wakeOf('b', t0), wakeOf('c', t0)], t0);
    const names = queue.due(t0).map(({ key }) => formatWorkKey(key).slice(-1));
    assert.deepEqual(names, ['b', 'c', 'a']);
  });
});

describe('SQS wake queue', () => {
  const delays = [
    { dueAt: t0 - 5000, seconds: 0 },
    { dueAt: t0, seconds: 0 },
    { dueAt: t0 + 1, seconds: 1 },
    { dueAt: t0 + 1000, seconds: 1 },
    { dueAt: t0 + 899_001, seconds: 900 },
    { dueAt: t0 + 86_400_000, seconds: 900 },
  ];
  it('rounds delays up to seconds, at most 900', async () => {
    const queueUrls = await opened.createQueues();
    const sent: (number | undefined)[] = [];
    client.middlewareStack.add(
      (next) => (args) => {
        const { Entries: entries } = args.input as SendMessageBatchCommand['input'];
        sent.push(...(entries ?? []).map(({ DelaySeconds }) => DelaySeconds));
        return next(args);
      },
      { step: 'initialize', name: 'spy' },
    );
    const wakes = delays.map(({ dueAt }, index) => wakeOf(`d${index}`, dueAt));
    await createSqsWakeQueue({ client, queueUrls }).send(wakes, t0);
    client.middlewareStack.remove('spy');
    assert.deepEqual(
      sent,
      delays.map(({ seconds }) => seconds),
    );
  });

  /** Fails the named bodies of the first `times` calls, one by one, as an internal fault of SQS. */
  const failSome = (failing: readonly string[], times: number) => {
    let calls = 0;
    client.middlewareStack.add(
      (next) => async (args) => {
        calls += 1;
        if (calls > times) return next(args);
        const input = args.input as SendMessageBatchCommand['input'];
        const entries = input.Entries ?? [];
        const isBad = (body = '') => failing.some((text) => body.endsWith(text));
        const good = entries.filter(({ MessageBody }) => !isBad(MessageBody));
        if (good.length > 0) {
          await client.send(new SendMessageBatchCommand({ ...input, Entries: good }));
        }
        const bad = entries.filter(({ MessageBody }) => isBad(MessageBody));
        const Failed = bad.map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError' }));
        return { output: { Failed, $metadata: {} }, response: {} };
      },
      { step: 'initialize', name: 'failSome' },
    );
  };

  it('sends once more what failed alone', async () => {
    const { queue, look } = await openQueue();
    failSome(['/b'], 1);
    await queue.send([wakeOf('a', t0), wakeOf('b', t0)], t0);
    client.middlewareStack.remove('failSome');
    assert.deepEqual((await look()).now, ['service/shop/a', 'service/shop/b']);
  });

  it('names what it could not send, and says that it may pass', async () => {
    const { queue } = await openQueue();
    failSome(['/b', '/c'], Number.POSITIVE_INFINITY);
    const sending = queue.send([wakeOf('b', t0), wakeOf('c', t0)], t0);
    await assert.rejects(sending, {
      name: 'ControllerError',
      kind: 'transient',
      message: /^Cannot wake service\/shop\/b, service\/shop\/c: .*InternalError/,
    });
    client.middlewareStack.remove('failSome');
  });

  it('is misconfigured where the queue does not exist, and still wakes the other kind', async () => {
    const { services, zones } = await opened.createQueues();
    const queueUrls = { services: `${services}-absent`, zones };
    const queue = createSqsWakeQueue({ client, queueUrls });
    const sending = queue.send([wakeOf('a', t0), { key: zoneWork('Z1'), dueAt: t0 }], t0);
    await assert.rejects(sending, { kind: 'terminal', message: /^Cannot wake service\/shop\/a:/ });
    assert.deepEqual(await drain(zones), ['zone/Z1']);
  });

  it('is misconfigured where a key belongs in a queue that the function was not told of', async () => {
    const { services } = await opened.createQueues();
    const queue = createSqsWakeQueue({ client, queueUrls: { services } });
    for (const key of [zoneWork('Z1'), resyncWork]) {
      await assert.rejects(queue.send([{ key, dueAt: t0 }], t0), {
        kind: 'terminal',
        message: /^Cannot send wakes: this function knows no queue (zones|resync)/,
      });
    }
  });
});
