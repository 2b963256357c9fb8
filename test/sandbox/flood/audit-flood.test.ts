import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { functionLimits } from '../../../infra/function-limits.ts';
import { createTable, startDynamoDb } from '../../../infra/sandbox/aws/dynamodb.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { startSqs } from '../../../infra/sandbox/aws/sqs.ts';
import { createFunction } from '../../../infra/sandbox/lambda/function.ts';
import { startFunctionUrl } from '../../../infra/sandbox/lambda/function-url.ts';
import { tokenHash } from '../../../infra/sandbox/tokens.ts';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import { drawFrom, everyService, floodBatch, floodedServices } from './flood-events.ts';

const seed = 20_261_201;
const batchSize = 400;
const batches = 25;
const sources = ['host', 'tokyo', 'oregon'] as const;

const token = (source: string): string => `token-of-${source}`;

/** The shipped webhook behind its URL, on an empty table and an empty queue. */
const startWebhook = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-flood-'));
  const [dynamoDb, sqs] = [await startDynamoDb(), await startSqs()];
  await createTable(dynamoDb.url, 'seamark');
  const queueUrl = await sqs.createQueue('services', { visibilityTimeoutSeconds: 180 });
  const entry = resolve(import.meta.dirname, '../../../functions/audit-webhook.ts');
  const [bundle] = await bundleFunctions({ outDir: folder, entries: [entry] });
  if (bundle === undefined) throw new Error('Cannot start the webhook: it was not bundled');
  const hashes = sources.map((source) => [source, [tokenHash(token(source))]] as const);
  const target = createFunction({
    name: 'audit-webhook',
    dir: bundle.dir,
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
      AWS_ENDPOINT_URL_SQS: sqs.url,
      SEAMARK_TABLE: 'seamark',
      SEAMARK_SERVICE_QUEUE_URL: queueUrl,
      SEAMARK_RESYNC_QUEUE_URL: queueUrl,
      SEAMARK_WEBHOOK_TOKEN_HASHES: JSON.stringify(Object.fromEntries(hashes)),
    },
    ...functionLimits['audit-webhook'],
    log: () => undefined,
  });
  const front = await startFunctionUrl({ target });
  const dynamoClient = new DynamoDBClient(sandboxClientConfig(dynamoDb.url));
  const sqsClient = new SQSClient(sandboxClientConfig(sqs.url));
  return {
    url: front.url,
    rows: createDynamoWorkRows({ client: dynamoClient, name: 'seamark' }),
    receive: async () => {
      const ask = new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 });
      return (await sqsClient.send(ask)).Messages ?? [];
    },
    close: async () => {
      await front.close(0);
      await target.close(0);
      dynamoClient.destroy();
      sqsClient.destroy();
      await Promise.all([dynamoDb.close(), sqs.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

type Webhook = Awaited<ReturnType<typeof startWebhook>>;

const post = async (webhook: Webhook, source: string, items: readonly unknown[]) => {
  const begun = performance.now();
  const response = await fetch(webhook.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token(source)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1', items }),
  });
  await response.text();
  return { status: response.status, tookMs: performance.now() - begun };
};

const receiveAll = async (webhook: Webhook): Promise<readonly string[]> => {
  const bodies: string[] = [];
  for (;;) {
    const messages = await webhook.receive();
    if (messages.length === 0) return bodies;
    bodies.push(...messages.map(({ Body }) => Body ?? ''));
  }
};

describe('a flood of audit events', () => {
  let webhook: Webhook;
  before(async () => {
    webhook = await startWebhook();
  });
  after(() => webhook.close());

  it(`${batches * batchSize} events of three clusters are one delivery a key, and no key is lost (seed ${seed})`, async (test) => {
    const declared = await post(webhook, 'host', everyService());
    assert.equal(declared.status, 200);
    const draw = drawFrom(seed);
    const flood = Array.from({ length: batches }, (_, at) => ({
      source: sources[at % sources.length] ?? 'host',
      ...floodBatch(draw, batchSize),
    }));
    // Each API server sends its batches one after the other; the three send at the same time.
    const answers = await Promise.all(
      sources.map(async (source) => {
        const own = [];
        for (const batch of flood.filter((one) => one.source === source)) {
          own.push(await post(webhook, source, batch.items));
        }
        return own;
      }),
    );
    const times = answers.flat().map(({ tookMs }) => Math.round(tookMs));
    // A figure to read, not a bound: machines that run tests are shared, and a time-out of the function is no 200.
    test.diagnostic(`answers took ${Math.min(...times)} to ${Math.max(...times)} ms`);
    assert.deepEqual(
      answers.flat().map(({ status }) => status),
      flood.map(() => 200),
    );

    const bodies = await receiveAll(webhook);
    const wanted = floodedServices.map(({ namespace, name }) => `service/${namespace}/${name}`);
    assert.deepEqual([...bodies].sort(), [...wanted].sort());
    for (const service of floodedServices) {
      const name = `${service.namespace}/${service.name}`;
      const asked = 1 + flood.filter(({ keys }) => keys.has(name)).length;
      const row = await webhook.rows.read(serviceWork(service));
      assert.equal(row?.generation, asked, name);
    }
  });
});
