import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createDynamoDriftLedger } from '../../../lib/adapters/dynamodb/drift-ledger.ts';
import { createDynamoServiceLedger } from '../../../lib/adapters/dynamodb/service-ledger.ts';
import { createDynamoZoneLedger } from '../../../lib/adapters/dynamodb/zone-ledger.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';
import type { DriftLedger } from '../../../lib/ports/drift-ledger.ts';
import type { ServiceLedger } from '../../../lib/ports/service-ledger.ts';
import type { ZoneLedger } from '../../../lib/ports/zone-ledger.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeLedger } from '../../support/fakes/aws/fake-ledger.ts';
import { openGate } from '../../support/gate.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { type OpenTable, openTable } from './dynamodb-table.ts';

const it = contractTest('DYNAMODB');

type Ledgers = {
  readonly drift: DriftLedger;
  readonly service: ServiceLedger;
  readonly zone: ZoneLedger;
};

const set = (value: string): RecordSet => ({
  name: 'web.shop.fed.svc.dns.example.test',
  type: 'A',
  ttlSeconds: 60,
  values: [value],
});
const published = { blocked: [], attempts: 0 };
const key = { namespace: 'shop', name: 'web' };

let opened: OpenTable;
let zones = 0;
/** A zone that no other test has touched. */
const freshZone = (): string => {
  zones += 1;
  return `Z${zones}`;
};

before(async () => {
  opened = await openTable();
});
after(() => opened.close());

const subjects: readonly (readonly [string, () => Ledgers])[] = [
  [
    'fake ledger',
    () => {
      const fake = createFakeLedger({ gate: openGate });
      return { drift: fake.driftLedger, service: fake.serviceLedger, zone: fake.zoneLedger };
    },
  ],
  [
    'DynamoDB ledger',
    () => ({
      drift: createDynamoDriftLedger(opened.table),
      service: createDynamoServiceLedger(opened.table),
      zone: createDynamoZoneLedger(opened.table, createVirtualClock(0)),
    }),
  ],
];

const readAll = async (drift: DriftLedger, zoneId: string) => {
  const entries = [];
  let pages = 0;
  for (let next: string | undefined = ''; next !== undefined; pages += 1) {
    const page = await drift.readPage(zoneId, next === '' ? undefined : next);
    entries.push(...page.entries);
    next = page.next;
  }
  return { entries, pages };
};

/** An entry whose first version is published. */
const publishedEntry = async ({ service, zone }: Ledgers, zoneId: string) => {
  const desired = [set('192.0.2.1')];
  await service.writeDesired({ zoneId, key, desired, desiredVersion: 1, past: [] }, 1);
  await zone.writePublished({ zoneId, key, applied: desired, appliedVersion: 1, ...published }, 1);
};

for (const [name, open] of subjects) {
  describe(`${name}: what a sweep compares`, () => {
    it('is every entry of the zone once, over more than one page, as it is', async () => {
      const [{ drift, service }, zoneId, other] = [open(), freshZone(), freshZone()];
      const many = Array.from({ length: 400 }, (_, index) =>
        set(`10.0.${index >> 8}.${index & 255}`),
      );
      const names = Array.from({ length: 40 }, (_, index) => `s${100 + index}`);
      for (const each of names) {
        const entry = { key: { namespace: 'shop', name: each }, desiredVersion: 1, past: many };
        await service.writeDesired({ ...entry, zoneId, desired: [set('192.0.2.1')] }, 1);
        await service.writeDesired({ ...entry, zoneId: other, desired: [], past: [] }, 1);
      }
      const { entries, pages } = await readAll(drift, zoneId);
      assert.ok(pages > 1, `${pages} page`);
      assert.deepEqual(entries.map((entry) => entry.key.name).sort(), names);
      const [entry] = entries;
      assert.ok(entry);
      const read = (await service.read(entry.key)).filter((one) => one.zoneId === zoneId);
      assert.deepEqual([entry], read);
    });

    it('is nothing in a zone without entries', async () => {
      const { drift } = open();
      assert.deepEqual((await readAll(drift, freshZone())).entries, []);
    });
  });

  describe(`${name}: what a sweep found`, () => {
    it('is noted with a marker, until the entry is published again', async () => {
      const [ledgers, zoneId] = [open(), freshZone()];
      const { drift, service, zone } = ledgers;
      await publishedEntry(ledgers, zoneId);
      const names = [set('').name];
      assert.equal(await drift.suspect({ zoneId, key, version: 1 }, names), true);
      assert.deepEqual(await zone.pending(zoneId), [{ key, version: 1 }]);
      const [entry] = await zone.readMany(zoneId, [key]);
      assert.deepEqual(entry?.suspects, names);
      const [seen] = (await service.read(key)).filter((one) => one.zoneId === zoneId);
      assert.deepEqual(seen?.suspects, names);
      const { applied } = entry;
      await zone.writePublished({ zoneId, key, applied, appliedVersion: 1, ...published }, 2);
      assert.equal((await zone.readMany(zoneId, [key]))[0]?.suspects, undefined);
    });

    it('is not noted of an entry in motion, or of none', async () => {
      const [ledgers, zoneId] = [open(), freshZone()];
      const { drift, service, zone } = ledgers;
      const ask = (version: number) => drift.suspect({ zoneId, key, version }, ['a.test']);
      assert.equal(await ask(1), false);
      await publishedEntry(ledgers, zoneId);
      assert.equal(await ask(2), false);
      await zone.beginSending({ zoneId, key, desiredVersion: 1 }, 1);
      assert.equal(await ask(1), false);
      const done = { applied: [set('192.0.2.1')], appliedVersion: 1, ...published };
      await zone.writePublished({ zoneId, key, ...done }, 1);
      await service.writeDesired({ zoneId, key, desired: [], desiredVersion: 2, past: [] }, 1);
      assert.equal(await ask(1), false);
      assert.equal(await ask(2), false);
      assert.deepEqual(await zone.pending(zoneId), []);
      assert.equal((await zone.readMany(zoneId, [key]))[0]?.suspects, undefined);
    });
  });
}
