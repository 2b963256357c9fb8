import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import middy from '@middy/core';
import type { SQSEvent } from 'aws-lambda';
import { type DeadlineContext, deadline } from '../../lib/middleware/deadline.ts';
import { partialBatch } from '../../lib/middleware/partial-batch.ts';
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
    await handler(event(), lambdaContext('r'));
    assert.equal(seen[0]?.leaseMs, 40_000);
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
