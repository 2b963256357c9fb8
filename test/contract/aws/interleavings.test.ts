import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import type { Lease } from '../../../lib/core/model/work-row.ts';
import type { WorkRows } from '../../../lib/ports/work-rows.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { beforeEachRequest, beforeRequest } from './before-request.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

const t0 = 1_800_000_000_000;
const claim = { now: t0, holder: 'h', leaseMs: 60_000 };
const settled = { attempts: 0, lastOutcome: 'done', applied: {} };
const soon = { now: t0, delayMs: 0 };

let opened: OpenTable;
let rows: WorkRows;
let other: WorkRows;
before(async () => {
  opened = await openTable();
  rows = createDynamoWorkRows(opened.table);
  other = createDynamoWorkRows(opened.other);
});
after(() => opened.close());

const keyOf = (name: string) => serviceWork({ namespace: 'shop', name });
const lease = async (key: ReturnType<typeof keyOf>): Promise<Lease> => {
  const result = await other.acquire(key, claim);
  assert.equal(result.kind, 'acquired');
  return result.lease;
};

describe('DynamoDB work rows with somebody in between', () => {
  it('do not let a lease swallow a request', async () => {
    const key = keyOf('a');
    await other.request(key, soon);
    const stop = beforeRequest(opened.table.client, 2, () => other.acquire(key, claim));
    assert.equal(await rows.request(key, { now: t0 + 1, delayMs: 0 }), 'scheduled');
    stop();
    const row = await rows.read(key);
    assert.deepEqual([row?.generation, row?.dueAt], [2, t0 + 1]);
  });

  it('take the lease that a request has just made due', async () => {
    const key = keyOf('b');
    const stop = beforeRequest(opened.table.client, 2, () => other.request(key, soon));
    assert.equal((await rows.acquire(key, claim)).kind, 'acquired');
    stop();
  });

  it('take the lease that its holder has just given back with more to do', async () => {
    const key = keyOf('c');
    await other.request(key, soon);
    const held = await lease(key);
    const retry = { ...settled, dueAt: t0 };
    const stop = beforeRequest(opened.table.client, 2, () => other.commit(held, retry, t0));
    assert.equal((await rows.acquire(key, claim)).kind, 'acquired');
    stop();
  });

  for (const nth of [1, 2, 3]) {
    it(`commit with a request before their step ${nth}`, async () => {
      const key = keyOf(`d${nth}`);
      await other.request(key, soon);
      const held = await lease(key);
      await other.request(key, soon);
      const ask = () => other.request(key, { now: t0 + 5, delayMs: 0 });
      const stop = beforeRequest(opened.table.client, nth, ask);
      const result = await rows.commit(held, settled, t0 + 10);
      stop();
      assert.deepEqual(result, { kind: 'committed', dueAt: t0 + 10 });
      const row = await rows.read(key);
      assert.deepEqual([row?.generation, row?.done, row?.dueAt], [3, 1, t0 + 10]);
    });
  }

  it('commit a key that somebody asks for before each of their steps', async () => {
    const key = keyOf('g');
    await other.request(key, soon);
    const held = await lease(key);
    const ask = () => other.request(key, { now: t0 + 5, delayMs: 0 });
    const stop = beforeEachRequest(opened.table.client, ask);
    const result = await rows.commit(held, settled, t0 + 10);
    stop();
    assert.deepEqual(result, { kind: 'committed', dueAt: t0 + 10 });
    const row = await rows.read(key);
    assert.deepEqual([row?.done, row?.dueAt, row?.leaseHolder], [1, t0 + 10, undefined]);
  });

  it('lose a commit to whoever took the lease in the middle of it', async () => {
    const key = keyOf('e');
    await other.request(key, soon);
    const held = await lease(key);
    await other.request(key, soon);
    const late = { ...claim, now: held.leaseUntil + 1, holder: 'late' };
    const stop = beforeRequest(opened.table.client, 3, () => other.acquire(key, late));
    assert.deepEqual(await rows.commit(held, settled, t0), { kind: 'lease-lost' });
    stop();
    assert.equal((await rows.read(key))?.leaseHolder, 'late');
  });

  it('give a request up as transient once the row never stands still', async () => {
    const key = keyOf('f');
    await other.request(key, soon);
    const { client } = opened.table;
    let now = t0;
    const spin = async (): Promise<void> => {
      // Before each second update a lease takes dueAt, and before each first one a request puts it back.
      const row = await other.read(key);
      now += 60_001;
      if (row?.dueAt === undefined) await other.request(key, { now: t0, delayMs: 0 });
      else await other.acquire(key, { ...claim, now });
    };
    const stop = beforeEachRequest(client, spin);
    await other.acquire(key, claim);
    const asking = rows.request(key, { now: t0, delayMs: 1 });
    const message = /^Cannot request a pass of service\/shop\/f: its row changed 5 times/;
    await assert.rejects(asking, { name: 'ControllerError', kind: 'transient', message });
    stop();
  });
});
