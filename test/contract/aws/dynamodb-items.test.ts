import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createDynamoServiceLedger } from '../../../lib/adapters/dynamodb/service-ledger.ts';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { createDynamoZoneLedger } from '../../../lib/adapters/dynamodb/zone-ledger.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

let opened: OpenTable;
before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const key = { namespace: 'shop', name: 'web' };
const put = (pk: string, sk: string, rest: Record<string, { S: string } | { N: string }>) =>
  opened.table.client.send(
    new PutItemCommand({
      TableName: opened.table.name,
      Item: { pk: { S: pk }, sk: { S: sk }, ...rest },
    }),
  );

describe('an item of another form is a defect that names it', () => {
  const rows = [
    { generation: { S: 'one' } },
    { generation: { N: '-1' } },
    { generation: { N: '1.5' } },
    { applied: { S: '{' } },
    { applied: { S: '[1]' } },
    { applied: { S: '{"a":1}' } },
    { leaseHolder: { N: '1' } },
  ];
  for (const row of rows) {
    it(`work row with ${JSON.stringify(row)}`, async () => {
      await put('service#shop/web', 'work', row);
      const reading = createDynamoWorkRows(opened.table).read(serviceWork(key));
      const message = /^Cannot read item service#shop\/web work: /;
      await assert.rejects(reading, { name: 'ControllerError', kind: 'defect', message });
    });
  }

  const entries = [
    { desired: { S: 'x' } },
    { desired: { S: '[{"name":"a","type":"TXT","ttlSeconds":1,"values":[]}]' } },
    { desired: { S: '[{"name":"a","type":"CNAME","alias":{"zoneId":"Z1","dnsName":"b"}}]' } },
    { blocked: { S: '[{"name":"a"}]' } },
    { desiredVersion: { S: '1' } },
  ];
  for (const entry of entries) {
    it(`ledger entry with ${JSON.stringify(entry)}`, async () => {
      await put('service#shop/web', 'ledger#Z1', entry);
      const expected = {
        kind: 'defect',
        message: /^Cannot read item service#shop\/web ledger#Z1: /,
      };
      await assert.rejects(createDynamoServiceLedger(opened.table).read(key), expected);
      const zone = createDynamoZoneLedger(opened.table, createVirtualClock(0));
      await assert.rejects(zone.readMany('Z1', [key]), expected);
    });
  }

  it('an entry from before there were aliases reads as it did', async () => {
    const text = '[{"name":"a.test","type":"A","ttlSeconds":60,"values":["192.0.2.1"]}]';
    await put('service#shop/old', 'ledger#Z1', {
      desired: { S: text },
      desiredVersion: { N: '1' },
      past: { S: '[]' },
      fence: { N: '1' },
    });
    const [entry] = await createDynamoServiceLedger(opened.table).read({ ...key, name: 'old' });
    assert.equal(JSON.stringify(entry?.desired), text);
  });

  const markers = [
    { sk: 'pending#shop/web', item: {} },
    { sk: 'pending#shop', item: { version: { N: '1' } } },
  ];
  for (const [index, { sk, item }] of markers.entries()) {
    it(`marker ${sk} with ${JSON.stringify(item)}`, async () => {
      await put(`zone#Z${index}`, sk, item);
      const zone = createDynamoZoneLedger(opened.table, createVirtualClock(0));
      const message = new RegExp(`^Cannot read item zone#Z${index} ${sk}: `);
      await assert.rejects(zone.pending(`Z${index}`), { kind: 'defect', message });
    });
  }
});
