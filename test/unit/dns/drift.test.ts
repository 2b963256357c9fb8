import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  driftOf,
  indexAfter,
  knownEntry,
  knownNames,
  suspicionsOf,
} from '../../../lib/core/dns/drift.ts';
import { claimEdits } from '../../../lib/core/dns/edited-records.ts';
import { planPublication } from '../../../lib/core/dns/publication.ts';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import type { RecordSet, StoredRecordSet, ValueSet } from '../../../lib/core/model/record-set.ts';

const set = (name: string, type: ValueSet['type'], ...values: readonly string[]): ValueSet => ({
  name,
  type,
  ttlSeconds: 60,
  values,
});

const entry = (given: Partial<LedgerEntry>): LedgerEntry => ({
  zoneId: 'Z1',
  key: { namespace: 'shop', name: 'web' },
  desired: [],
  desiredVersion: 2,
  applied: [],
  appliedVersion: 2,
  past: [],
  blocked: [],
  attempts: 0,
  ...given,
});

const ours = set('a.x', 'A', '192.0.2.1');
const published = entry({ desired: [ours], applied: [ours], past: [set('a.x', 'A', '192.0.2.9')] });
const alias: StoredRecordSet = {
  name: 'a.x',
  type: 'A',
  values: [],
  alias: { zoneId: 'Z3', dnsName: 'lb.test', evaluateTargetHealth: false },
};

describe('drift of an entry', () => {
  const blocked = [{ name: 'a.x', reason: 'EditedRecord', message: 'edited' }];
  const table: readonly [string, LedgerEntry, readonly StoredRecordSet[], string][] = [
    ['as it should be', published, [ours], ''],
    ['gone', published, [], 'missing'],
    ['other values', published, [set('a.x', 'A', '203.0.113.9')], 'edited'],
    ['another TTL', published, [{ ...ours, ttlSeconds: 5 }], 'edited'],
    ['an alias', published, [alias], 'edited'],
    ['a CNAME', published, [set('a.x', 'CNAME', 'b.x')], 'edited'],
    ['an older value of ours', published, [set('a.x', 'A', '192.0.2.9')], 'edited'],
    [
      'a stranger’s record of another type beside ours',
      published,
      [ours, { ...ours, type: 'TXT' }],
      '',
    ],
    [
      'a stranger’s record that was there before ours',
      entry({ desired: [ours] }),
      [set('a.x', 'A', '203.0.113.9')],
      '',
    ],
    ['a record that was withdrawn', entry({ past: [ours] }), [ours], 'orphaned'],
    [
      'a stranger’s record where we wrote once',
      entry({ past: [ours] }),
      [set('a.x', 'A', '203.0.113.9')],
      '',
    ],
    ['not yet published', { ...published, appliedVersion: 1 }, [], ''],
    ['on its way', { ...published, sending: 2 }, [], ''],
    [
      'other values, while another name is blocked',
      { ...published, blocked: [{ name: 'b.x', reason: 'ForeignRecord', message: 'taken' }] },
      [set('a.x', 'A', '203.0.113.9')],
      'edited',
    ],
    [
      'blocked anyway',
      { ...published, applied: [], blocked },
      [set('a.x', 'A', '203.0.113.9')],
      '',
    ],
  ];
  for (const [title, given, stored, kind] of table) {
    it(`${title}: ${kind || 'none'}`, () => {
      const found = driftOf(given, ['a.x'], new Map([['a.x', stored]]));
      assert.deepEqual(found, kind === '' ? [] : [{ name: 'a.x', kind }]);
    });
  }
});

it('a name that the zone does not have at all is missing', () =>
  assert.deepEqual(driftOf(published, ['a.x'], new Map()), [{ name: 'a.x', kind: 'missing' }]));

