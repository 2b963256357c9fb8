import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { serviceWork, type WorkKey } from '../../../lib/core/model/work-key.ts';
import type { Lease } from '../../../lib/core/model/work-row.ts';
import type { WorkRows } from '../../../lib/ports/work-rows.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeWorkRows } from '../../support/fakes/aws/fake-work-rows.ts';
import { openGate } from '../../support/gate.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

const t0 = 1_800_000_000_000;
const leaseMs = 30_000;
const settled = { attempts: 0, lastOutcome: 'done', applied: {} };

let opened: OpenTable;
let keys = 0;
const freshKey = (): WorkKey => {
  keys += 1;
  return serviceWork({ namespace: 'shop', name: `seized-${keys}` });
};

before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const subjects: readonly (readonly [string, () => WorkRows])[] = [
  ['fake work rows', () => createFakeWorkRows({ gate: openGate })],
  ['DynamoDB work rows', () => createDynamoWorkRows(opened.table)],
];

const claimAt = (now: number, seenFence: number) => ({ now, holder: 'resync', leaseMs, seenFence });

const acquired = async (rows: WorkRows, key: WorkKey, now: number): Promise<Lease> => {
  const result = await rows.acquire(key, { now, holder: `pass-${now}`, leaseMs });
  assert.equal(result.kind, 'acquired');
  return result.lease;
};

/** A key whose first pass is done. */
const quietKey = async (rows: WorkRows): Promise<WorkKey> => {
  const key = freshKey();
  await rows.request(key, { now: t0, delayMs: 0 });
  await rows.commit(await acquired(rows, key, t0), settled, t0);
  return key;
};

for (const [name, open] of subjects) {
  describe(`${name}: a lease that is seized`, () => {
    it('is taken from nobody, and changes nothing but the lease', async () => {
      const rows = open();
      const key = await quietKey(rows);
      const before = await rows.read(key);
      const lease = await rows.seize(key, claimAt(t0 + 1, 1));
      assert.deepEqual(
        { fence: lease?.fence, generation: lease?.generation, until: lease?.leaseUntil },
        { fence: 2, generation: 1, until: t0 + 1 + leaseMs },
      );
      assert.deepEqual(await rows.read(key), {
        ...before,
        fence: 2,
        leaseHolder: 'resync',
        leaseUntil: t0 + 1 + leaseMs,
      });
    });

    it('is not to be had where somebody held it since, holds it, or nobody knows the key', async () => {
      const rows = open();
      const key = await quietKey(rows);
      assert.equal(await rows.seize(freshKey(), claimAt(t0, 0)), undefined);
      assert.equal(await rows.seize(key, claimAt(t0 + 1, 0)), undefined);
      await rows.request(key, { now: t0 + 2, delayMs: 0 });
      const holder = await acquired(rows, key, t0 + 2);
      assert.equal(await rows.seize(key, claimAt(t0 + 3, 1)), undefined);
      assert.equal(await rows.seize(key, claimAt(t0 + 3, 2)), undefined);
      assert.ok(await rows.seize(key, claimAt(holder.leaseUntil + 1, 2)));
    });

    it('is to be had of a key that was asked for and never looked at', async () => {
      const [rows, key] = [open(), freshKey()];
      await rows.request(key, { now: t0, delayMs: 60_000 });
      const lease = await rows.seize(key, claimAt(t0 + 1, 0));
      assert.equal(lease?.fence, 1);
      assert.equal((await rows.read(key))?.dueAt, t0 + 60_000);
    });

    it('holds up a pass until it is handed back', async () => {
      const rows = open();
      const key = await quietKey(rows);
      const lease = await rows.seize(key, claimAt(t0 + 1, 1));
      assert.ok(lease);
      await rows.request(key, { now: t0 + 2, delayMs: 0 });
      const refused = await rows.acquire(key, { now: t0 + 3, holder: 'pass', leaseMs });
      assert.deepEqual(refused, { kind: 'held', leaseUntil: lease.leaseUntil });
      // The message of that request has met the lease and is gone.
      const back = await rows.handBack(lease, t0 + 4);
      assert.deepEqual(back, { kind: 'handed-back', dueAt: t0 + 4 });
      assert.equal((await acquired(rows, key, t0 + 4)).generation, 3);
    });

    it('leaves a pass owed, and the message of one that is ahead', async () => {
      const rows = open();
      const key = await quietKey(rows);
      const first = await rows.seize(key, claimAt(t0 + 1, 1));
      assert.ok(first);
      assert.deepEqual(await rows.handBack(first, t0 + 2), { kind: 'handed-back', dueAt: t0 + 2 });
      const row = await rows.read(key);
      assert.deepEqual(
        [row?.generation, row?.done, row?.leaseHolder, row?.leaseUntil],
        [2, 1, undefined, undefined],
      );
      await rows.commit(await acquired(rows, key, t0 + 2), settled, t0 + 3);
      await rows.request(key, { now: t0 + 3, delayMs: 50_000 });
      const second = await rows.seize(key, claimAt(t0 + 4, 3));
      assert.ok(second);
      assert.deepEqual(await rows.handBack(second, t0 + 5), { kind: 'handed-back' });
      const ahead = await rows.read(key);
      assert.deepEqual([ahead?.dueAt, ahead?.generation, ahead?.done], [t0 + 50_003, 4, 2]);
    });

    it('is lost to whoever took it after it ran out', async () => {
      const rows = open();
      const key = await quietKey(rows);
      const lease = await rows.seize(key, claimAt(t0 + 1, 1));
      assert.ok(lease);
      const later = lease.leaseUntil + 1;
      // Whoever dies with a seized lease leaves a pass owed.
      await acquired(rows, key, later);
      assert.deepEqual(await rows.handBack(lease, later + 1), { kind: 'lease-lost' });
      assert.equal((await rows.read(key))?.fence, 3);
    });
  });
}
