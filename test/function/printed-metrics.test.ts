import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundleFunctions } from '../../infra/bundle/bundle.ts';
import { createTable, type DynamoDb, startDynamoDb } from '../../infra/sandbox/aws/dynamodb.ts';
import { type Sqs, startSqs } from '../../infra/sandbox/aws/sqs.ts';
import { emfFaults } from '../support/emf-faults.ts';

const token = 'tokyo-token-0123456789abcdef';
const hash = createHash('sha256').update(token).digest('base64url');

const request = (body: string, authorization?: string): object => ({
  version: '2.0',
  headers: authorization === undefined ? {} : { authorization },
  isBase64Encoded: false,
  body,
  requestContext: { http: { method: 'POST', path: '/', sourceIp: '192.0.2.1' } },
});

const auditEvents = JSON.stringify({
  kind: 'EventList',
  apiVersion: 'audit.k8s.io/v1',
  items: [
    {
      kind: 'Event',
      stage: 'ResponseComplete',
      verb: 'update',
      user: { username: 'alice' },
      objectRef: { resource: 'services', namespace: 'shop', name: 'web', apiVersion: 'v1' },
      responseStatus: { code: 200 },
    },
  ],
});

describe('what a bundled function prints', () => {
  let dynamoDb: DynamoDb;
  let sqs: Sqs;
  let queueUrl: string;
  let folder: string;
  let handlerFile: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-printed-'));
    const entries = [join(import.meta.dirname, '../../functions/audit-webhook.ts')];
    const [bundle] = await bundleFunctions({ outDir: folder, entries });
    handlerFile = bundle?.handlerFile ?? '';
    dynamoDb = await startDynamoDb();
    sqs = await startSqs();
    await createTable(dynamoDb.url, 'seamark');
    queueUrl = await sqs.createQueue('services', { visibilityTimeoutSeconds: 30 });
  });

  after(async () => {
    await dynamoDb.close();
    await sqs.close();
    await rm(folder, { recursive: true });
  });

  /** The lines that an environment with these events prints. */
  const linesOf = async (
    events: readonly object[],
    variables: { readonly [name: string]: string } = {},
  ): Promise<readonly string[]> => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./invoke-all.ts', import.meta.url))],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: {
          AWS_REGION: 'us-east-1',
          AWS_ACCESS_KEY_ID: 'sandbox',
          AWS_SECRET_ACCESS_KEY: 'sandbox',
          AWS_MAX_ATTEMPTS: '1',
          AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
          AWS_ENDPOINT_URL_SQS: sqs.url,
          SEAMARK_TABLE: 'seamark',
          SEAMARK_SERVICE_QUEUE_URL: queueUrl,
          SEAMARK_RESYNC_QUEUE_URL: queueUrl,
          SEAMARK_METRICS_NAMESPACE: 'Seamark/demo',
          SEAMARK_HOST_SOURCE: 'tokyo',
          SEAMARK_WEBHOOK_TOKEN_HASHES: JSON.stringify({ tokyo: [hash] }),
          ...variables,
        },
      },
    );
    child.stdin.end(JSON.stringify({ handlerFile, events }));
    // Warnings and errors go to standard error, as the logger does it; Lambda takes both.
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return `${out}\n${error}`.split('\n').filter((line) => line !== '');
  };

  const documentsIn = (lines: readonly string[]): readonly string[] =>
    lines.filter((line) => line.startsWith('{"_aws":'));

  it('one line each, JSON all of them; metrics at the end of each invocation, however it ends', async () => {
    const lines = await linesOf([
      request('{}'),
      request('{', `Bearer ${token}`),
      request(auditEvents, `Bearer ${token}`),
      request(auditEvents, `Bearer ${token}`),
    ]);
    for (const line of lines) JSON.parse(line);
    const documents = documentsIn(lines);
    for (const document of documents) assert.deepEqual(emfFaults(document, Date.now()), []);
    assert.deepEqual(
      documents.map((document) => {
        const { _aws, ...members } = JSON.parse(document);
        const [directive] = _aws.CloudWatchMetrics;
        assert.equal(directive.Namespace, 'Seamark/demo');
        return [directive.Dimensions, members];
      }),
      [
        [[[]], { WebhookUnauthorized: 1 }],
        [[[]], { WebhookEvents: 1, Enqueued: 1 }],
        [[['cluster']], { cluster: 'tokyo', AuditEvents: 1 }],
        [[[]], { WebhookEvents: 1 }],
        [[['cluster']], { cluster: 'tokyo', AuditEvents: 1 }],
      ],
    );
    const messages = lines
      .map((line) => JSON.parse(line))
      .filter((line) => line._aws === undefined)
      .map(({ message, requestId, sourceIp }) => [message, requestId, sourceIp])
      .sort(([, left], [, right]) => (left < right ? -1 : 1));
    assert.deepEqual(messages, [
      ['Refused a request', 'request-0', '192.0.2.1'],
      ['Refused a body', 'request-1', undefined],
      ['intake', 'request-2', undefined],
      ['intake', 'request-3', undefined],
    ]);
  });

  it('what was measured before a failure is written too; the failure names no secret', async () => {
    const lines = await linesOf([request(auditEvents, `Bearer ${token}`)], {
      AWS_ENDPOINT_URL_DYNAMODB: 'http://alice:opensesame@127.0.0.1:1',
    });
    const members = documentsIn(lines).map((document) => JSON.parse(document));
    assert.deepEqual(
      members.map(({ WebhookEvents, AuditEvents }) => [WebhookEvents, AuditEvents]),
      [
        [1, undefined],
        [undefined, 1],
      ],
    );
    const failed = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 'ERROR');
    assert.equal(failed.message, 'The invocation failed');
    assert.equal(failed.requestId, 'request-0');
    for (const line of lines) {
      assert.ok(!line.includes(token) && !line.includes('opensesame'), line);
    }
  });
});
