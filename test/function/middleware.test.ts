import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { type DeadlineContext, deadline } from '../../lib/middleware/deadline.ts';
import { flushMetrics } from '../../lib/middleware/flush-metrics.ts';
import { noEarlyAnswer } from '../../lib/middleware/no-early-answer.ts';
import { partialBatch } from '../../lib/middleware/partial-batch.ts';
import { requestLog } from '../../lib/middleware/request-log.ts';
import { createRecordingTelemetry } from '../unit/adapters/system/recording-telemetry.ts';
import { lambdaContext } from './lambda-context.ts';

const event = (...messageIds: readonly string[]): SQSEvent => ({
  Records: messageIds.map((messageId) => ({
    messageId,
    receiptHandle: 'r',
    body: 'service/shop/web',
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: 's',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-west-1:111122223333:services',
    awsRegion: 'eu-west-1',
  })),
});

describe('deadline', () => {
  it('gives a lease that outlives the invocation, and a signal that is still quiet', async () => {
    const seen: DeadlineContext[] = [];
    const handler = middy<SQSEvent>()
      .use(deadline())
      .handler(async (_event: SQSEvent, context) => {
        seen.push(context as DeadlineContext); // put there by deadline
      });
    const before = Date.now();
    await handler(event(), lambdaContext('r'));
    assert.equal(seen[0]?.leaseMs, 40_000);
    // Ten seconds before the end of thirty: seven to end what was begun, three to settle.
    assert.ok(seen[0].stopAt >= before + 20_000 && seen[0].stopAt <= Date.now() + 20_000);
    assert.equal(seen[0].signal.aborted, false);
  });

  it('aborts before Lambda ends the invocation', async () => {
    const handler = middy<SQSEvent>()
      .use(deadline())
      .handler(async (_event: SQSEvent, context) => {
        const { signal } = context as DeadlineContext; // put there by deadline
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        return String(signal.reason);
      });
    const context = { ...lambdaContext('r'), getRemainingTimeInMillis: () => 3_010 };
    assert.match(String(await handler(event(), context)), /time is nearly up/);
  });
});

describe('partial batch', () => {
  it('gives back only those messages that were not dealt with', async () => {
    const handler = middy<SQSEvent>()
      .use(partialBatch())
      .handler(async (given: SQSEvent) =>
        Promise.allSettled(
          given.Records.map(async ({ messageId }) => {
            if (messageId === 'b') throw new Error('no');
          }),
        ),
      );
    assert.deepEqual(await handler(event('a', 'b', 'c'), lambdaContext('r')), {
      batchItemFailures: [{ itemIdentifier: 'b' }],
    });
  });
});

describe('metrics of an invocation', () => {
  for (const [title, end] of [
    ['that answers', () => 'answer'],
    [
      'that fails',
      () => {
        throw new Error('no');
      },
    ],
  ] as const) {
    it(`${title} are written once`, async () => {
      const { telemetry, documents } = createRecordingTelemetry();
      const handler = middy<SQSEvent>(flushMetrics(telemetry)).handler(async () => {
        telemetry.measure('Passes', 1);
        return end();
      });
      await Promise.allSettled([handler(event(), lambdaContext('r'))]);
      assert.equal(documents().length, 1);
    });
  }

  it('that is refused before its handler are written', async () => {
    const { telemetry, documents } = createRecordingTelemetry();
    const handler = middy<SQSEvent>(flushMetrics(telemetry))
      .use({
        before: () => {
          telemetry.measure('WebhookUnauthorized', 1);
          return 'refused';
        },
      })
      .handler(async () => assert.fail('must not be reached'));
    assert.equal(await handler(event(), lambdaContext('r')), 'refused');
    assert.equal(documents().length, 1);
  });

  it('whose time is up are written while its handler still hangs', async () => {
    const { telemetry, documents } = createRecordingTelemetry();
    const hanging = Promise.withResolvers<void>();
    const handler = middy<SQSEvent>(flushMetrics(telemetry)).handler(async () => {
      telemetry.measure('Passes', 1);
      await hanging.promise;
    });
    const context = { ...lambdaContext('r'), getRemainingTimeInMillis: () => 20 };
    await assert.rejects(handler(event(), context), { name: 'TimeoutError' });
    assert.equal(documents().length, 1);
    hanging.resolve();
  });
});

describe('the log of an invocation', () => {
  it('names it in every line, tells its failure, and lets out a harmless copy of the error', async () => {
    const { telemetry, logged } = createRecordingTelemetry();
    const secret = 'Bearer s3cr3t-token-of-a-cluster';
    const handler = middy<SQSEvent>()
      .use(requestLog(telemetry))
      .handler(async () => {
        telemetry.info('resync', { listed: 1 });
        throw Object.assign(new RangeError(`Cannot list: ${secret}`), { request: { secret } });
      });
    const [run] = await Promise.allSettled([handler(event(), lambdaContext('request-1'))]);
    assert.equal(run.status, 'rejected');
    const thrown: unknown = run.reason;
    assert.ok(thrown instanceof Error);
    assert.deepEqual(
      [thrown.name, thrown.message],
      ['RangeError', 'Cannot list: Bearer [redacted]'],
    );
    assert.deepEqual(Object.keys(thrown), ['name']);
    assert.doesNotMatch(String(thrown.stack), /s3cr3t/);
    const lines = logged().map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ message, requestId }) => [message, requestId]),
      [
        ['resync', 'request-1'],
        ['The invocation failed', 'request-1'],
      ],
    );
    assert.ok(logged().every((line) => !line.includes('s3cr3t')));
  });
});

describe('no early answer', () => {
  const late = async (): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return 'the whole pass';
  };
  const context = { ...lambdaContext('r'), getRemainingTimeInMillis: () => 10 };

  it('leaves it to Lambda to end what goes on for too long', async () => {
    assert.equal(await middy(noEarlyAnswer).handler(late)({}, context), 'the whole pass');
  });

  it('is needed: middy itself answers a moment before', async () => {
    await assert.rejects(middy().handler(late)({}, context), { name: 'TimeoutError' });
  });
});
