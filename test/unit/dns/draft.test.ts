import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  accepted,
  type Draft,
  doubtfulNames,
  openDraft,
  planned,
  refused,
  zoneFailed,
} from '../../../lib/core/dns/draft.ts';
import { namesOfEntry, planPublication } from '../../../lib/core/dns/publication.ts';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import type { StoredNames } from '../../../lib/core/model/record-set.ts';
import { aLedgerEntry, anAddressSet } from '../../support/builders/ledger-entry.ts';

const nothing: StoredNames = new Map();
const old = (name: string) => anAddressSet(name, '192.0.2.1');
const wanted = (name: string) => anAddressSet(name, '192.0.2.2');
const stranger = (name: string) => anAddressSet(name, '203.0.113.9');

/** `same` stands as it should; `moved` and `fresh` are to be written, `gone` to be withdrawn. */
const entry = aLedgerEntry({
  applied: [old('same'), old('moved'), old('gone')],
  desired: [old('same'), wanted('moved'), wanted('fresh')],
});

const publicationOf = (one: LedgerEntry, stored = nothing, names = namesOfEntry(one)) =>
  planPublication(one, names, stored);

const summary = ({ applied, open, blocked, verified }: Draft) => ({
  applied: applied.map((set) => `${set.name} ${'values' in set ? set.values.join() : ''}`).sort(),
  open: [...open].sort(),
  blocked: blocked.map(({ name, reason }) => `${name} ${reason}`),
  verified: [...verified],
});

const before = {
  applied: ['gone 192.0.2.1', 'moved 192.0.2.1', 'same 192.0.2.1'],
  open: ['fresh', 'gone', 'moved'],
  blocked: [],
  verified: [],
};

describe('an entry on its way into its zone', () => {
  const draft = openDraft(publicationOf(entry), []);

  it('begins with what the ledger says, and every change open', () => {
    assert.deepEqual(summary(draft), before);
    assert.equal(draft.entry, entry);
  });

  it('what was accepted stands, and is not open any more', () => {
    const [moved, gone] = ['moved', 'gone'].map((name) =>
      publicationOf(entry).names.filter((one) => one.name === name),
    );
    const after = accepted(draft, [...(moved ?? []), ...(gone ?? [])]);
    assert.deepEqual(summary(after), {
      ...before,
      applied: ['moved 192.0.2.2', 'same 192.0.2.1'],
      open: ['fresh'],
    });
    assert.deepEqual(summary(draft), before, 'the draft before it is as it was');
  });

  it('what was refused stays as it was, and says why', () => {
    const after = refused(draft, { name: 'moved', reason: 'RefusedByRoute53', message: 'no' });
    assert.deepEqual(summary(after), {
      ...before,
      open: ['fresh', 'gone'],
      blocked: ['moved RefusedByRoute53'],
    });
    assert.deepEqual(summary(draft), before, 'the draft before it is as it was');
  });

  it('a zone that is out of reach blocks every open name, and nothing else', () => {
    const after = zoneFailed(
      refused(draft, { name: 'gone', reason: 'r', message: 'm' }),
      'no zone',
    );
    const [first, ...others] = after.blocked;
    assert.deepEqual(first, { name: 'gone', reason: 'r', message: 'm' });
    assert.deepEqual(
      new Set(others),
      new Set(
        ['moved', 'fresh'].map((name) => ({
          name,
          reason: 'HostedZoneFailed',
          message: 'no zone',
        })),
      ),
    );
    assert.equal(after.open.size, 0);
    assert.deepEqual(after.applied, draft.applied);
  });

  it('what was read replaces what the ledger said', () => {
    // `moved` holds what is wanted already, `gone` is gone, and somebody took `fresh`.
    const stored: StoredNames = new Map([
      ['moved', [wanted('moved')]],
      ['gone', []],
      ['fresh', [stranger('fresh')]],
    ]);
    const names = [...stored.keys()];
    const after = planned(draft, publicationOf(entry, stored, names), names);
    assert.deepEqual(summary(after), {
      applied: ['moved 192.0.2.2', 'same 192.0.2.1'],
      open: [],
      blocked: ['fresh ForeignRecord'],
      verified: names,
    });
  });

  it('what still needs a change after it was read stays open', () => {
    const stored: StoredNames = new Map([['moved', [old('moved')]]]);
    const after = planned(draft, publicationOf(entry, stored, ['moved']), ['moved']);
    assert.deepEqual(summary(after), { ...before, verified: ['moved'] });
  });

  it('remembers all that was read in the run', () => {
    const first = planned(draft, publicationOf(entry, nothing, []), ['same']);
    const second = planned(first, publicationOf(entry, nothing, []), ['other']);
    assert.deepEqual([...second.verified], ['same', 'other']);
  });
});

describe('names that must be read first', () => {
  const blocked = [
    { name: 'moved', reason: 'ForeignRecord', message: 'in the way' },
    { name: 'fresh', reason: 'HostedZoneFailed', message: 'no zone' },
  ];
  const table: readonly [string, Partial<LedgerEntry>, readonly string[]][] = [
    ['none, where nothing is known to be wrong', {}, []],
    [
      'those that a record stood in the way of, not those whose zone failed',
      { blocked },
      ['moved'],
    ],
    [
      'after a publisher that died: those that nothing sent now would tell of',
      { sending: 1 },
      ['same'],
    ],
    [
      'none of those whose zone was full',
      { blocked: [{ name: 'fresh', reason: 'HostedZoneFull', message: 'no room' }] },
      [],
    ],
    ['both', { blocked, sending: 1 }, ['same', 'moved']],
  ];
  for (const [title, given, expected] of table) {
    it(title, () => {
      const one = { ...entry, ...given };
      assert.deepEqual(doubtfulNames(one, ['same', 'moved', 'gone', 'fresh']), expected);
    });
  }
});
