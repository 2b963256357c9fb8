import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createDynamoDriftLedger } from '../../../lib/adapters/dynamodb/drift-ledger.ts';
import { createDynamoFleetLedger } from '../../../lib/adapters/dynamodb/fleet-ledger.ts';
import { createDynamoServiceLedger } from '../../../lib/adapters/dynamodb/service-ledger.ts';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { createDynamoZoneLedger } from '../../../lib/adapters/dynamodb/zone-ledger.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';
import { serviceWork, zoneWork } from '../../../lib/core/model/work-key.ts';
import type { DriftLedger } from '../../../lib/ports/drift-ledger.ts';
import type { FleetLedger } from '../../../lib/ports/fleet-ledger.ts';
import type { ServiceLedger } from '../../../lib/ports/service-ledger.ts';
import type { WorkRows } from '../../../lib/ports/work-rows.ts';
import type { ZoneLedger } from '../../../lib/ports/zone-ledger.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeFleetLedger } from '../../support/fakes/aws/fake-fleet-ledger.ts';
import { createFakeLedger } from '../../support/fakes/aws/fake-ledger.ts';
import { createFakeWorkRows } from '../../support/fakes/aws/fake-work-rows.ts';
import { openGate } from '../../support/gate.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

type Subject = {
  readonly fleet: FleetLedger;
  readonly rows: WorkRows;
  readonly ledger: ServiceLedger;
  readonly zone: ZoneLedger;
  readonly drift: DriftLedger;
};

const t0 = 1_800_000_000_000;
const record: RecordSet = { name: 'web.example', type: 'A', ttlSeconds: 60, values: ['192.0.2.1'] };
const asked = { now: t0, delayMs: 0 };

const opened: OpenTable[] = [];
const open = async (): Promise<OpenTable> => {
  const table = await openTable();
  opened.push(table);
  return table;
};
let shared: OpenTable;
before(async () => {
  shared = await open();
});
after(async () => {
  for (const table of opened) await table.close();
});

const subjects: readonly (readonly [string, () => Promise<Subject>])[] = [
  [
    'fake fleet ledger',
    async () => {
      const rows = createFakeWorkRows({ gate: openGate });
      const ledger = createFakeLedger({ gate: openGate });
      const fleet = createFakeFleetLedger({ gate: openGate, rows, ledger });
      const { serviceLedger, zoneLedger, driftLedger } = ledger;
      return { fleet, rows, ledger: serviceLedger, zone: zoneLedger, drift: driftLedger };
    },
  ],
  [
    'DynamoDB fleet ledger',
    async () => {
      const { table } = await open();
      return {
        fleet: createDynamoFleetLedger(table),
        rows: createDynamoWorkRows(table),
        ledger: createDynamoServiceLedger(table),
        zone: createDynamoZoneLedger(table, createVirtualClock(t0)),
        drift: createDynamoDriftLedger(table),
      };
    },
  ],
];

for (const [name, start] of subjects) {
  describe(name, () => {
    it('holds what a sweep found wrong of a Service', async () => {
      const { fleet, ledger, zone, drift } = await start();
      const key = { namespace: 'shop', name: 'drifted' };
      const entry = { zoneId: 'Z1', key, desired: [record], desiredVersion: 1, past: [] };
      await ledger.writeDesired(entry, 1);
      const published = { zoneId: 'Z1', key, applied: [record], appliedVersion: 1 };
      await zone.writePublished({ ...published, blocked: [], attempts: 0 }, 1);
      assert.equal(await drift.suspect({ zoneId: 'Z1', key, version: 1 }, [record.name]), true);
      const [found] = (await fleet.read()).of(key)?.entries ?? [];
      assert.deepEqual(found?.suspects, [record.name]);
    });

    it('holds row, entries and markers of each Service, and nothing of other keys', async () => {
      const { fleet, rows, ledger } = await start();
      const web = { namespace: 'shop', name: 'web' };
      const api = { namespace: 'shop', name: 'api' };
      await rows.request(serviceWork(web), asked);
      await rows.request(zoneWork('Z1'), asked);
      await rows.request({ kind: 'fleet' }, asked);
      for (const zoneId of ['Z2', 'Z1']) {
        const entry = { zoneId, key: api, desired: [record], desiredVersion: 1, past: [] };
        await ledger.writeDesired(entry, 7);
      }
      await ledger.markPending('Z1', { key: api, version: 1, since: t0 });
      const snapshot = await fleet.read();
      assert.deepEqual(snapshot.keys, ['shop/api', 'shop/web']);
      assert.deepEqual(snapshot.of(web), {
        row: await rows.read(serviceWork(web)),
        entries: [],
        pending: [],
      });
      const record2 = snapshot.of(api);
      assert.deepEqual(record2?.entries, [...(await ledger.read(api))]);
      assert.equal(record2?.row, undefined);
      assert.deepEqual(record2?.pending, [{ zoneId: 'Z1', version: 1 }]);
      assert.equal(snapshot.of({ namespace: 'shop', name: 'nobody' }), undefined);
    });

    it('lists keys in byte order, of one namespace where that is asked', async () => {
      const { fleet, rows } = await start();
      const texts = ['a/z', 'a-b/a', 'a/b-c', 'a/b', 'b/a'];
      for (const text of texts) {
        const [namespace = '', service = ''] = text.split('/');
        await rows.request(serviceWork({ namespace, name: service }), asked);
      }
      assert.deepEqual((await fleet.read()).keys, ['a-b/a', 'a/b', 'a/b-c', 'a/z', 'b/a']);
      assert.deepEqual((await fleet.read('a')).keys, ['a/b', 'a/b-c', 'a/z']);
    });

    it('stays as it was when it was read', async () => {
      const { fleet, rows } = await start();
      const key = { namespace: 'shop', name: 'web' };
      await rows.request(serviceWork(key), asked);
      const snapshot = await fleet.read();
      await rows.request(serviceWork(key), asked);
      assert.equal(snapshot.of(key)?.row?.generation, 1);
    });
  });
}

describe('DynamoDB fleet ledger', () => {
  it('reads many pages, and a bad item spoils its own Service alone', async () => {
    const { table } = shared;
    const put = (name: string, attributes: object) =>
      table.client.send(
        new PutItemCommand({
          TableName: table.name,
          Item: { pk: { S: `service#shop/${name}` }, sk: { S: 'work' }, ...attributes },
        }),
      );
    // More than 1 MB, which is what one call of Scan reads.
    const text = JSON.stringify({ tokyo: 'x'.repeat(60_000) });
    for (let at = 0; at < 40; at += 1) await put(`s${at}`, { applied: { S: text } });
    await put('bad', { generation: { S: 'one' } });
    const snapshot = await createDynamoFleetLedger(table).read();
    assert.equal(snapshot.keys.length, 41);
    assert.equal(snapshot.of({ namespace: 'shop', name: 's7' })?.row?.generation, 0);
    assert.throws(() => snapshot.of({ namespace: 'shop', name: 'bad' }), { kind: 'defect' });
  });
});