describe('what a part of the zone says of the names that the ledger knows', () => {
  const other = entry({
    key: { namespace: 'shop', name: 'api' },
    desired: [set('c.x', 'A', '192.0.2.2'), set('z.x', 'A', '192.0.2.2')],
    applied: [set('c.x', 'A', '192.0.2.2'), set('z.x', 'A', '192.0.2.2')],
  });
  const known = knownNames([other, published].map(knownEntry));
  const told = (upTo: string | undefined, ...sets: readonly StoredRecordSet[]) => ({
    upTo,
    stored: new Map(sets.map((one) => [one.name, [one]])),
  });

  it('names in the order of the zone', () =>
    assert.deepEqual(
      known.map(({ name }) => name),
      ['a.x', 'c.x', 'z.x'],
    ));

  it('those of the part alone, and where the next part begins', () => {
    const first = suspicionsOf(known, 0, told('d.x', ours));
    assert.deepEqual(first.suspicions, [{ key: other.key, version: 2, names: ['c.x'] }]);
    assert.equal(first.next, 2);
    const last = suspicionsOf(known, first.next, told(undefined));
    assert.deepEqual(last.suspicions, [{ key: other.key, version: 2, names: ['z.x'] }]);
    assert.equal(last.next, 3);
    assert.equal(indexAfter(known, 'd.x'), 2);
    assert.equal(indexAfter(known, 'z.x'), 3);
  });

  it('all names of a Service together, and what it wrote before among them', () => {
    const before = entry({ past: [set('b.x', 'A', '192.0.2.1')], applied: [ours] });
    const all = suspicionsOf(knownNames([before, other].map(knownEntry)), 0, told(undefined));
    assert.deepEqual(all.suspicions, [
      { key: before.key, version: 2, names: ['a.x'] },
      { key: other.key, version: 2, names: ['c.x', 'z.x'] },
    ]);
    const stands = suspicionsOf(
      knownNames([knownEntry(before)]),
      0,
      told(undefined, ours, set('b.x', 'A', '192.0.2.1')),
    );
    assert.deepEqual(stands.suspicions, [{ key: before.key, version: 2, names: ['b.x'] }]);
  });

  it('names that a listing writes in another form are left out, as nobody knows where they sort', () =>
    assert.deepEqual(
      knownNames([knownEntry(entry({ applied: [set('*.x', 'A', '192.0.2.1')] }))]),
      [],
    ));

  const six = set('a.x', 'AAAA', '2001:db8::1');
  const led = set('a.x', 'CNAME', 'b.x');
  const sets: readonly [string, readonly RecordSet[], readonly StoredRecordSet[], boolean][] = [
    ['both families', [ours, six], [six, ours], false],
    ['one of two families', [ours, six], [ours], true],
    ['another value in one of two', [ours, six], [ours, { ...six, values: ['::1'] }], true],
    ['a family more', [ours], [ours, six], true],
    ['a record of another type beside ours', [ours], [ours, { ...ours, type: 'TXT' }], false],
    ['a CNAME', [led], [led], false],
    ['a CNAME to another name', [led], [set('a.x', 'CNAME', 'c.x')], true],
  ];
  for (const [title, applied, stored, isSuspect] of sets) {
    it(`${title}: ${isSuspect ? 'a suspicion' : 'none'}`, () => {
      const one = knownNames([knownEntry(entry({ applied }))]);
      const part = { upTo: undefined, stored: new Map([['a.x', stored]]) };
      assert.equal(suspicionsOf(one, 0, part).suspicions.length > 0, isSuspect);
    });
  }

  it('nothing of names that nobody knows, or of other types', () => {
    const strangers = [set('b.x', 'A', '203.0.113.9'), { ...ours, name: 'q.x', type: 'MX' }];
    const stands = [ours, ...other.applied.map((one: RecordSet) => one as StoredRecordSet)];
    assert.deepEqual(suspicionsOf(known, 0, told(undefined, ...stands, ...strangers)), {
      suspicions: [],
      next: 3,
    });
  });
});

