import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { CloudWatchLogsEvent } from 'aws-lambda';
import { bundleFunctions } from '../../infra/bundle/bundle.ts';
import { createTable, type DynamoDb, startDynamoDb } from '../../infra/sandbox/aws/dynamodb.ts';
import { sandboxClientConfig } from '../../infra/sandbox/aws/sandbox-client-config.ts';
import { type Sqs, startSqs } from '../../infra/sandbox/aws/sqs.ts';
import { createDynamoWorkRows } from '../../lib/adapters/dynamodb/work-rows.ts';
import {
  fleetWork,
  namespaceWork,
  serviceWork,
  type WorkKey,
} from '../../lib/core/model/work-key.ts';
import { lambdaContext } from './lambda-context.ts';

type Handler = (event: CloudWatchLogsEvent, context: object) => Promise<unknown>;

const auditEvent = (resource: string, name: string, given: object = {}): string =>
  JSON.stringify({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    stage: 'ResponseComplete',
    verb: 'update',
    user: { username: 'alice' },
    objectRef: { resource, namespace: 'shop', name, apiVersion: 'v1' },
    responseStatus: { code: 200 },
    ...given,
  });

const delivery = (logGroup: string, ...messages: readonly string[]): CloudWatchLogsEvent => {
  const data = {
    messageType: 'DATA_MESSAGE',
    owner: '111122223333',
    logGroup,
    logStream: 'kube-apiserver-audit-0123456789abcdef0123456789abcdef',
    subscriptionFilters: ['seamark'],
    logEvents: messages.map((message, id) => ({ id: String(id), timestamp: 1, message })),
  };
  return { awslogs: { data: gzipSync(JSON.stringify(data)).toString('base64') } };
};

const web = serviceWork({ namespace: 'shop', name: 'web' });

describe('functions/audit-logs through its whole chain', () => {
  let dynamoDb: DynamoDb;
  let sqs: Sqs;
  let client: DynamoDBClient;
  let handler: Handler;

  before(async () => {
    dynamoDb = await startDynamoDb();
    sqs = await startSqs();
    await createTable(dynamoDb.url, 'seamark');
    const queueUrl = await sqs.createQueue('services', { visibilityTimeoutSeconds: 30 });
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
      SEAMARK_LOG_GROUPS: '{"/aws/eks/hub/cluster":"host"}',
    });
    const module = await import('../../functions/audit-logs.ts');
    handler = module.handler as unknown as Handler; // middy types the callback form too
  });

  after(async () => {
    client.destroy();
    await dynamoDb.close();
    await sqs.close();
  });

  const send = (event: CloudWatchLogsEvent) => handler(event, lambdaContext('r'));
  const row = (key: WorkKey) => createDynamoWorkRows({ client, name: 'seamark' }).read(key);

  it('A15: a control message succeeds and does nothing', async () => {
    const file = new URL(
      '../fixtures/cases/audit/A15-cloudwatch-control-message.json',
      import.meta.url,
    );
    const { input } = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual(await send(input.lambda_event), { keys: 0, sent: 0 });
  });

  it('runs from its bundle as it is deployed', async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'seamark-audit-logs-'));
    try {
      const entries = [join(import.meta.dirname, '../../functions/audit-logs.ts')];
      const [bundle] = await bundleFunctions({ outDir, entries });
      assert.ok(bundle);
      const { handler: bundled } = await import(bundle.handlerFile);
      const event = delivery('/aws/eks/tokyo/cluster', auditEvent('endpoints', 'bundled'));
      assert.deepEqual(await bundled(event, lambdaContext('r')), { keys: 1, sent: 0 });
    } finally {
      await rm(outDir, { recursive: true });
    }
  });

  it('a member speaks only of Services that somebody looked at before (W45)', async () => {
    const report = await send(delivery('/aws/eks/tokyo/cluster', auditEvent('endpoints', 'web')));
    assert.deepEqual(report, { keys: 1, sent: 0 });
    assert.equal(await row(web), undefined);
  });

  it('the host by the name that the settings give its group; odd lines are skipped', async () => {
    const own = auditEvent('services', 'own', { user: { username: 'seamark' } });
    const event = delivery(
      '/aws/eks/hub/cluster',
      auditEvent('services', 'web'),
      '{"split":',
      'I0105 a line of another log',
      own,
    );
    assert.deepEqual(await send(event), { keys: 1, sent: 1 });
    assert.equal((await row(web))?.generation, 1);
  });

  it('a member by the name of its EKS cluster', async () => {
    await send(delivery('/aws/eks/tokyo/cluster', auditEvent('endpoints', 'web')));
    assert.equal((await row(web))?.generation, 2);
  });

  it('Clusters and credentials of the host, and what goes without names', async () => {
    const objectRef = { apiGroup: 'federation.seamark.dev', resource: 'clusters', name: 'tokyo' };
    const event = delivery(
      '/aws/eks/hub/cluster',
      auditEvent('clusters', 'tokyo', { objectRef }),
      auditEvent('services', '', {
        verb: 'deletecollection',
        objectRef: { resource: 'services', namespace: 'shop', apiVersion: 'v1' },
      }),
    );
    assert.deepEqual(await send(event), { keys: 2, sent: 2 });
    assert.equal((await row(fleetWork))?.generation, 1);
    assert.equal((await row(namespaceWork('shop')))?.generation, 1);
  });

  for (const [title, event] of [
    ['a group of no cluster', delivery('/aws/lambda/other', auditEvent('services', 'web'))],
    ['a payload that is no payload', { awslogs: { data: 'AAAA' } }],
  ] as const) {
    it(`${title} is dropped without an error, as it would come again`, async () => {
      assert.deepEqual(await send(event), { keys: 0, sent: 0 });
    });
  }
});
