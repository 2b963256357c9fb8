import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runMessage } from '../../lib/controller/run-message.ts';
import { zonesPass } from '../../lib/controller/zones-queue.ts';
import { type BatchPart, batchesOf, changesOf } from '../../lib/core/dns/batches.ts';
import type { Contribution } from '../../lib/core/dns/contribution.ts';
import { desiredRecordSets } from '../../lib/core/dns/desired-record-sets.ts';
import { planPublication } from '../../lib/core/dns/publication.ts';
import type { LedgerEntry } from '../../lib/core/model/ledger-entry.ts';
import {
  isAlias,
  type RecordSet,
  type StoredRecordSet,
  valuesOf,
} from '../../lib/core/model/record-set.ts';
import { createWorld, zoneId } from '../scenario/world.ts';
import { addresses, resolved } from '../support/arbitraries/addresses.ts';
import { clusters } from '../support/arbitraries/clusters.ts';
import { ledgerEntries, recordSets } from '../support/arbitraries/record-sets.ts';
import { runs } from '../support/arbitraries/runs.ts';
import { planSettings } from '../support/builders/service.ts';

const storedForm = (set: RecordSet): StoredRecordSet =>
  isAlias(set) ? { ...set, values: [] } : set;

/** The same places as ours, with values and TTLs that we never write. */
const strangers = fc.tuple(recordSets('web'), recordSets('api'), recordSets('other')).map((lists) =>
  lists.flat().map((set): RecordSet => {
    const values = { A: '203.0.113.99', AAAA: '2001:db8:f::99', CNAME: 'elsewhere.example.net' };
    return { name: set.name, type: set.type, ttlSeconds: 300, values: [values[set.type]] };
  }),
);

const lines = (sets: readonly StoredRecordSet[]): readonly string[] =>
  sets.map((set) => JSON.stringify([set.name, set.type, set.ttlSeconds, set.values])).sort();

/** What stands in the zone before the run: strangers, and ours where no stranger is in the way. */
const standing = (
  entries: readonly LedgerEntry[],
  foreign: readonly RecordSet[],
): readonly RecordSet[] => {
  const taken = (set: RecordSet): boolean =>
    foreign.some(
      ({ name, type }) =>
        name === set.name && (type === set.type || type === 'CNAME' || set.type === 'CNAME'),
    );
  return [...foreign, ...entries.flatMap(({ applied }) => applied).filter((set) => !taken(set))];
};

const publish = async (entries: readonly LedgerEntry[], foreign: readonly RecordSet[]) => {
  const world = createWorld();
  for (const set of standing(entries, foreign)) world.records.put(zoneId, storedForm(set));
  for (const { key, desired, past, applied } of entries) {
    const first = { zoneId, key, desired: applied, desiredVersion: 1, past };
    await world.ledger.serviceLedger.writeDesired(first, 0);
    const written = { zoneId, key, applied, appliedVersion: 1, blocked: [], attempts: 0 };
    await world.ledger.zoneLedger.writePublished(written, 0);
    await world.ledger.serviceLedger.writeDesired({ ...first, desired, desiredVersion: 2 }, 0);
    await world.ledger.serviceLedger.markPending(zoneId, { key, version: 2 });
  }
  await world.askZone();
  const ctx = { ...world.context('holder'), requestsPerSecond: 1_000_000 };
  let over = false;
  const run = runMessage(`zone/${zoneId}`, zonesPass, ctx).finally(() => {
    over = true;
  });
  // The publisher paces itself, if only by a moment.
  while (!over) await world.clock.advance(1);
  await run;
  return world;
};

const ours = (name: string): boolean => /^(web|api)\./.test(name);

