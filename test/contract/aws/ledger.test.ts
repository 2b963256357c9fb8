import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoServiceLedger } from '../../../lib/adapters/dynamodb/service-ledger.ts';
import { createDynamoZoneLedger } from '../../../lib/adapters/dynamodb/zone-ledger.ts';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';
import type { ServiceKey } from '../../../lib/core/model/service-key.ts';
import type { ServiceLedger } from '../../../lib/ports/service-ledger.ts';
import type { ZoneLedger } from '../../../lib/ports/zone-ledger.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeLedger } from '../../support/fakes/aws/fake-ledger.ts';
import { openGate } from '../../support/gate.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

type Ledgers = { readonly service: ServiceLedger; readonly zone: ZoneLedger };

const record = (value: string): RecordSet => ({
  name: 'web.shop.fed.svc.dns.example.test',
  type: 'A',
  ttlSeconds: 180,
  values: [value],
});
const one = record('192.0.2.1');
const two = record('192.0.2.2');

let opened: OpenTable;
let places = 0;
/** A zone and a Service that no other test has touched. */
const freshPlace = (): { readonly zoneId: string; readonly key: ServiceKey } => {
  places += 1;
  return { zoneId: `Z${places}`, key: { namespace: 'shop', name: `web-${places}` } };
};
const published = { appliedVersion: 1, blocked: [], attempts: 0 };

before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const subjects: readonly (readonly [string, () => Ledgers])[] = [
  [
    'fake ledger',
    () => {
      const fake = createFakeLedger({ gate: openGate });
      return { service: fake.serviceLedger, zone: fake.zoneLedger };
    },
  ],
  [
    'DynamoDB ledger',
    () => ({
      service: createDynamoServiceLedger(opened.table),
      zone: createDynamoZoneLedger(opened.table, createVirtualClock(0)),
    }),
  ],
];

