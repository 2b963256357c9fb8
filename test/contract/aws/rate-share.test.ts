import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoRateShare } from '../../../lib/adapters/dynamodb/rate-share.ts';
import { longestReservedMs } from '../../../lib/core/model/reserved-rate.ts';
import type { RateShare } from '../../../lib/ports/rate-share.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeRateShare } from '../../support/fakes/aws/fake-rate-share.ts';
import { openGate } from '../../support/gate.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

let opened: OpenTable;
/** The table's one item serves all tests: each begins an hour after the one before. */
let t0 = Date.UTC(2026, 0, 5, 10);

before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const subjects: readonly (readonly [string, () => readonly [RateShare, RateShare]])[] = [
  [
    'fake rate share',
    () => {
      const share = createFakeRateShare({ gate: openGate });
      return [share, share];
    },
  ],
  [
    'DynamoDB rate share',
    () => [createDynamoRateShare(opened.table), createDynamoRateShare(opened.other)],
  ],
];

for (const [name, open] of subjects) {
  describe(name, () => {
    const begin = () => {
      t0 += 3_600_000;
      return open();
    };

    it('begins at once where nobody waits', async () => {
      const [share] = begin();
      assert.equal(await share.reserve(200, t0), t0);
      assert.equal(await share.reserve(200, t0 + 200), t0 + 200);
      assert.equal(await share.reserve(200, t0 + 5_000), t0 + 5_000);
    });

    it('begins where the piece taken last ends, whoever took it', async () => {
      const [one, other] = begin();
      assert.equal(await one.reserve(1_000, t0), t0);
      assert.equal(await other.reserve(400, t0 + 100), t0 + 1_000);
      assert.equal(await one.reserve(200, t0 + 100), t0 + 1_400);
    });

    it('gives pieces that never overlap to those who ask at the same moment', async () => {
      const [one, other] = begin();
      const asked = Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? one : other).reserve(200, t0),
      );
      const starts = (await Promise.all(asked)).sort((a, b) => a - b);
      assert.deepEqual(
        starts,
        Array.from({ length: 12 }, (_, index) => t0 + 200 * index),
      );
    });

    it('does not wait for a piece that a wrong clock took', async () => {
      const [one, other] = begin();
      await one.reserve(200, t0 + 2 * longestReservedMs);
      assert.equal(await other.reserve(200, t0), t0);
      t0 += 3_600_000;
    });
  });
}
