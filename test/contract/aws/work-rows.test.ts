import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { serviceWork, type WorkKey, zoneWork } from '../../../lib/core/model/work-key.ts';
import type { Lease, Settlement } from '../../../lib/core/model/work-row.ts';
import type { WorkRows } from '../../../lib/ports/work-rows.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeWorkRows } from '../../support/fakes/aws/fake-work-rows.ts';
import { openGate } from '../../support/gate.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

const t0 = 1_800_000_000_000;
const minuteMs = 60_000;
const settled: Settlement = { attempts: 0, lastOutcome: 'done', applied: {} };

let opened: OpenTable;
let keys = 0;
const freshKey = (): WorkKey => {
  keys += 1;
  return serviceWork({ namespace: 'shop', name: `web-${keys}` });
};

before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const subjects: readonly (readonly [string, () => WorkRows])[] = [
  ['fake work rows', () => createFakeWorkRows({ gate: openGate })],
  ['DynamoDB work rows', () => createDynamoWorkRows(opened.table)],
];

const take = async (rows: WorkRows, key: WorkKey, now: number): Promise<Lease> => {
  const result = await rows.acquire(key, { now, holder: `h-${now}`, leaseMs: minuteMs });
  assert.equal(result.kind, 'acquired');
  return result.lease;
};