for (const [name, open] of subjects) {
  describe(`${name}: what a Service wants`, () => {
    it('keeps the first version and each next one', async () => {
      const [{ service }, place] = [open(), freshPlace()];
      assert.deepEqual(await service.read(place.key), []);
      await service.writeDesired({ ...place, desired: [one], desiredVersion: 1, past: [] }, 1);
      const first: LedgerEntry = {
        ...place,
        desired: [one],
        desiredVersion: 1,
        past: [],
        applied: [],
        appliedVersion: 0,
        blocked: [],
        attempts: 0,
      };
      assert.deepEqual(await service.read(place.key), [first]);
      await service.writeDesired({ ...place, desired: [], desiredVersion: 2, past: [one] }, 1);
      const second = { ...first, desired: [], desiredVersion: 2, past: [one] };
      assert.deepEqual(await service.read(place.key), [second]);
    });

    it('keeps aliases beside values, exactly', async () => {
      const [{ service, zone }, place] = [open(), freshPlace()];
      const alias: RecordSet = {
        name: one.name,
        type: 'AAAA',
        alias: {
          zoneId: 'Z32O12XQLNTSW2',
          dnsName: 'dualstack.lb-a.eu-west-1.elb.amazonaws.com',
          evaluateTargetHealth: false,
        },
      };
      const sets = [one, alias];
      await service.writeDesired({ ...place, desired: sets, desiredVersion: 1, past: [alias] }, 1);
      await zone.writePublished({ ...place, applied: sets, ...published }, 1);
      const [entry] = await service.read(place.key);
      assert.deepEqual([entry?.desired, entry?.past, entry?.applied], [sets, [alias], sets]);
    });

    it('reads the entries of all zones of one Service alone', async () => {
      const [{ service }, place, other] = [open(), freshPlace(), freshPlace()];
      const write = { desired: [one], desiredVersion: 1, past: [] };
      await service.writeDesired({ ...place, ...write }, 1);
      await service.writeDesired({ ...other, ...write }, 1);
      await service.writeDesired({ key: place.key, zoneId: other.zoneId, ...write }, 1);
      const zones = (await service.read(place.key)).map(({ zoneId }) => zoneId);
      assert.deepEqual(zones, [place.zoneId, other.zoneId].sort());
    });

    const refused = [
      { title: 'an older fence', version: 2, fence: 4, kind: 'lease-lost' },
      { title: 'an older fence with the same version', version: 1, fence: 4, kind: 'lease-lost' },
      { title: 'a version that is stored', version: 1, fence: 6, kind: 'conflict' },
      { title: 'a version that skips one', version: 3, fence: 5, kind: 'conflict' },
    ];
    for (const { title, version, fence, kind } of refused) {
      it(`refuses ${title} as ${kind}`, async () => {
        const [{ service }, place] = [open(), freshPlace()];
        await service.writeDesired({ ...place, desired: [one], desiredVersion: 1, past: [] }, 5);
        const write = { ...place, desired: [two], desiredVersion: version, past: [] };
        await assert.rejects(service.writeDesired(write, fence), { name: 'ControllerError', kind });
        assert.deepEqual((await service.read(place.key))[0]?.desired, [one]);
      });
    }

    it('refuses a version above one where there is no entry', async () => {
      const [{ service }, place] = [open(), freshPlace()];
      const write = { ...place, desired: [one], desiredVersion: 2, past: [] };
      await assert.rejects(service.writeDesired(write, 1), { kind: 'conflict' });
    });

    it('takes the very same write again, and a later fence', async () => {
      const [{ service }, place] = [open(), freshPlace()];
      const write = { ...place, desired: [one], desiredVersion: 1, past: [] };
      await service.writeDesired(write, 5);
      await service.writeDesired(write, 5);
      await assert.rejects(service.writeDesired({ ...write, desired: [two] }, 5), {
        kind: 'conflict',
      });
      await service.writeDesired({ ...write, desired: [two], desiredVersion: 2 }, 6);
      assert.deepEqual((await service.read(place.key))[0]?.desired, [two]);
    });
  });

  describe(`${name}: markers`, () => {
    it('are put for a first or a newer version only', async () => {
      const [{ service, zone }, { zoneId, key }] = [open(), freshPlace()];
      assert.equal(await service.markPending(zoneId, { key, version: 2 }), true);
      assert.equal(await service.markPending(zoneId, { key, version: 2 }), false);
      assert.equal(await service.markPending(zoneId, { key, version: 1 }), false);
      assert.equal(await service.markPending(zoneId, { key, version: 3 }), true);
      assert.deepEqual(await zone.pending(zoneId), [{ key, version: 3 }]);
    });

    it('tell since when their version waits', async () => {
      const [{ service, zone }, { zoneId, key }] = [open(), freshPlace()];
      await service.markPending(zoneId, { key, version: 1, since: 1_000 });
      await service.markPending(zoneId, { key, version: 1, since: 2_000 });
      assert.deepEqual(await zone.pending(zoneId), [{ key, version: 1, since: 1_000 }]);
      await service.markPending(zoneId, { key, version: 2, since: 3_000 });
      assert.deepEqual(await zone.pending(zoneId), [{ key, version: 2, since: 3_000 }]);
    });

    it('that came late for an older version are cleared with a later one', async () => {
      const [{ service, zone }, { zoneId, key }] = [open(), freshPlace()];
      await service.markPending(zoneId, { key, version: 2 });
      await zone.clearPending(zoneId, { key, version: 3 });
      assert.deepEqual(await zone.pending(zoneId), []);
    });

    it('are not cleared for an older version than their own', async () => {
      const [{ service, zone }, { zoneId, key }] = [open(), freshPlace()];
      await service.markPending(zoneId, { key, version: 2 });
      await zone.clearPending(zoneId, { key, version: 1 });
      assert.deepEqual(await zone.pending(zoneId), [{ key, version: 2 }]);
      await zone.clearPending(zoneId, { key, version: 2 });
      await zone.clearPending(zoneId, { key, version: 2 });
      assert.deepEqual(await zone.pending(zoneId), []);
    });

    it('belong to one zone', async () => {
      const [{ service, zone }, here, there] = [open(), freshPlace(), freshPlace()];
      await service.markPending(here.zoneId, { key: here.key, version: 1 });
      await service.markPending(there.zoneId, { key: there.key, version: 1 });
      assert.deepEqual(await zone.pending(here.zoneId), [{ key: here.key, version: 1 }]);
    });
  });

  describe(`${name}: what a zone publishes`, () => {
    it('stores its half and leaves what is desired', async () => {
      const [{ service, zone }, place] = [open(), freshPlace()];
      await service.writeDesired({ ...place, desired: [one], desiredVersion: 1, past: [] }, 1);
      await service.writeDesired({ ...place, desired: [two], desiredVersion: 2, past: [one] }, 1);
      const blocked = [{ name: one.name, reason: 'ForeignRecord', message: 'a TXT stands there' }];
      const half = { ...place, applied: [one], appliedVersion: 1, blocked, attempts: 1 };
      await zone.writePublished({ ...half, retryAt: 99 }, 1);
      const entry = { ...half, desired: [two], desiredVersion: 2, past: [one], retryAt: 99 };
      assert.deepEqual(await zone.readMany(place.zoneId, [place.key]), [entry]);

      await zone.writePublished({ ...half, blocked: [], attempts: 0 }, 1);
      const { retryAt: _gone, ...rest } = entry;
      const cleared = [{ ...rest, blocked: [], attempts: 0 }];
      assert.deepEqual(await zone.readMany(place.zoneId, [place.key]), cleared);
    });

    it('refuses an older fence of the zone, whatever the fence of the Service', async () => {
      const [{ service, zone }, place] = [open(), freshPlace()];
      await service.writeDesired({ ...place, desired: [one], desiredVersion: 1, past: [] }, 90);
      await zone.writePublished({ ...place, ...published, applied: [one] }, 7);
      const late = zone.writePublished({ ...place, ...published, applied: [] }, 6);
      await assert.rejects(late, { name: 'ControllerError', kind: 'lease-lost' });
      assert.deepEqual((await service.read(place.key))[0]?.applied, [one]);
      await service.writeDesired({ ...place, desired: [], desiredVersion: 2, past: [] }, 90);
    });

    it('knows what was about to be sent until its outcome is stored', async () => {
      const [{ service, zone }, place] = [open(), freshPlace()];
      const desired = { ...place, desired: [one], desiredVersion: 1, past: [] };
      await service.writeDesired(desired, 1);
      await zone.beginSending(desired, 7);
      await service.writeDesired({ ...place, desired: [], desiredVersion: 2, past: [one] }, 1);
      assert.equal((await service.read(place.key))[0]?.sending, 1);
      await zone.writePublished({ ...place, ...published, applied: [one] }, 7);
      assert.equal((await zone.readMany(place.zoneId, [place.key]))[0]?.sending, undefined);
    });

    it('sends nothing for an older fence of the zone, or for an entry that is gone', async () => {
      const [{ service, zone }, place] = [open(), freshPlace()];
      const desired = { ...place, desired: [one], desiredVersion: 1, past: [] };
      const gone = zone.beginSending(desired, 1);
      await assert.rejects(gone, { name: 'ControllerError', kind: 'lease-lost' });
      assert.deepEqual(await service.read(place.key), []);
      await service.writeDesired(desired, 1);
      await zone.beginSending(desired, 7);
      const late = zone.beginSending(desired, 6);
      await assert.rejects(late, { name: 'ControllerError', kind: 'lease-lost' });
      const stale = zone.writePublished({ ...place, ...published, applied: [] }, 6);
      await assert.rejects(stale, { kind: 'lease-lost' });
    });

    it('does not raise a forgotten entry from the dead', async () => {
      const [{ service, zone }, place] = [open(), freshPlace()];
      await zone.writePublished({ ...place, ...published, applied: [] }, 1);
      assert.deepEqual(await service.read(place.key), []);
      const lost = zone.writePublished({ ...place, ...published, applied: [one] }, 1);
      await assert.rejects(lost, { kind: 'conflict' });
      assert.deepEqual(await service.read(place.key), []);
    });

    it('reads more entries than one call takes, each once, in the order asked, without the absent', async () => {
      const [{ service, zone }, { zoneId }] = [open(), freshPlace()];
      const keys = Array.from({ length: 103 }, (_, index) => ({
        namespace: 'many',
        name: `s${index}`,
      })).reverse();
      const desired = [one];
      for (const key of keys) {
        await service.writeDesired({ zoneId, key, desired, desiredVersion: 1, past: [] }, 1);
      }
      const absent = { namespace: 'many', name: 'absent' };
      const entries = await zone.readMany(zoneId, [absent, ...keys, ...keys]);
      assert.deepEqual(
        entries.map((entry) => entry.key),
        keys,
      );
      assert.deepEqual(await zone.readMany(zoneId, []), []);
    });
  });
}
