import assert from 'node:assert/strict';
import { createHash, timingSafeEqual } from 'node:crypto';
import { describe, it } from 'node:test';
import middy from '@middy/core';
import type { LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda';
import {
  type SameHash,
  type SourceContext,
  type TokenHashes,
  webhookAuth,
} from '../../lib/middleware/webhook-auth.ts';
import { lambdaContext } from '../function/lambda-context.ts';
import { createFakeTelemetry } from '../support/fakes/aws/fake-telemetry.ts';

const hash = (token: string): string => createHash('sha256').update(token).digest('base64url');

const hashes: TokenHashes = {
  host: [hash('first')],
  tokyo: [hash('second'), hash('third')],
  oregon: [hash('last')],
};

/** What the middleware reads of a request. */
const requestWith = (authorization: string): LambdaFunctionURLEvent =>
  ({
    headers: { authorization },
    requestContext: { http: { sourceIp: '192.0.2.1' } },
  }) as unknown as LambdaFunctionURLEvent;

/** Whose token a request carries as the middleware says; undefined where it refuses. */
const sourceOf = async (
  token: string,
  known: TokenHashes,
  same?: SameHash,
): Promise<string | undefined> => {
  const handler = middy<LambdaFunctionURLEvent, LambdaFunctionURLResult>()
    .use(webhookAuth(known, createFakeTelemetry(), same))
    .handler(async (_event: LambdaFunctionURLEvent, context) => {
      return { body: (context as SourceContext).source }; // put there by webhookAuth
    });
  const answer = Object(await handler(requestWith(`Bearer ${token}`), lambdaContext('r')));
  return answer.statusCode === 401 ? undefined : answer.body;
};

describe('how the webhook compares tokens', () => {
  for (const [title, token, source] of [
    ['of the first hash', 'first', 'host'],
    ['of one between', 'third', 'tokyo'],
    ['of the last hash', 'last', 'oregon'],
    ['of none', 'nobody', undefined],
  ] as const) {
    it(`a token ${title}: as many comparisons, each of two whole hashes`, async () => {
      const compared: (readonly [string, string])[] = [];
      const recording: SameHash = (known, given) => {
        compared.push([known.toString('base64url'), given.toString('base64url')]);
        return timingSafeEqual(known, given);
      };
      assert.equal(await sourceOf(token, hashes, recording), source);
      const each = Object.values(hashes).flat();
      assert.deepEqual(
        compared,
        each.map((one) => [one, hash(token)]),
      );
    });
  }

  it('nothing but that comparison decides', async () => {
    assert.equal(await sourceOf('first', hashes, () => false), undefined);
    assert.equal(await sourceOf('nobody', hashes, () => true), 'host');
  });

  it('the comparison is that of node:crypto unless a test gives another', async () => {
    assert.equal(await sourceOf('third', hashes), 'tokyo');
    // It alone refuses buffers of unequal length, in place of saying that they differ.
    await assert.rejects(sourceOf('first', { host: ['c2hvcnQ'] }), {
      code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
    });
  });
});