describe('edits that are to be repaired', () => {
  const planned = (given: LedgerEntry, ...stored: readonly StoredRecordSet[]) => {
    const read = new Map([['a.x', stored]]);
    const { names, blocked } = planPublication(claimEdits(given, read), ['a.x'], read);
    return [
      ...names.flatMap(({ changes }) =>
        changes.map(({ action, recordSet }) => `${action} ${recordSet.type}`),
      ),
      ...blocked.map(({ reason }) => reason),
    ];
  };
  const edited = set('a.x', 'A', '203.0.113.9');
  const reported = {
    ...published,
    applied: [],
    blocked: [{ name: 'a.x', reason: 'EditedRecord', message: 'edited' }],
  };

  it('are exchanged for what is wanted', () => {
    assert.deepEqual(planned(published, edited), ['DELETE A', 'CREATE A']);
    assert.deepEqual(planned(published, alias), ['DELETE A', 'CREATE A']);
    assert.deepEqual(planned(published, set('a.x', 'CNAME', 'b.x')), ['DELETE CNAME', 'CREATE A']);
  });

  it('are told of either family', () => {
    const [old, six] = ['2001:db8::1', '2001:db8::9'].map((value) => set('a.x', 'AAAA', value));
    assert.ok(old && six);
    const given = entry({ desired: [old], applied: [old] });
    assert.deepEqual(planned(given, six), ['DELETE AAAA', 'CREATE AAAA']);
  });

  it('also where they were reported before', () =>
    assert.deepEqual(planned(reported, edited), ['DELETE A', 'CREATE A']));

  it('are none where another name was reported, or this one for another reason', () => {
    const [report] = reported.blocked;
    assert.ok(report);
    const elsewhere = { ...reported, blocked: [{ ...report, name: 'b.x' }] };
    assert.deepEqual(planned(elsewhere, edited), ['ForeignRecord']);
    const otherwise = { ...reported, blocked: [{ ...report, reason: 'ForeignRecord' }] };
    assert.deepEqual(planned(otherwise, edited), ['ForeignRecord']);
  });

  const aliased = { ...alias, type: 'A' } as const;
  const led = entry({
    desired: [set('a.x', 'CNAME', 'b.x')],
    applied: [{ name: 'a.x', type: 'A', alias: aliased.alias ?? assert.fail() }],
  });
  const none: readonly [string, LedgerEntry, readonly StoredRecordSet[]][] = [
    ['what is ours', published, [ours]],
    ['a set with a routing policy', published, [{ ...edited, special: 'weighted' }]],
    ['a record that stands beside an alias of ours', led, [alias, set('a.x', 'AAAA', '::1')]],
  ];
  for (const [title, given, stored] of none) {
    it(`leave the entry as it is: ${title}`, () =>
      assert.equal(claimEdits(given, new Map([['a.x', stored]])), given));
  }

  it('are no records that were there first', () =>
    assert.deepEqual(planned({ ...published, applied: [] }, edited), ['ForeignRecord']));

  it('are no sets with a routing policy, and none that we could not write ourselves', () => {
    assert.deepEqual(planned(published, { ...edited, special: 'weighted' }), ['EditedRecord']);
    assert.deepEqual(planned(published, { ...alias, type: 'CNAME' }), ['EditedRecord']);
    const { ttlSeconds: _ttl, ...timeless } = edited;
    assert.deepEqual(planned(published, timeless), ['EditedRecord']);
    const name = { ...published, desired: [set('a.x', 'CNAME', 'b.x')] };
    assert.deepEqual(planned(name, { ...edited, type: 'TXT' }), ['EditedRecord']);
  });

  it('are no strangers’ records that stand beside ours', () => {
    const mixed = { ...published, desired: [set('a.x', 'CNAME', 'b.x')] };
    const beside = { ...set('a.x', 'AAAA', '2001:db8::9') };
    assert.deepEqual(planned(mixed, ours, beside), ['ForeignRecord']);
  });

  it('are left where nothing is wanted any more, whatever is wanted at other names', () => {
    assert.deepEqual(planned({ ...published, desired: [] }, edited), []);
    assert.deepEqual(planned({ ...published, desired: [{ ...ours, name: 'b.x' }] }, edited), []);
  });

  it('are not made of what stands beside ours', () =>
    assert.deepEqual(planned(published, ours, { ...edited, type: 'AAAA' }), []));
});
