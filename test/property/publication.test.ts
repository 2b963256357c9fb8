import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { batchesOf, changesOf } from '../../lib/core/dns/batches.ts';
import { namesOfEntry, planPublication } from '../../lib/core/dns/publication.ts';
import type { LedgerEntry } from '../../lib/core/model/ledger-entry.ts';
import {
  compareRecordSets,
  isAlias,
  type RecordSet,
  type StoredRecordSet,
  sameRecordSet,
} from '../../lib/core/model/record-set.ts';
import { runs } from '../support/arbitraries/runs.ts';
import { createFakeRecordStore } from '../support/fakes/aws/fake-record-store.ts';
import { openGate } from '../support/gate.ts';

const zoneName = 'seamark.example';
const names = ['a', 'b', 'x.a', 'y.a'].map((label) => `${label}.${zoneName}`);
const dearRuns = { numRuns: Math.min(300, runs.numRuns) };

/** Records as literals make them: `deepEqual` tells apart one without a prototype. */
const plainRecord = <Shape extends object>(
  shape: {
    [Key in keyof Shape]: fc.Arbitrary<Shape[Key]>;
  },
) => fc.record<Shape>(shape, { noNullPrototype: true });

const address = fc.constantFrom('192.0.2.1', '192.0.2.2', '198.51.100.3');
const target = plainRecord({
  zoneId: fc.constant('Z31USIVHYNEOWT'),
  dnsName: fc.constantFrom('one', 'two').map((lb) => `${lb}.elb.ap-northeast-1.amazonaws.com`),
  evaluateTargetHealth: fc.boolean(),
});
const values = (name: string): fc.Arbitrary<RecordSet> =>
  plainRecord({
    name: fc.constant(name),
    type: fc.constant('A' as const),
    ttlSeconds: fc.constantFrom(60, 180),
    values: fc.uniqueArray(address, { minLength: 1 }).map((list) => list.sort()),
  });
const cname = (name: string): fc.Arbitrary<RecordSet> =>
  plainRecord({
    name: fc.constant(name),
    type: fc.constant('CNAME' as const),
    ttlSeconds: fc.constantFrom(60, 180),
    values: fc.constantFrom('up.seamark.example', 'lb.other.test').map((one) => [one]),
  });
const alias = (name: string): fc.Arbitrary<RecordSet> =>
  plainRecord({ name: fc.constant(name), type: fc.constant('A' as const), alias: target });

/** At most one set a name, of any form. */
const content: fc.Arbitrary<readonly RecordSet[]> = fc
  .tuple(...names.map((name) => fc.option(fc.oneof(values(name), cname(name), alias(name)))))
  .map((sets) => sets.flatMap((set) => set ?? []));

const entryOf = (given: Partial<LedgerEntry>): LedgerEntry => ({
  zoneId: 'Z1',
  key: { namespace: 'shop', name: 'web' },
  desired: [],
  desiredVersion: 2,
  applied: [],
  appliedVersion: 1,
  past: [],
  blocked: [],
  attempts: 0,
  ...given,
});

const storedForm = (set: RecordSet): StoredRecordSet =>
  isAlias(set) ? { ...set, values: [] } : set;

const publish = async (entry: LedgerEntry, standing: readonly StoredRecordSet[], read: boolean) => {
  const zones = [{ id: 'Z1', name: zoneName }];
  const store = createFakeRecordStore({ gate: openGate, zones });
  for (const set of standing) store.put('Z1', set);
  const all = namesOfEntry(entry);
  const seen = new Map(
    read ? all.map((name) => [name, standing.filter((set) => set.name === name)]) : [],
  );
  const publication = planPublication(entry, all, seen);
  const batches = batchesOf([{ entry, names: publication.names }]);
  for (const batch of batches) {
    const answer = await store.change('Z1', changesOf(batch));
    assert.equal(answer.kind, 'accepted', JSON.stringify(answer));
  }
  return { sets: store.sets('Z1'), publication };
};

describe('laws of publication', () => {
  it('whatever was applied, the zone holds what is desired afterwards, by changes that it accepts', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, async (applied, desired) => {
        const { sets } = await publish(
          entryOf({ applied, desired }),
          applied.map(storedForm),
          false,
        );
        const wanted = desired.map(storedForm).sort(compareRecordSets);
        assert.deepEqual(sets, wanted);
      }),
      dearRuns,
    );
  });

  it('a lost answer, an older value or an edited TTL never makes our own records a stranger’s', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, content, async (past, applied, desired) => {
        const edited = applied.map((set) => (isAlias(set) ? set : { ...set, ttlSeconds: 999 }));
        for (const standing of [past, applied, desired, edited]) {
          const entry = entryOf({ past, applied, desired });
          const { sets, publication } = await publish(entry, standing.map(storedForm), true);
          assert.deepEqual(publication.blocked, []);
          assert.deepEqual(
            sets.filter(({ name }) => namesOfEntry(entry).includes(name)),
            desired.map(storedForm).sort(compareRecordSets),
          );
        }
      }),
      dearRuns,
    );
  });

  it('W13: a stranger’s record stays, whatever is wanted at its name', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, content, async (strangers, applied, desired) => {
        const entry = entryOf({ applied, desired });
        const known = [...applied, ...desired];
        const foreign = strangers
          .filter(
            (set) =>
              !known.some(
                (own) =>
                  own.name === set.name && own.type === set.type && !isAlias(own) === !isAlias(set),
              ),
          )
          .map(storedForm);
        const { sets, publication } = await publish(entry, foreign, true);
        for (const set of foreign) {
          assert.ok(
            sets.some((other) => isDeepStrictEqual(other, set)),
            set.name,
          );
        }
        const held = new Set(foreign.map(({ name }) => name));
        for (const { name } of publication.blocked) assert.ok(held.has(name), name);
      }),
      dearRuns,
    );
  });

  it('equality is the same both ways, and a set equals itself alone', () => {
    fc.assert(
      fc.property(content, content, (left, right) => {
        for (const a of left) {
          assert.ok(sameRecordSet(a, a) && sameRecordSet(storedForm(a), a));
          for (const b of right) {
            assert.equal(sameRecordSet(a, b), sameRecordSet(b, a));
            assert.equal(sameRecordSet(a, b), isDeepStrictEqual(a, b));
          }
        }
      }),
      dearRuns,
    );
  });
});
