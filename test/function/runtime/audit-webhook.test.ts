import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable } from '../../../infra/sandbox/aws/dynamodb.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { startFunctionUrl } from '../../../infra/sandbox/lambda/function-url.ts';
import { serviceKey } from './federated-service.ts';
import { type Ground, startGround } from './ground.ts';
import { auditBatch, functionUrlEvent, httpApiEvent } from './lambda-events.ts';
import type { ProcessFunction } from './process-function.ts';

describe('functions/audit-webhook as it is shipped', () => {
  let ground: Ground;
  let webhook: ProcessFunction;
  let bearer: string;

  before(async () => {
    ground = await startGround(['audit-webhook']);
    webhook = ground.start('audit-webhook');
    bearer = `Bearer ${ground.tokens.host}`;
  });
  after(() => ground.close());

  const answerTo = async (event: unknown) => {
    const result = await webhook.invoke(event);
    assert.equal(result.kind, 'ok', JSON.stringify(result));
    return Object(result.payload);
  };

  for (const [front, eventOf] of [
    ['a function URL', functionUrlEvent],
    ['an HTTP API', httpApiEvent],
  ] as const) {
    describe(`behind ${front}`, () => {
      it('answers 401 without a token, or with one of nobody', async () => {
        for (const authorization of [undefined, 'Bearer nobody', 'Basic aG9zdA==']) {
          const post = {
            body: auditBatch(),
            ...(authorization === undefined ? {} : { authorization }),
          };
          const { statusCode, headers } = await answerTo(eventOf(post));
          assert.equal(statusCode, 401);
          assert.equal(headers['www-authenticate'], 'Bearer realm="seamark"');
        }
      });

      it('answers 400 to what is no list of events', async () => {
        for (const body of ['{', '[]', '{"kind":"Pod"}', undefined]) {
          const post = { authorization: bearer, ...(body === undefined ? {} : { body }) };
          const answer = await answerTo(eventOf(post));
          assert.equal(answer.statusCode, 400);
          assert.match(JSON.parse(answer.body).message, /^Cannot read audit events: /);
        }
      });

      it('answers 200 to a batch, and counts what it came to', async () => {
        const before = (await ground.row(serviceKey))?.generation ?? 0;
        const answer = await answerTo(eventOf({ body: auditBatch(), authorization: bearer }));
        assert.equal(answer.statusCode, 200);
        assert.deepEqual(answer.headers, { 'content-type': 'application/json' });
        const { events, skipped, keys } = JSON.parse(answer.body);
        assert.deepEqual({ events, skipped, keys }, { events: 1, skipped: 0, keys: 1 });
        assert.equal((await ground.row(serviceKey))?.generation, before + 1);
      });
    });
  }

  it('asked for one delivery, whatever the number of batches', async () => {
    assert.equal(await ground.take('services'), serviceKey);
    const answer = await answerTo(functionUrlEvent({ body: auditBatch(), authorization: bearer }));
    assert.equal(JSON.parse(answer.body).sent, 0);
  });

  it('answers over HTTP as its URL does, a batch of 5 MB included', async (t) => {
    const front = await startFunctionUrl({ target: webhook });
    t.after(() => front.close());
    const post = async (body: string): Promise<number> => {
      const headers = { authorization: bearer, 'content-type': 'application/json' };
      const response = await fetch(front.url, { method: 'POST', body, headers });
      await response.text();
      return response.status;
    };
    const { items, ...list } = JSON.parse(auditBatch());
    const long = { ...items[0], requestObject: { data: 'x'.repeat(12_000) } };
    assert.equal(await post(JSON.stringify({ ...list, items: Array(400).fill(long) })), 200);
    assert.equal(await post('x'.repeat(6_291_457)), 413);
  });

  it('fails where its table is gone, so that the API server sends the batch again', async (t) => {
    const { dynamodbUrl, tableName } = ground.aws;
    const client = new DynamoDBClient(sandboxClientConfig(dynamodbUrl));
    const front = await startFunctionUrl({ target: webhook });
    t.after(async () => {
      client.destroy();
      await front.close();
    });
    const post = async (): Promise<number> => {
      const headers = { authorization: bearer, 'content-type': 'application/json' };
      const response = await fetch(front.url, { method: 'POST', body: auditBatch(), headers });
      await response.text();
      return response.status;
    };
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    const result = await webhook.invoke(
      functionUrlEvent({ body: auditBatch(), authorization: bearer }),
    );
    assert.equal(result.kind, 'error', JSON.stringify(result));
    assert.match(result.payload.errorMessage, /service\/shop\/web/);
    assert.equal(await post(), 502);
    await createTable(dynamodbUrl, tableName);
    assert.equal(await post(), 200);
    assert.equal((await ground.row(serviceKey))?.generation, 1);
  });

  it('was started once for all that, and printed no token', () => {
    assert.equal(webhook.starts(), 1);
    const printed = webhook.printed().join('\n');
    assert.ok(printed.length > 0);
    assert.ok(!printed.includes(ground.tokens.host));
  });
});
