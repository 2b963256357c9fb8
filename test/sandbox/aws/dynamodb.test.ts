import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  type AttributeValue,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { createTable, type DynamoDb, startDynamoDb } from '../../../infra/sandbox/aws/dynamodb.ts';

let db: DynamoDb;
let client: DynamoDBClient;
const TableName = 'seamark';
const Key = { pk: { S: 'service/a/b' }, sk: { S: 'row' } };

beforeEach(async () => {
  db = await startDynamoDb();
  const credentials = { accessKeyId: 'whoever', secretAccessKey: 'whatever' };
  client = new DynamoDBClient({ endpoint: db.url, region: 'eu-west-1', credentials });
  await createTable(db.url, TableName);
});
afterEach(async () => {
  client.destroy();
  await db.close();
});

const put = (sk: string, rest: Record<string, AttributeValue> = {}) =>
  client.send(new PutItemCommand({ TableName, Item: { ...Key, sk: { S: sk }, ...rest } }));
const update = (input: Omit<UpdateItemCommandInput, 'TableName' | 'Key'>) =>
  client.send(new UpdateItemCommand({ TableName, Key, ...input }));

describe('the DynamoDB stand-in', () => {
  it('creates the table of the house, active at once', async () => {
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName }));
    assert.equal(table?.TableStatus, 'ACTIVE');
    assert.equal(table?.BillingModeSummary?.BillingMode, 'PAY_PER_REQUEST');
    assert.deepEqual(table?.KeySchema, [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ]);
  });

  it('does not create a table twice', async () => {
    await assert.rejects(createTable(db.url, TableName), { name: 'ResourceInUseException' });
  });

  it('lets exactly one of many racing holders take a lease, and counts every fence', async () => {
    const take = async (holder: number): Promise<boolean> => {
      try {
        await update({
          UpdateExpression: 'SET leaseHolder = :me ADD fence :one',
          ConditionExpression: 'attribute_not_exists(leaseHolder)',
          ExpressionAttributeValues: { ':me': { S: `holder ${holder}` }, ':one': { N: '1' } },
        });
        return true;
      } catch (error) {
        assert.equal(error instanceof Error && error.name, 'ConditionalCheckFailedException');
        return false;
      }
    };
    const taken = await Promise.all(Array.from({ length: 20 }, (_, holder) => take(holder)));
    assert.equal(taken.filter(Boolean).length, 1);
    const { Item: item } = await client.send(
      new GetItemCommand({ TableName, Key, ConsistentRead: true }),
    );
    assert.deepEqual(item?.['fence'], { N: '1' });
  });

  it('pages a query', async () => {
    for (const sk of ['a#1', 'a#2', 'a#3', 'b#1']) await put(sk);
    const page = (ExclusiveStartKey?: Record<string, AttributeValue>) =>
      client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': Key.pk, ':prefix': { S: 'a#' } },
          Limit: 2,
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        }),
      );
    const first = await page();
    assert.deepEqual(
      first.Items?.map(({ sk }) => sk?.S),
      ['a#1', 'a#2'],
    );
    const second = await page(first.LastEvaluatedKey);
    assert.deepEqual(
      second.Items?.map(({ sk }) => sk?.S),
      ['a#3'],
    );
    assert.equal(second.LastEvaluatedKey, undefined);
  });

  it('listens on no other address of this machine', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address } of others) {
      const refused = await new Promise<boolean>((resolve) => {
        const socket = connect({ port: db.port, host: address });
        socket.once('error', () => resolve(true));
        socket.once('connect', () => {
          socket.destroy();
          resolve(false);
        });
      });
      assert.ok(refused, `it answers on ${address}`);
    }
  });

  it('survives a client that goes away in the middle of a request', async () => {
    const half = request({ port: db.port, host: '127.0.0.1', method: 'POST' });
    const failed = new Promise((resolve) => half.once('error', resolve));
    half.setHeader('content-length', 100);
    half.write('{"TableName":');
    await put('while the other is half way');
    half.destroy();
    await failed;
    await put('afterwards');
  });

  it('says which port is taken', async () => {
    await assert.rejects(startDynamoDb({ port: db.port }), {
      message: new RegExp(`^Cannot start DynamoDB on port ${db.port}: listen EADDRINUSE`),
    });
  });
});

describe('what the DynamoDB stand-in refuses', () => {
  const one = { ':v': { N: '1' } };
  const cases: readonly {
    readonly name: string;
    readonly attempt: () => Promise<unknown>;
    readonly reason: RegExp;
  }[] = [
    {
      name: 'an expression above 4 KB',
      attempt: () =>
        update({
          UpdateExpression: `SET ${Array.from({ length: 600 }, (_, index) => `a${index} = :v`).join()}`,
          ExpressionAttributeValues: one,
        }),
      reason:
        /^Invalid UpdateExpression: Expression size has exceeded the maximum allowed size; expression size: \d+$/,
    },
    {
      name: 'to promise the old item of a refused condition',
      attempt: () =>
        update({
          UpdateExpression: 'SET a = :v',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: one,
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      reason: /this stand-in never returns the old item/,
    },
    {
      name: 'a reserved word',
      attempt: () => update({ UpdateExpression: 'SET ttl = :v', ExpressionAttributeValues: one }),
      reason: /reserved keyword: ttl/,
    },
    {
      name: 'an unused value',
      attempt: () =>
        update({
          UpdateExpression: 'SET a = :v',
          ExpressionAttributeValues: { ...one, ':w': { N: '2' } },
        }),
      reason: /unused in expressions: keys: \{:w\}/,
    },
    {
      name: 'to change a key',
      attempt: () => update({ UpdateExpression: 'SET pk = :v', ExpressionAttributeValues: one }),
      reason: /Cannot update attribute pk\. This attribute is part of the key/,
    },
    {
      name: 'an item above 400 KB',
      attempt: () => put('big', { text: { S: 'x'.repeat(409_600) } }),
      reason: /Item size has exceeded the maximum allowed size/,
    },
    {
      name: 'an empty set',
      attempt: () => put('set', { set: { SS: [] } }),
      reason: /set {1,2}may not be empty/,
    },
    {
      name: 'a sort key above 1,024 bytes',
      attempt: () => put('x'.repeat(1025)),
      reason: /exceeded the size limit of 1024 bytes/,
    },
  ];
  for (const { name, attempt, reason } of cases) {
    it(name, async () => {
      await assert.rejects(attempt(), { name: 'ValidationException', message: reason });
    });
  }

  it('transactions, which it does not know', async () => {
    const transaction = new TransactWriteItemsCommand({
      TransactItems: [{ Put: { TableName, Item: Key } }],
    });
    await assert.rejects(client.send(transaction), { name: 'UnknownOperationException' });
  });
});