describe('records', () => {
  it('law 4: no change touches a record set that the ledger does not own', async () => {
    const property = fc.asyncProperty(
      ledgerEntries('web'),
      ledgerEntries('api'),
      strangers,
      async (web, api, foreign) => {
        const world = await publish([web, api], foreign);
        const left = world.records.sets(zoneId);
        const kept = lines(foreign.map(storedForm));
        assert.deepEqual(
          lines(left).filter((line) => kept.includes(line)),
          [...new Set(kept)],
        );
        // What we wrote before may stay only where a stranger keeps its successor out.
        const contested = new Set(foreign.map(({ name }) => name));
        const wanted = lines([web, api].flatMap(({ desired }) => desired).map(storedForm));
        const unwanted = left.filter(
          (set) => !contested.has(set.name) && !wanted.includes(lines([set])[0] ?? ''),
        );
        assert.deepEqual(unwanted, []);
        const sent = world.records.batches().flat();
        assert.ok(sent.every(({ recordSet }) => ours(recordSet.name)));
        const known = [web, api].flatMap(({ applied, desired, past }) => [applied, desired, past]);
        const owned = new Set(known.flat().map((set) => JSON.stringify(set)));
        for (const { recordSet } of sent) assert.ok(owned.has(JSON.stringify(recordSet)));
      },
    );
    await fc.assert(property, runs);
  });

  it('law 5: batches obey both limits, lose nothing, never part a name', () => {
    const limits = { elements: 6, characters: 90 };
    const services = ['web', 'api', 'shop', 'pay'];
    const parts: fc.Arbitrary<readonly BatchPart[]> = fc
      .tuple(...services.map(ledgerEntries))
      .map((entries) =>
        entries.map((entry) => {
          const all = [...entry.applied, ...entry.desired].map(({ name }) => name);
          return { entry, names: planPublication(entry, [...new Set(all)], new Map()).names };
        }),
      );
    const property = fc.property(parts, (given) => {
      const batches = batchesOf(given, limits);
      const whole = given.flatMap((part) => part.names);
      assert.deepEqual(
        batches.flatMap((batch) => batch.flatMap((part) => part.names)),
        whole,
      );
      for (const batch of batches) {
        const sets = changesOf(batch).map(({ recordSet }) => recordSet);
        const elements = sets.reduce((sum, set) => sum + Math.max(1, valuesOf(set).length), 0);
        const characters = sets.flatMap(valuesOf).join('').length;
        const isOneName = new Set(sets.map(({ name }) => name)).size === 1;
        const fits = elements <= limits.elements && characters <= limits.characters;
        assert.ok(fits || isOneName, `${elements} elements, ${characters} characters`);
      }
    });
    fc.assert(property, runs);
  });

  it('law 10: every name falls up to one that answers; it dangles only when nobody is healthy anywhere', () => {
    const contributions: fc.Arbitrary<readonly Contribution[]> = clusters.chain((list) =>
      fc.tuple(...list.map((cluster) => addresses.map((given) => ({ cluster, addresses: given })))),
    );
    const property = fc.property(
      contributions,
      fc.constantFrom('alias' as const, 'resolve' as const),
      (given, hostNames) => {
        const key = { namespace: 'shop', name: 'web' };
        const settings = { ...planSettings, dns: { ...planSettings.dns, hostNames } };
        const input = { key, contributions: given, resolved, previous: [] };
        const { recordSets: sets } = desiredRecordSets(input, settings);
        const byName = new Map(sets.map((set) => [set.name, set]));
        for (const set of sets) {
          const end = endOf(set, byName);
          if (end !== undefined) continue;
          const usable = given.flatMap((one) => one.addresses).filter(isUsable(hostNames));
          assert.deepEqual(usable, [], `${set.name} dangles`);
        }
      },
    );
    fc.assert(property, runs);
  });
});

/** The set that answers in the end, ours or somebody else's name; undefined if the chain leads to a name without a set. */
const endOf = (set: RecordSet, byName: ReadonlyMap<string, RecordSet>): RecordSet | undefined => {
  let here: RecordSet | undefined = set;
  for (let step = 0; here !== undefined && step < 4; step += 1) {
    const target: string | undefined = here.type === 'CNAME' ? valuesOf(here)[0] : undefined;
    if (target === undefined || !target.endsWith('.seamark.example')) return here;
    here = byName.get(target);
  }
  return here;
};

const isUsable =
  (hostNames: 'alias' | 'resolve') =>
  ({ ip, hostname }: Contribution['addresses'][number]): boolean =>
    ip !== undefined ||
    (hostname !== undefined &&
      (hostNames === 'alias' || resolved[hostname.toLowerCase().replace(/\.$/, '')] !== undefined));
