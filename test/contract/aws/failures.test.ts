import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Route53Client } from '@aws-sdk/client-route-53';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createDynamoServiceLedger } from '../../../lib/adapters/dynamodb/service-ledger.ts';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { createDynamoZoneLedger } from '../../../lib/adapters/dynamodb/zone-ledger.ts';
import { createRoute53RecordStore } from '../../../lib/adapters/route53/record-store.ts';
import { createSqsWakeQueue } from '../../../lib/adapters/sqs/wake-queue.ts';
import type { FailureKind } from '../../../lib/core/model/failure.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

/** What the server answers to everything: status, and body or `cut` for a broken connection. */
let answer: { readonly status: number; readonly body: string; readonly type: string } | 'cut';
let server: Server;
let endpoint: string;

before(async () => {
  server = createServer((request, response) => {
    request.resume();
    if (answer === 'cut') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const config = () => ({
  endpoint,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
});
const key = { namespace: 'shop', name: 'web' };

type Table = { readonly client: DynamoDBClient; readonly name: string };

/** Calls of DynamoDB, with what their error's text begins with. */
const dynamoCalls = [
  {
    title: 'read a row',
    text: /^Cannot read the row of service\/shop\/web: /,
    call: (table: Table) => createDynamoWorkRows(table).read(serviceWork(key)),
  },
  {
    title: 'request a pass',
    text: /^Cannot request a pass of service\/shop\/web: /,
    call: (table: Table) =>
      createDynamoWorkRows(table).request(serviceWork(key), { now: 1, delayMs: 0 }),
  },
  {
    title: 'read a ledger',
    text: /^Cannot read the ledger of shop\/web: /,
    call: (table: Table) => createDynamoServiceLedger(table).read(key),
  },
  {
    title: 'read entries',
    text: /^Cannot read the ledger entries of zone Z1: /,
    call: (table: Table) =>
      createDynamoZoneLedger(table, createVirtualClock(0)).readMany('Z1', [key]),
  },
  {
    title: 'clear a mark',
    text: /^Cannot clear the mark of shop\/web in zone Z1: /,
    call: (table: Table) =>
      createDynamoZoneLedger(table, createVirtualClock(0)).clearPending('Z1', {
        key,
        version: 1,
      }),
  },
];

const json = (code: string, status = 400) => ({
  status,
  type: 'application/x-amz-json-1.0',
  body: JSON.stringify({ __type: `com.amazonaws#${code}`, message: 'because' }),
});
const xml = (code: string, status = 400) => ({
  status,
  type: 'text/xml',
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>because</Message></Error></ErrorResponse>`,
});

type Row = readonly [typeof answer, FailureKind];
const rowTitle = ([given, kind]: Row): string =>
  `${given === 'cut' ? 'a cut connection' : `${given.status} ${given.body.match(/[A-Z]\w{6,}/)?.[0]}`} is ${kind}`;

const dynamoRows: readonly Row[] = [
  [json('ThrottlingException'), 'throttled'],
  [json('ProvisionedThroughputExceededException'), 'throttled'],
  [json('RequestLimitExceeded'), 'throttled'],
  [json('ResourceNotFoundException'), 'terminal'],
  [json('AccessDeniedException'), 'terminal'],
  [json('UnrecognizedClientException'), 'terminal'],
  [json('ValidationException'), 'defect'],
  [json('ExpectedNothingLikeThis'), 'defect'],
  [json('InternalServerError', 500), 'transient'],
  [json('ServiceUnavailable', 503), 'transient'],
  ['cut', 'transient'],
];

describe('a failure of DynamoDB', () => {
  for (const row of dynamoRows) {
    it(rowTitle(row), async () => {
      const client = new DynamoDBClient(config());
      for (const { call, text } of dynamoCalls) {
        [answer] = row;
        const failing = call({ client, name: 'seamark' });
        await assert.rejects(failing, { name: 'ControllerError', kind: row[1], message: text });
      }
      client.destroy();
    });
  }
});

const sqsRows: readonly Row[] = [
  [json('RequestThrottled'), 'throttled'],
  [json('ThrottlingException'), 'throttled'],
  [json('QueueDoesNotExist'), 'terminal'],
  [json('AccessDeniedException'), 'terminal'],
  [json('InvalidMessageContents'), 'defect'],
  [json('InternalFailure', 500), 'transient'],
  ['cut', 'transient'],
];

describe('a failure of SQS', () => {
  for (const row of sqsRows) {
    it(rowTitle(row), async () => {
      [answer] = row;
      const client = new SQSClient(config());
      const queueUrls = { services: `${endpoint}/000000000000/services`, zones: `${endpoint}/0/z` };
      const queue = createSqsWakeQueue({ client, queueUrls });
      const sending = queue.send([{ key: serviceWork(key), dueAt: 0 }], 0);
      const message =
        /^Cannot wake service\/shop\/web: Cannot send messages to .*\/services: SQS says /;
      await assert.rejects(sending, { name: 'ControllerError', kind: row[1], message });
      client.destroy();
    });
  }
});

const route53Rows: readonly Row[] = [
  [xml('Throttling'), 'throttled'],
  [xml('ThrottlingException'), 'throttled'],
  [xml('PriorRequestNotComplete'), 'throttled'],
  [xml('NoSuchHostedZone', 404), 'terminal'],
  [xml('AccessDenied', 403), 'terminal'],
  [xml('InvalidArgument'), 'defect'],
  [xml('InternalFailure', 500), 'transient'],
  ['cut', 'transient'],
];

describe('a failure of Route 53', () => {
  for (const row of route53Rows) {
    it(rowTitle(row), async () => {
      [answer] = row;
      const client = new Route53Client(config());
      const store = createRoute53RecordStore(client);
      const expected = { name: 'ControllerError', kind: row[1], retryAfterMs: undefined };
      const reading = store.readName('Z1', 'web.example.test');
      await assert.rejects(reading, { ...expected, message: /^Cannot read hosted zone Z1: / });
      const recordSet = {
        name: 'web.example.test',
        type: 'A',
        ttlSeconds: 60,
        values: ['192.0.2.1'],
      } as const;
      const changing = store.change('Z1', [{ action: 'CREATE', recordSet }]);
      await assert.rejects(changing, { ...expected, message: /^Cannot change hosted zone Z1: / });
      client.destroy();
    });
  }

  it('to move on in a listing ends the reading', async () => {
    const set =
      '<ResourceRecordSet><Name>web.example.test.</Name><Type>A</Type><TTL>60</TTL></ResourceRecordSet>';
    const body = `<ListResourceRecordSetsResponse><ResourceRecordSets>${set}</ResourceRecordSets><IsTruncated>true</IsTruncated><NextRecordName>web.example.test.</NextRecordName><NextRecordType>A</NextRecordType><MaxItems>20</MaxItems></ListResourceRecordSetsResponse>`;
    answer = { status: 200, type: 'text/xml', body };
    const client = new Route53Client(config());
    const reading = createRoute53RecordStore(client).readName('Z1', 'web.example.test');
    const message = /^Cannot read web\.example\.test in hosted zone Z1: /;
    await assert.rejects(reading, { name: 'ControllerError', kind: 'defect', message });
    client.destroy();
  });

  it('that refuses the input of a batch is a refusal, so that the rest can go on', async () => {
    answer = xml('InvalidInput');
    const client = new Route53Client(config());
    const recordSet = {
      name: 'web.example.test',
      type: 'A',
      ttlSeconds: -1,
      values: ['192.0.2.1'],
    } as const;
    const store = createRoute53RecordStore(client);
    assert.deepEqual(await store.change('Z1', [{ action: 'CREATE', recordSet }]), {
      kind: 'refused',
      messages: ['because'],
      names: [],
    });
    client.destroy();
  });
});
