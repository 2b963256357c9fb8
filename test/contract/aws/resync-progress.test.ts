import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoKnownZone } from '../../../lib/adapters/dynamodb/known-zone.ts';
import { createDynamoResyncProgress } from '../../../lib/adapters/dynamodb/resync-progress.ts';
import type { ZoneView } from '../../../lib/core/model/hosted-zone.ts';
import { namespaceWork, resyncWork } from '../../../lib/core/model/work-key.ts';
import type { KnownZone } from '../../../lib/ports/known-zone.ts';
import type { ResyncProgress } from '../../../lib/ports/resync-progress.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeKnownZone } from '../../support/fakes/aws/fake-known-zone.ts';
import { createFakeResyncProgress } from '../../support/fakes/aws/fake-resync-progress.ts';
import { openGate } from '../../support/gate.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

let opened: OpenTable;
before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const checkpoint = {
  beganAt: 1_800_000_000_000,
  generation: 3,
  after: 'shop/web',
  next: 'token-of-the-host',
  members: { tokyo: 'token-of-tokyo' },
  unread: { oregon: 'Cannot list Services in cluster oregon: no answer' },
  counts: { listed: 500, names: 2 },
};

const progressSubjects: readonly (readonly [string, () => ResyncProgress])[] = [
  ['fake', () => createFakeResyncProgress({ gate: openGate })],
  ['DynamoDB', () => createDynamoResyncProgress(opened.table)],
];

for (const [name, open] of progressSubjects) {
  describe(`${name} resync progress`, () => {
    it('keeps the last checkpoint of each key', async () => {
      const progress = open();
      const shop = namespaceWork('shop');
      assert.equal(await progress.read(resyncWork), undefined);
      await progress.save(resyncWork, checkpoint, 4);
      const further = { ...checkpoint, after: 'shop/zebra' };
      await progress.save(resyncWork, further, 4);
      await progress.save(shop, checkpoint, 1);
      assert.deepEqual(await progress.read(resyncWork), further);
      await progress.clear(resyncWork, 4);
      assert.equal(await progress.read(resyncWork), undefined);
      assert.deepEqual(await progress.read(shop), checkpoint);
      await progress.clear(resyncWork, 4);
      await progress.clear(shop, 9);
    });

    it('is not for those whose lease has passed on', async () => {
      const progress = open();
      await progress.save(resyncWork, checkpoint, 6);
      const late = progress.save(resyncWork, { ...checkpoint, after: 'a/a' }, 5);
      await assert.rejects(late, { name: 'ControllerError', kind: 'lease-lost' });
      await progress.clear(resyncWork, 5);
      assert.deepEqual(await progress.read(resyncWork), checkpoint);
      await progress.clear(resyncWork, 7);
    });
  });
}

const zoneSubjects: readonly (readonly [string, () => KnownZone])[] = [
  ['fake', () => createFakeKnownZone({ gate: openGate })],
  ['DynamoDB', () => createDynamoKnownZone(opened.table)],
];

for (const [name, open] of zoneSubjects) {
  describe(`${name} known zone`, () => {
    it('keeps what was found last, and why nothing was', async () => {
      const known = open();
      assert.equal(await known.read(), undefined);
      const views: readonly ZoneView[] = [
        { kind: 'found', zone: { id: 'Z1', name: 'seamark.example', isPrivate: false } },
        { kind: 'unknown', message: 'Cannot find hosted zone Z1' },
      ];
      for (const view of views) {
        await known.write(view);
        await known.write(view);
        assert.deepEqual(await known.read(), view);
      }
    });
  });
}
