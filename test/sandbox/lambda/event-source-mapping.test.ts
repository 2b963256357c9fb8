import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { InvokeResult } from '../../../infra/sandbox/lambda/invoke-result.ts';
import { aFunction } from './a-function.ts';
import { eventually } from './eventually.ts';
import { createLineLog } from './line-log.ts';
import { aWorker, createMappingRig, type MappingRig, succeed } from './mapping-rig.ts';

let rig: MappingRig;
beforeEach(async () => {
  rig = await createMappingRig();
});
afterEach(() => rig.close());

const gone = { waiting: 0, inFlight: 0, dead: 0 };
const allDone = (counts: { readonly waiting: number; readonly inFlight: number }): boolean =>
  counts.waiting === 0 && counts.inFlight === 0;

describe('an event source mapping', () => {
  it('invokes with the event of the service, and deletes what succeeded', async () => {
    const worker = aWorker(() => succeed());
    await rig.map(worker);
    const beforeMs = Date.now();
    await rig.send({
      MessageBody: '{"key":"service/a/b"}',
      MessageAttributes: {
        text: { DataType: 'String', StringValue: 'é' },
        bytes: { DataType: 'Binary', BinaryValue: Buffer.from([0, 1, 2]) },
      },
    });
    assert.deepEqual(await eventually(rig.counts, (counts) => allDone(counts)), gone);
    await eventually(
      async () => worker.events.length,
      (count) => count === 1,
    );
    const [record] = worker.events[0]?.Records ?? [];
    assert.ok(record);
    const { messageId, receiptHandle, attributes, md5OfMessageAttributes, ...fixed } = record;
    assert.deepEqual(fixed, {
      body: '{"key":"service/a/b"}',
      md5OfBody: createHash('md5').update('{"key":"service/a/b"}').digest('hex'),
      messageAttributes: {
        text: { stringValue: 'é', stringListValues: [], binaryListValues: [], dataType: 'String' },
        bytes: {
          binaryValue: 'AAEC',
          stringListValues: [],
          binaryListValues: [],
          dataType: 'Binary',
        },
      },
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:work',
      awsRegion: 'eu-west-1',
    });
    assert.match(messageId, /^[0-9a-f-]{36}$/);
    assert.ok(receiptHandle.length > 0);
    assert.match(md5OfMessageAttributes ?? '', /^[0-9a-f]{32}$/);
    const { SentTimestamp: sent, ApproximateFirstReceiveTimestamp: received, ...rest } = attributes;
    assert.deepEqual(rest, { ApproximateReceiveCount: '1', SenderId: '000000000000' });
    assert.ok(Number(sent) >= beforeMs && Number(received) >= Number(sent));
  });

  it('gives back only the failed items, which come again and end in the dead-letter queue', async (t) => {
    const log = createLineLog();
    const target = aFunction('batch', { timeoutMs: 1000, log: log.write });
    t.after(() => target.close());
    await rig.send('good 1', 'bad 1', 'good 2');
    await rig.map(target);
    const end = await eventually(rig.counts, (counts) => counts.dead === 1 && allDone(counts));
    assert.deepEqual(end, { ...gone, dead: 1 });
    const batches = log.lines.flatMap((line) => line.match(/"body":"[^"]*"/g)?.join() ?? []);
    assert.deepEqual(batches, ['"body":"good 1","body":"bad 1","body":"good 2"', '"body":"bad 1"']);
    assert.deepEqual(rig.lines, [
      'mapping of batch: 1 of 3 messages go back: reported by the function',
      'mapping of batch: 1 of 1 messages go back: reported by the function',
    ]);
  });

  const error: InvokeResult = {
    kind: 'error',
    requestId: 'r',
    functionError: 'Unhandled',
    payload: { errorType: 'TypeError', errorMessage: 'bad' },
  };
  const wholeBatch: readonly {
    readonly name: string;
    readonly answer: InvokeResult;
    readonly why: RegExp;
  }[] = [
    { name: 'the function fails', answer: error, why: /TypeError: bad$/ },
    {
      name: 'the function is throttled',
      answer: { kind: 'throttled', message: 'Rate Exceeded.' },
      why: /Rate Exceeded\.$/,
    },
    {
      name: 'the response is malformed',
      answer: succeed({ batchItemFailures: [{ id: 'wrong key' }] }),
      why: /reported by the function$/,
    },
  ];
  for (const { name, answer, why } of wholeBatch) {
    it(`leaves the whole batch to the visibility timeout when ${name}`, async () => {
      const worker = aWorker((event) => {
        const again = event.Records[0]?.attributes.ApproximateReceiveCount === '2';
        return again ? succeed({ batchItemFailures: [] }) : answer;
      });
      await rig.send('a', 'b');
      await rig.map(worker);
      assert.deepEqual(await eventually(rig.counts, allDone), gone);
      assert.deepEqual(worker.batches().flat().sort(), ['a', 'a', 'b', 'b']);
      assert.match(rig.lines[0] ?? '', /^mapping of worker: 2 of 2 messages go back: /);
      assert.match(rig.lines[0] ?? '', why);
    });
  }

  it('takes any response for success unless partial responses are switched on', async () => {
    const worker = aWorker(({ Records: [record] }) =>
      succeed({ batchItemFailures: [{ itemIdentifier: record?.messageId }] }),
    );
    await rig.map(worker, { reportBatchItemFailures: false });
    await rig.send('a');
    await eventually(
      async () => worker.events.length,
      (count) => count === 1,
    );
    assert.deepEqual(await eventually(rig.counts, allDone), gone);
    assert.deepEqual(rig.lines, []);
  });

  it('never makes a batch larger than its size', async () => {
    const worker = aWorker(() => succeed());
    const bodies = Array.from({ length: 25 }, (_, index) => `m${index}`);
    await rig.send(...bodies);
    await rig.map(worker, { batchSize: 4 });
    await eventually(rig.counts, allDone);
    assert.ok(worker.batches().every((batch) => batch.length <= 4));
    assert.deepEqual(worker.batches().flat().sort(), bodies.toSorted());
  });

  it('fills large batches within its window', async () => {
    const worker = aWorker(() => succeed());
    const bodies = Array.from({ length: 25 }, (_, index) => `m${index}`);
    await rig.send(...bodies);
    await rig.map(worker, { batchSize: 25, batchWindowSeconds: 2 });
    await eventually(rig.counts, allDone);
    assert.deepEqual(
      worker.batches().map((batch) => batch.length),
      [25],
    );
  });

  it('runs as many invocations at a time as it may, and no more', async () => {
    const release = Promise.withResolvers<InvokeResult>();
    let running = 0;
    let most = 0;
    const worker = aWorker(async () => {
      running += 1;
      most = Math.max(most, running);
      const result = await release.promise;
      running -= 1;
      return result;
    });
    await rig.send('a', 'b', 'c', 'd', 'e');
    await rig.map(worker, { batchSize: 1, maxConcurrency: 3 });
    await eventually(
      async () => running,
      (count) => count === 3,
    );
    // The other two messages wait in the queue, their visibility timeout not yet running.
    assert.deepEqual(await rig.counts(), { waiting: 2, inFlight: 3, dead: 0 });
    release.resolve(succeed());
    await eventually(rig.counts, allDone);
    assert.equal(most, 3);
  });

  it('goes on when the queue was away for a while', async () => {
    const worker = aWorker(() => succeed());
    await rig.map(worker);
    await rig.restart();
    await rig.send('after the break');
    await eventually(
      async () => worker.batches(),
      ([batch]) => batch?.[0] === 'after the break',
    );
  });

  it('stops: finishes the batches under way, deletes them, and takes no more', async () => {
    const release = Promise.withResolvers<InvokeResult>();
    const worker = aWorker(() => release.promise);
    const mapping = await rig.map(worker);
    await rig.send('under way');
    await eventually(
      async () => worker.events.length,
      (count) => count === 1,
    );
    const stopped = mapping.stop(60_000);
    release.resolve(succeed());
    await stopped;
    await rig.send('too late');
    await eventually(rig.counts, ({ waiting, inFlight }) => waiting === 1 && inFlight === 0, 900);
    assert.deepEqual(worker.batches(), [['under way']]);
  });
});

describe('a mapping that the service refuses', () => {
  const cases = [
    {
      wanted: { batchSize: 0 },
      reason: /batchSize must be a whole number from 1 to 10000, not 0\.$/,
    },
    {
      wanted: { batchSize: 11 },
      reason:
        /batch window in seconds must be greater than 0 if maximum batch size is greater than 10/,
    },
    { wanted: { batchWindowSeconds: 301 }, reason: /batchWindowSeconds must be .* not 301\.$/ },
    {
      wanted: { maxConcurrency: 1 },
      reason: /maxConcurrency must be a whole number from 2 to 1000, not 1\.$/,
    },
  ];
  for (const { wanted, reason } of cases) {
    it(`is named: ${JSON.stringify(wanted)}`, async () => {
      const worker = aWorker(() => succeed());
      await assert.rejects(rig.map(worker, wanted), (error) => {
        assert.ok(error instanceof Error);
        assert.match(error.message, /^Cannot map the queue to function worker: /);
        assert.match(error.message, reason);
        return true;
      });
    });
  }

  it('is named: a function that may run longer than the visibility timeout', async () => {
    const worker = { ...aWorker(() => succeed()), timeoutMs: 1001 };
    await assert.rejects(rig.map(worker), {
      message:
        'Cannot map the queue to function worker: Queue visibility timeout: 1 seconds is less than Function timeout: 2 seconds',
    });
  });
});
