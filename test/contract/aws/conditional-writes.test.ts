import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

let opened: OpenTable;
before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const writers = 8;
const rounds = 12;

/** Writes twenty attributes of an item that has none of them yet; true if the condition held. */
const write = async (pk: string): Promise<boolean> => {
  const names = Array.from({ length: 20 }, (_, index) => `a${index}`);
  const command = new UpdateItemCommand({
    TableName: opened.table.name,
    Key: { pk: { S: pk }, sk: { S: 'race' } },
    ConditionExpression: 'attribute_not_exists(a0)',
    UpdateExpression: `SET ${names.map((name) => `${name} = :one`).join(', ')}`,
    ExpressionAttributeValues: { ':one': { N: '1' } },
  });
  try {
    await opened.table.client.send(command);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
};

describe('DynamoDB', () => {
  it('lets one of several writers on one condition through, however close they come', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const pk = `round-${round}`;
      const item = { pk: { S: pk }, sk: { S: 'race' } };
      await opened.table.client.send(
        new PutItemCommand({ TableName: opened.table.name, Item: item }),
      );
      const written = await Promise.all(Array.from({ length: writers }, () => write(pk)));
      assert.equal(written.filter(Boolean).length, 1, 'one writer goes through');
    }
  });
});