for (const [name, open] of subjects) {
  describe(name, () => {
    describe('request', () => {
      it('sets dueAt where there is none and counts', async () => {
        const [rows, key] = [open(), freshKey()];
        assert.equal(await rows.request(key, { now: t0, delayMs: 5000 }), 'scheduled');
        assert.deepEqual(await rows.read(key), {
          key,
          generation: 1,
          done: 0,
          dueAt: t0 + 5000,
          fence: 0,
          attempts: 0,
          applied: {},
        });
      });

      const dueCases = [
        { title: 'the same time', first: 5000, at: 0, delayMs: 5000, want: 'merged', due: 5000 },
        { title: 'a later time', first: 5000, at: 0, delayMs: 6000, want: 'merged', due: 5000 },
        { title: 'an earlier time', first: 5000, at: 0, delayMs: 0, want: 'scheduled', due: 0 },
        { title: 'just overdue', first: 0, at: 300_000, delayMs: 0, want: 'merged', due: 0 },
        {
          title: 'long overdue',
          first: 0,
          at: 300_001,
          delayMs: 7,
          want: 'scheduled',
          due: 300_008,
        },
      ];
      for (const { title, first, at, delayMs, want, due } of dueCases) {
        it(`of ${title} is ${want}`, async () => {
          const [rows, key] = [open(), freshKey()];
          await rows.request(key, { now: t0, delayMs: first });
          assert.equal(await rows.request(key, { now: t0 + at, delayMs }), want);
          const row = await rows.read(key);
          assert.equal(row?.generation, 2);
          assert.equal(row?.dueAt, t0 + due);
        });
      }

      it('leaves an unknown key alone where only known ones are asked', async () => {
        const [rows, key] = [open(), freshKey()];
        const asked = { now: t0, delayMs: 0, onlyKnown: true };
        assert.equal(await rows.request(key, asked), 'unknown');
        assert.equal(await rows.read(key), undefined);
        await rows.request(key, { now: t0, delayMs: 0 });
        assert.equal(await rows.request(key, asked), 'merged');
        await take(rows, key, t0);
        assert.equal(await rows.request(key, asked), 'scheduled');
      });

      it('schedules once however many ask at once', async () => {
        const [rows, key] = [open(), freshKey()];
        const asking = Array.from({ length: 20 }, () => rows.request(key, { now: t0, delayMs: 0 }));
        const results = await Promise.all(asking);
        assert.equal(results.filter((result) => result === 'scheduled').length, 1);
        assert.equal((await rows.read(key))?.generation, 20);
      });
    });

    describe('acquire', () => {
      it('is stale for a key that nobody asked for', async () => {
        const [rows, key] = [open(), freshKey()];
        const claim = { now: t0, holder: 'a', leaseMs: minuteMs };
        assert.deepEqual(await rows.acquire(key, claim), { kind: 'stale' });
        assert.equal(await rows.read(key), undefined);
      });

      it('takes the lease, counts the fence and removes dueAt', async () => {
        const [rows, key] = [open(), freshKey()];
        await rows.request(key, { now: t0, delayMs: 0 });
        const lease = await take(rows, key, t0 + 1);
        const row = {
          key,
          generation: 1,
          done: 0,
          leaseHolder: `h-${t0 + 1}`,
          leaseUntil: t0 + 1 + minuteMs,
          fence: 1,
          attempts: 0,
          applied: {},
        };
        const { leaseHolder: holder, leaseUntil, fence, generation } = row;
        assert.deepEqual(lease, { key, holder, leaseUntil, fence, generation, row });
        assert.deepEqual(await rows.read(key), row);
      });

      it('is held to the last millisecond of the lease, then free', async () => {
        const [rows, key] = [open(), freshKey()];
        await rows.request(key, { now: t0, delayMs: 0 });
        const { leaseUntil } = await take(rows, key, t0);
        const again = { now: leaseUntil, holder: 'b', leaseMs: minuteMs };
        assert.deepEqual(await rows.acquire(key, again), { kind: 'held', leaseUntil });
        assert.equal((await take(rows, key, leaseUntil + 1)).fence, 2);
      });

      it('gives one lease however many claim at once', async () => {
        const [rows, key] = [open(), freshKey()];
        await rows.request(key, { now: t0, delayMs: 0 });
        const claims = Array.from({ length: 12 }, (_, index) =>
          rows.acquire(key, { now: t0, holder: `h${index}`, leaseMs: minuteMs }),
        );
        const kinds = (await Promise.all(claims)).map(({ kind }) => kind).sort();
        assert.deepEqual(kinds, ['acquired', ...Array.from({ length: 11 }, () => 'held')]);
      });

      it('leaves a key alone that is due later: a left-over message starts no pass', async () => {
        const [rows, key] = [open(), freshKey()];
        await rows.request(key, { now: t0, delayMs: 0 });
        const dueAt = t0 + minuteMs;
        await rows.commit(await take(rows, key, t0), { ...settled, dueAt }, t0);
        const claim = { now: dueAt - 5001, holder: 'left over', leaseMs: minuteMs };
        assert.deepEqual(await rows.acquire(key, claim), { kind: 'early', dueAt });
        assert.equal((await rows.read(key))?.dueAt, dueAt);
        assert.equal((await take(rows, key, dueAt - 5000)).fence, 2);
      });

      it('takes over a pass that was only due by time and whose holder died', async () => {
        const [rows, key] = [open(), freshKey()];
        await rows.request(key, { now: t0, delayMs: 0 });
        const retry = { ...settled, dueAt: t0 + 5000 };
        await rows.commit(await take(rows, key, t0), retry, t0);
        const { leaseUntil } = await take(rows, key, t0 + 5000);
        assert.equal((await take(rows, key, leaseUntil + 1)).fence, 3);
      });
    });

    it('keeps Services and zones apart', async () => {
      const rows = open();
      keys += 1;
      const zone = zoneWork(`Z${keys}`);
      await rows.request(zone, { now: t0, delayMs: 0 });
      assert.equal(
        await rows.read(serviceWork({ namespace: 'shop', name: `Z${keys}` })),
        undefined,
      );
      assert.deepEqual((await take(rows, zone, t0)).key, zone);
    });
  });

  describe(`${name}: commit`, () => {
    it('stores the settlement, frees the lease and answers what was asked for', async () => {
      const [rows, key] = [open(), freshKey()];
      await rows.request(key, { now: t0, delayMs: 0 });
      const failed = {
        attempts: 2,
        lastOutcome: 'failed',
        lastError: 'Cannot x',
        dueAt: t0 + 9000,
      };
      const applied = { 'member-a': 'f00d' };
      const first = await take(rows, key, t0);
      const result = await rows.commit(first, { ...failed, applied }, t0);
      assert.deepEqual(result, { kind: 'committed', dueAt: t0 + 9000 });
      const row = { key, generation: 1, done: 1, fence: 1, ...failed, applied };
      assert.deepEqual(await rows.read(key), row);

      const second = await take(rows, key, t0 + 9000);
      assert.deepEqual(await rows.commit(second, settled, t0 + 9001), { kind: 'committed' });
      assert.deepEqual(await rows.read(key), { key, generation: 1, done: 1, fence: 2, ...settled });
      const late = { now: t0 + 9002, holder: 'x', leaseMs: minuteMs };
      assert.deepEqual(await rows.acquire(key, late), { kind: 'stale' });
    });

    /** Someone asks at `askedAt` for `delayMs` later; the pass ends at +1,000 and wants `wanted`. */
    const meanwhile = [
      { title: 'its message is ahead', delayMs: 5000, send: undefined, dueAt: 5000 },
      { title: 'its message may have met the lease', delayMs: 0, send: 1000, dueAt: 1000 },
      {
        title: 'it is ahead of a retry',
        delayMs: 5000,
        wanted: 9000,
        send: undefined,
        dueAt: 5000,
      },
      { title: 'the retry is sooner', delayMs: 5000, wanted: 3000, send: 3000, dueAt: 3000 },
      { title: 'it beats a later retry', delayMs: 0, wanted: 9000, send: 1000, dueAt: 1000 },
    ];
    for (const { title, delayMs, wanted, send, dueAt } of meanwhile) {
      it(`keeps a request made meanwhile: ${title}`, async () => {
        const [rows, key] = [open(), freshKey()];
        await rows.request(key, { now: t0, delayMs: 0 });
        const lease = await take(rows, key, t0);
        await rows.request(key, { now: t0, delayMs });
        const settlement = { ...settled, ...(wanted !== undefined && { dueAt: t0 + wanted }) };
        const result = await rows.commit(lease, settlement, t0 + 1000);
        assert.deepEqual(result, {
          kind: 'committed',
          ...(send !== undefined && { dueAt: t0 + send }),
        });
        const row = await rows.read(key);
        assert.deepEqual([row?.dueAt, row?.generation, row?.done], [t0 + dueAt, 2, 1]);
        assert.equal((await take(rows, key, t0 + dueAt)).generation, 2);
      });
    }

    it('loses to whoever took the lease after it ran out', async () => {
      const [rows, key] = [open(), freshKey()];
      await rows.request(key, { now: t0, delayMs: 0 });
      const slow = await take(rows, key, t0);
      const quick = await take(rows, key, slow.leaseUntil + 1);
      assert.deepEqual(await rows.commit(slow, settled, t0), { kind: 'lease-lost' });
      assert.equal((await rows.read(key))?.leaseHolder, quick.holder);
      assert.deepEqual(await rows.commit(quick, settled, t0), { kind: 'committed' });
      assert.deepEqual(await rows.commit(slow, settled, t0), { kind: 'lease-lost' });
    });

    it('counts as done when it is made again after its answer was lost', async () => {
      const [rows, key] = [open(), freshKey()];
      await rows.request(key, { now: t0, delayMs: 0 });
      const lease = await take(rows, key, t0);
      const retry = { ...settled, dueAt: t0 + 5000 };
      const expected = { kind: 'committed', dueAt: t0 + 5000 };
      assert.deepEqual(await rows.commit(lease, retry, t0), expected);
      assert.deepEqual(await rows.commit(lease, retry, t0), expected);
    });

    it('loses no request that arrives at the same moment', async () => {
      for (let round = 0; round < 10; round += 1) {
        const [rows, key] = [open(), freshKey()];
        await rows.request(key, { now: t0, delayMs: 0 });
        const lease = await take(rows, key, t0);
        const [, committed] = await Promise.all([
          rows.request(key, { now: t0 + 1, delayMs: 0 }),
          rows.commit(lease, settled, t0 + 1),
          rows.request(key, { now: t0 + 1, delayMs: 0 }),
        ]);
        assert.equal(committed.kind, 'committed');
        assert.equal((await rows.read(key))?.dueAt, t0 + 1);
        assert.equal((await take(rows, key, t0 + 2)).generation, 3);
      }
    });
  });
}
