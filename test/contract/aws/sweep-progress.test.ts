import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoSweepProgress } from '../../../lib/adapters/dynamodb/sweep-progress.ts';
import type { SweepState } from '../../../lib/core/model/sweep-state.ts';
import type { SweepProgress } from '../../../lib/ports/sweep-progress.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeSweepProgress } from '../../support/fakes/aws/fake-sweep-progress.ts';
import { openGate } from '../../support/gate.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

let opened: OpenTable;
before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const subjects: readonly (readonly [string, () => SweepProgress])[] = [
  ['fake sweep progress', () => createFakeSweepProgress({ gate: openGate })],
  ['DynamoDB sweep progress', () => createDynamoSweepProgress(opened.table)],
];

const t0 = Date.UTC(2026, 0, 5, 10);

for (const [name, open] of subjects) {
  describe(name, () => {
    it('keeps the latest state of each zone, whole', async () => {
      const progress = open();
      assert.equal(await progress.read('Z1'), undefined);
      const states: readonly SweepState[] = [
        { beganAt: t0 },
        { beganAt: t0, at: { upTo: 'a.test', next: { name: 'b.test', type: 'A' } } },
        { beganAt: t0, at: { upTo: 'c.test', next: { name: '*.d.test', identifier: 'w' } } },
        { beganAt: t0, endedAt: t0 + 1 },
        { beganAt: t0 + 2 },
      ];
      for (const state of states) {
        await progress.save('Z1', state, 1);
        assert.deepEqual(await progress.read('Z1'), state);
      }
      assert.equal(await progress.read('Z2'), undefined);
    });

    it('refuses an older fence', async () => {
      const progress = open();
      await progress.save('Z3', { beganAt: t0 }, 7);
      const late = progress.save('Z3', { beganAt: t0, endedAt: t0 + 1 }, 6);
      await assert.rejects(late, { name: 'ControllerError', kind: 'lease-lost' });
      assert.deepEqual(await progress.read('Z3'), { beganAt: t0 });
    });
  });
}
