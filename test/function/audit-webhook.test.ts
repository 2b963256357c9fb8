import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { createTable, type DynamoDb, startDynamoDb } from '../../infra/sandbox/aws/dynamodb.ts';
import { sandboxClientConfig } from '../../infra/sandbox/aws/sandbox-client-config.ts';
import { type Sqs, startSqs } from '../../infra/sandbox/aws/sqs.ts';
import { createDynamoWorkRows } from '../../lib/adapters/dynamodb/work-rows.ts';
import { serviceWork } from '../../lib/core/model/work-key.ts';
import { lambdaContext } from './lambda-context.ts';

type Handler = (event: LambdaFunctionURLEvent, context: object) => Promise<unknown>;
type Answer = { readonly statusCode: number; readonly body: string };

const hash = (token: string): string => createHash('sha256').update(token).digest('base64url');

const event = (
  resource: string,
  name: string,
  verb = 'update',
  code = 200,
): { readonly [field: string]: unknown } => ({
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  stage: 'ResponseComplete',
  verb,
  user: { username: 'alice@example.test' },
  objectRef: { resource, namespace: 'shop', name, apiVersion: 'v1' },
  responseStatus: { code },
});

const list = (...items: readonly unknown[]): string =>
  JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items });

const request = (body: string, authorization?: string): LambdaFunctionURLEvent => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: '/',
  rawQueryString: '',
  headers: authorization === undefined ? {} : { authorization },
  isBase64Encoded: false,
  body,
  requestContext: {
    accountId: 'anonymous',
    apiId: 'test',
    domainName: 'test.lambda-url.eu-west-1.on.aws',
    domainPrefix: 'test',
    http: { method: 'POST', path: '/', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: '' },
    requestId: 'r',
    routeKey: '$default',
    stage: '$default',
    time: '05/Jan/2026:10:00:00 +0000',
    timeEpoch: 0,
  },
});

describe('functions/audit-webhook through its whole chain', () => {
  let dynamoDb: DynamoDb;
  let sqs: Sqs;
  let queueUrl: string;
  let handler: Handler;
  let client: DynamoDBClient;

  before(async () => {
    dynamoDb = await startDynamoDb();
    sqs = await startSqs();
    await createTable(dynamoDb.url, 'seamark');
    queueUrl = await sqs.createQueue('services', { visibilityTimeoutSeconds: 30 });
    client = new DynamoDBClient(sandboxClientConfig(dynamoDb.url));
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'sandbox',
      AWS_SECRET_ACCESS_KEY: 'sandbox',
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
      AWS_ENDPOINT_URL_SQS: sqs.url,
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      POWERTOOLS_METRICS_DISABLED: 'true',
      SEAMARK_TABLE: 'seamark',
      SEAMARK_SERVICE_QUEUE_URL: queueUrl,
      SEAMARK_RESYNC_QUEUE_URL: queueUrl,
      SEAMARK_OWN_USERNAMES: '["seamark"]',
      SEAMARK_WEBHOOK_TOKEN_HASHES: JSON.stringify({
        host: [hash('host-token')],
        tokyo: [hash('old-token'), hash('tokyo-token')],
      }),
    });
    const module = await import('../../functions/audit-webhook.ts');
    handler = module.handler as unknown as Handler; // middy types the callback form too
  });

  after(async () => {
    client.destroy();
    await dynamoDb.close();
    await sqs.close();
  });

  const send = async (body: string, authorization?: string): Promise<Answer> =>
    (await handler(request(body, authorization), lambdaContext('r'))) as Answer; // always an object here

  const row = (name: string) =>
    createDynamoWorkRows({ client, name: 'seamark' }).read(
      serviceWork({ namespace: 'shop', name }),
    );

  const messages = async (): Promise<number> => {
    const sqsClient = new SQSClient(sandboxClientConfig(sqs.url));
    const answer = await sqsClient.send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }),
    );
    sqsClient.destroy();
    const count = (name: string): number => Number(Object(answer.Attributes)[name] ?? 0);
    return count('ApproximateNumberOfMessages') + count('ApproximateNumberOfMessagesDelayed');
  };

  for (const [name, authorization] of [
    ['no token', undefined],
    ['an unknown token', 'Bearer nobody'],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic aG9zdC10b2tlbg=='],
  ] as const) {
    it(`${name}: 401, nothing enqueued`, async () => {
      const answer = await send(list(event('services', 'refused')), authorization);
      assert.equal(answer.statusCode, 401);
      assert.equal(await row('refused'), undefined);
    });
  }

  for (const [name, body] of [
    ['no JSON', '{'],
    ['an empty body', ''],
    ['another kind', '{"kind":"Pod","apiVersion":"v1"}'],
    ['no list', '[]'],
  ] as const) {
    it(`${name}: 400 with a reason, nothing enqueued`, async () => {
      const before = await messages();
      const answer = await send(body, 'Bearer host-token');
      assert.equal(answer.statusCode, 400);
      assert.match(answer.body, /Cannot read audit events: /);
      assert.equal(await messages(), before);
    });
  }

  it('one odd event is skipped and counted, the rest is kept: 200', async () => {
    const before = await messages();
    const body = list(event('services', 'web'), 'odd', null, { verb: 7 }, event('services', 'api'));
    const answer = await send(body, 'Bearer host-token');
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(JSON.parse(answer.body), { events: 2, skipped: 3, keys: 2, sent: 2 });
    assert.equal(await messages(), before + 2);
    assert.equal((await row('web'))?.generation, 1);
  });

  it('a second event before the pass only raises the generation', async () => {
    const before = await messages();
    await send(list(event('services', 'web')), 'bearer host-token');
    assert.equal((await row('web'))?.generation, 2);
    assert.equal(await messages(), before);
  });

  it('a member speaks only of Services that somebody looked at before (W45); either token is good', async () => {
    const body = list(event('endpoints', 'web'), event('endpoints', 'stranger'));
    const first = await send(body, 'Bearer old-token');
    assert.deepEqual(JSON.parse(first.body).keys, 2);
    assert.equal((await send(body, 'Bearer tokyo-token')).statusCode, 200);
    assert.equal((await row('web'))?.generation, 4);
    assert.equal(await row('stranger'), undefined);
  });

  it('our own writes, failed writes and reads are no reason to look', async () => {
    const own = { ...event('services', 'own'), user: { username: 'seamark' } };
    const body = list(
      own,
      event('services', 'own', 'update', 409),
      event('services', 'own', 'get'),
    );
    const answer = await send(body, 'Bearer host-token');
    assert.equal(answer.statusCode, 200);
    assert.equal(await row('own'), undefined);
  });

  it('a base64 body is read too', async () => {
    const plain = request(list(event('services', 'packed')), 'Bearer host-token');
    const body = Buffer.from(plain.body ?? '').toString('base64');
    await handler({ ...plain, body, isBase64Encoded: true }, lambdaContext('r'));
    assert.equal((await row('packed'))?.generation, 1);
  });
});
