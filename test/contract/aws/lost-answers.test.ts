import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoServiceLedger } from '../../../lib/adapters/dynamodb/service-ledger.ts';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';
import { loseOneAnswer } from './lose-one-answer.ts';

const it = contractTest('DYNAMODB');

const t0 = 1_800_000_000_000;
const claim = { now: t0, holder: 'h', leaseMs: 60_000 };
let opened: OpenTable;

before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const keyOf = (name: string) => serviceWork({ namespace: 'shop', name });

describe('DynamoDB adapters whose client sends a request again since its answer was lost', () => {
  it('still tell the caller to send the message of a request', async () => {
    const rows = createDynamoWorkRows(opened.table);
    const restore = loseOneAnswer(opened.table.client, 'UpdateItemCommand');
    assert.equal(await rows.request(keyOf('a'), { now: t0, delayMs: 0 }), 'scheduled');
    restore();
    assert.equal((await rows.read(keyOf('a')))?.dueAt, t0);
  });

  it('hold the lease that they took', async () => {
    const rows = createDynamoWorkRows(opened.table);
    await rows.request(keyOf('b'), { now: t0, delayMs: 0 });
    const restore = loseOneAnswer(opened.table.client, 'UpdateItemCommand');
    const result = await rows.acquire(keyOf('b'), claim);
    restore();
    assert.equal(result.kind, 'acquired');
    assert.equal(result.lease.fence, 1);
    assert.equal((await rows.acquire(keyOf('b'), claim)).kind, 'held');
  });

  it('know that they committed, with the message that is due', async () => {
    const rows = createDynamoWorkRows(opened.table);
    await rows.request(keyOf('c'), { now: t0, delayMs: 0 });
    const taken = await rows.acquire(keyOf('c'), claim);
    assert.equal(taken.kind, 'acquired');
    const settlement = { attempts: 1, lastOutcome: 'failed', applied: {}, dueAt: t0 + 5000 };
    const restore = loseOneAnswer(opened.table.client, 'UpdateItemCommand');
    const result = await rows.commit(taken.lease, settlement, t0);
    restore();
    assert.deepEqual(result, { kind: 'committed', dueAt: t0 + 5000 });
  });

  it('write what is desired once, and tell that the mark is theirs', async () => {
    const ledger = createDynamoServiceLedger(opened.table);
    const key = { namespace: 'shop', name: 'd' };
    const first = loseOneAnswer(opened.table.client, 'UpdateItemCommand');
    await ledger.writeDesired({ zoneId: 'Z1', key, desired: [], desiredVersion: 1, past: [] }, 1);
    first();
    const second = loseOneAnswer(opened.table.client, 'UpdateItemCommand');
    assert.equal(await ledger.markPending('Z1', { key, version: 1 }), true);
    second();
    assert.equal((await ledger.read(key))[0]?.desiredVersion, 1);
  });
});
