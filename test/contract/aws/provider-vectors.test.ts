import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createRoute53RecordStore } from '../../../lib/adapters/route53/record-store.ts';
import type { RecordChange } from '../../../lib/core/model/record-set.ts';
import type { RecordStore } from '../../../lib/ports/record-store.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeRecordStore } from '../../support/fakes/aws/fake-record-store.ts';
import { openGate } from '../../support/gate.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, type VectorCase, wanted } from '../../support/read-vectors.ts';
import { sortedVectors, toValueSet, type VectorRecord } from '../../support/vector-records.ts';
import { type OpenRoute53, openRoute53 } from './hosted-zones.ts';

const it = contractTest('ROUTE_53');

type Apply = {
  readonly add?: readonly VectorRecord[];
  readonly remove?: readonly VectorRecord[];
};

let opened: OpenRoute53;
before(async () => {
  opened = await openRoute53();
});
after(() => opened.close());

type Subject = { readonly store: RecordStore; readonly zoneId: string };

const subjects: readonly (readonly [string, (zone: string) => Promise<Subject>])[] = [
  [
    'fake record store',
    async (name) => ({
      store: createFakeRecordStore({ gate: openGate, zones: [{ id: 'Z1', name }] }),
      zoneId: 'Z1',
    }),
  ],
  [
    'Route 53 record store',
    async (name) => ({
      store: createRoute53RecordStore(opened.client),
      zoneId: await opened.createZone(name),
    }),
  ],
];

const change =
  (action: RecordChange['action']) =>
  (record: VectorRecord): RecordChange => ({ action, recordSet: toValueSet(record) });

// Deletes first, whatever the caller queued first.
const changesOf = ({ add = [], remove = [] }: Apply): readonly RecordChange[] => [
  ...remove.map(change('DELETE')),
  ...add.map(change('CREATE')),
];

const readAll = async (
  { store, zoneId }: Subject,
  names: readonly string[],
): Promise<readonly VectorRecord[]> => {
  const sets = await Promise.all(names.map((name) => store.readName(zoneId, name)));
  return sets.flat().map(({ name, type, ttlSeconds = 0, values }) => ({
    name,
    type,
    ttl: ttlSeconds,
    rrdatas: values,
  }));
};

/** The zone that the records of a case lie in. */
const zoneOf = (text: string): string => (text.includes('test.com') ? 'test.com' : 'example.com');

const namesIn = (given: unknown): readonly string[] =>
  [...JSON.stringify(given).matchAll(/"name":"([^"]+?)\.?"/g)].map(([, name = '']) => name);

type Steps = { readonly do: readonly (string | { readonly apply: Apply })[] };
type Outcome = {
  readonly errors?: readonly (string | null)[];
  readonly records?: readonly VectorRecord[];
  readonly has?: readonly VectorRecord[];
  readonly hasExactlyOneOfNameAndType?: VectorRecord;
  readonly getByNameIsEmpty?: string;
};

const play = async (subject: Subject, steps: Steps['do']): Promise<readonly boolean[]> => {
  const refused: boolean[] = [];
  for (const step of steps) {
    if (typeof step === 'string') {
      refused.push(false);
      continue;
    }
    const result = await subject.store.change(subject.zoneId, changesOf(step.apply));
    refused.push(result.kind === 'refused');
  }
  return refused;
};

const checkOutcome = async (
  one: VectorCase<Steps, Outcome>,
  open: (zone: string) => Promise<Subject>,
): Promise<void> => {
  const subject = await open(zoneOf(JSON.stringify(one)));
  const refused = await play(subject, one.given.do);
  const expected = wanted(one);
  const records = await readAll(subject, [...new Set(namesIn(one.given.do))]);
  if (expected.errors)
    assert.deepEqual(
      refused,
      expected.errors.map((error) => error !== null),
    );
  if (expected.records) assert.deepEqual(sortedVectors(records), sortedVectors(expected.records));
  const { hasExactlyOneOfNameAndType: only, has = only ? [only] : [] } = expected;
  for (const record of has) {
    const same = records.filter(({ name, type }) => name === record.name && type === record.type);
    assert.deepEqual(sortedVectors(same), sortedVectors([record]));
  }
  if (expected.getByNameIsEmpty) {
    assert.deepEqual(await readAll(subject, [expected.getByNameIsEmpty]), []);
  }
};

type Attempt = {
  readonly records: readonly VectorRecord[];
  readonly changes: readonly {
    readonly action: 'CREATE' | 'DELETE';
    readonly record: VectorRecord;
  }[];
};
type Answer = {
  readonly error: boolean | string | null;
  readonly records?: readonly VectorRecord[];
};

const checkAnswer = async (
  one: VectorCase<Attempt, Answer>,
  open: (zone: string) => Promise<Subject>,
): Promise<void> => {
  const subject = await open(zoneOf(JSON.stringify(one)));
  const { store, zoneId } = subject;
  await store.change(zoneId, one.given.records.map(change('CREATE')));
  const changes = one.given.changes.map(({ action, record }) => change(action)(record));
  const result = await store.change(zoneId, changes);
  const expected = wanted(one);
  assert.equal(result.kind, expected.error ? 'refused' : 'accepted');
  if (expected.records === undefined) return;
  const records = await readAll(subject, [...new Set(namesIn(one.given))]);
  assert.deepEqual(sortedVectors(records), sortedVectors(expected.records));
};

for (const [title, open] of subjects) {
  describe(`${title}: vectors`, () => {
    for (const topic of ['dnsprovider-common', 'route53-provider']) {
      const kind = topic === 'route53-provider' ? 'provider' : undefined;
      for (const one of readVectors<Steps, Outcome>(topic, kind)) {
        if (isApplicable(topic, one.name) && !one.name.startsWith('TestZones'))
          it(`${topic}: ${one.name}`, () => checkOutcome(one, open));
      }
    }
    for (const kind of ['stub', 'real-service']) {
      for (const one of readVectors<Attempt, Answer>('route53-provider', kind)) {
        if (isApplicable('route53-provider', one.name))
          it(`${kind}: ${one.name}`, () => checkAnswer(one, open));
      }
    }
  });
}
