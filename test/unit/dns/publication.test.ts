import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batchesOf, changesOf } from '../../../lib/core/dns/batches.ts';
import { namesOfEntry, planPublication } from '../../../lib/core/dns/publication.ts';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import {
  type StoredRecordSet,
  type ValueSet,
  valuesOf,
} from '../../../lib/core/model/record-set.ts';
import { aLedgerEntry } from '../../support/builders/ledger-entry.ts';

const set = (name: string, type: ValueSet['type'], ...values: readonly string[]): ValueSet => ({
  name,
  type,
  ttlSeconds: 60,
  values,
});

const entry = (given: Partial<LedgerEntry>): LedgerEntry =>
  aLedgerEntry({ desiredVersion: 2, ...given });

const changes = (
  given: Partial<LedgerEntry>,
  stored: readonly StoredRecordSet[] | undefined = undefined,
) => {
  const one = entry(given);
  const names = new Map(
    stored === undefined
      ? []
      : namesOfEntry(one).map((name) => [name, stored.filter((other) => other.name === name)]),
  );
  const publication = planPublication(one, namesOfEntry(one), names);
  return {
    lines: publication.names.flatMap((change) =>
      change.changes.map(
        ({ action, recordSet }) => `${action} ${recordSet.name} ${recordSet.type}`,
      ),
    ),
    blocked: publication.blocked.map(({ name, reason }) => `${name} ${reason}`),
  };
};

describe('changes of one entry', () => {
  it('R11: addresses that give way to a CNAME go in the same step, deletes first', () => {
    const applied = [set('a.x', 'A', '192.0.2.1'), set('a.x', 'AAAA', '2001:db8::1')];
    assert.deepEqual(changes({ applied, desired: [set('a.x', 'CNAME', 'x')] }).lines, [
      'DELETE a.x A',
      'DELETE a.x AAAA',
      'CREATE a.x CNAME',
    ]);
  });

  it('what stands as wanted is left alone', () => {
    const same = [set('a.x', 'A', '192.0.2.1')];
    assert.deepEqual(changes({ applied: same, desired: same }), { lines: [], blocked: [] });
  });

  it('what others point at is written first and withdrawn last', () => {
    const names = ['z.r.x', 'r.x', 'x'].map((name) => set(name, 'A', '192.0.2.1'));
    assert.deepEqual(changes({ desired: names }).lines, [
      'CREATE x A',
      'CREATE r.x A',
      'CREATE z.r.x A',
    ]);
    assert.deepEqual(changes({ applied: names }).lines, [
      'DELETE z.r.x A',
      'DELETE r.x A',
      'DELETE x A',
    ]);
  });

  it('how far down a name is counts in labels, not in letters', () => {
    const names = ['a.b.x', 'long-label.x'].map((name) => set(name, 'A', '192.0.2.1'));
    assert.deepEqual(changes({ desired: names }).lines, [
      'CREATE long-label.x A',
      'CREATE a.b.x A',
    ]);
    assert.deepEqual(changes({ applied: names }).lines, [
      'DELETE a.b.x A',
      'DELETE long-label.x A',
    ]);
  });

  it('what needs no change is told as ours, as it should be', () => {
    const desired = [set('a.x', 'A', '192.0.2.1')];
    const plan = planPublication(entry({ applied: desired, desired }), ['a.x'], new Map());
    assert.deepEqual([plan.names, plan.settled, plan.blocked], [[], desired, []]);
  });

  it('names that a publisher may have written and died are looked at too', () => {
    const past = [set('old.x', 'A', '192.0.2.9')];
    const desired = [set('a.x', 'A', '192.0.2.1')];
    assert.deepEqual(namesOfEntry(entry({ desired, past })), ['a.x']);
    assert.deepEqual(namesOfEntry(entry({ desired, past, sending: 2 })), ['a.x', 'old.x']);
    const blocked = [{ name: 'b.x', reason: 'ForeignRecord', message: 'in the way' }];
    assert.deepEqual(namesOfEntry(entry({ desired, applied: desired, blocked })), ['a.x', 'b.x']);
  });

  it('what is in the way is told by its type, and by what makes it more than a plain record', () => {
    const desired = [set('a.x', 'CNAME', 'x')];
    const alias = { zoneId: 'Z2', dnsName: 'lb.test', evaluateTargetHealth: false };
    const messageOf = (stranger: Partial<StoredRecordSet>) => {
      const stored = new Map([['a.x', [{ name: 'a.x', type: 'A', values: [], ...stranger }]]]);
      return planPublication(entry({ desired }), ['a.x'], stored).blocked.map(
        ({ message }) => message,
      );
    };
    const told = 'already has a record of type A that Seamark did not write';
    assert.deepEqual(messageOf({ ttlSeconds: 60, values: ['192.0.2.9'] }), [`a.x ${told}`]);
    assert.deepEqual(messageOf({ alias }), [`a.x ${told} (alias)`]);
    assert.deepEqual(messageOf({ special: 'weighted' }), [`a.x ${told} (weighted)`]);
    assert.deepEqual(messageOf({ special: 'weighted', alias }), [`a.x ${told} (weighted)`]);
  });

  it('what somebody put in the place of ours is told the same way', () => {
    const ours = [set('a.x', 'A', '192.0.2.1')];
    const alias = { zoneId: 'Z2', dnsName: 'lb.test', evaluateTargetHealth: false };
    const messageOf = (edit: Partial<StoredRecordSet>) => {
      const stored = new Map([['a.x', [{ name: 'a.x', type: 'A', values: [], ...edit }]]]);
      const given = entry({ desired: ours, applied: ours });
      return planPublication(given, ['a.x'], stored).blocked.map(({ message }) => message);
    };
    const where = 'in the place of ours at a.x';
    assert.deepEqual(messageOf({ ttlSeconds: 60, values: ['192.0.2.9'] }), [
      `somebody put a record of type A ${where}`,
    ]);
    assert.deepEqual(messageOf({ alias }), [`somebody put a record of type A (alias) ${where}`]);
    assert.deepEqual(messageOf({ special: 'weighted', alias }), [
      `somebody put a record of type A (weighted) ${where}`,
    ]);
  });

  it('our own older write is never taken for a stranger’s', () => {
    const old = set('a.x', 'A', '192.0.2.9');
    const desired = [set('a.x', 'A', '192.0.2.1')];
    assert.deepEqual(changes({ desired, past: [old] }, [old]).lines, [
      'DELETE a.x A',
      'CREATE a.x A',
    ]);
    assert.deepEqual(changes({ desired }, [old]), { lines: [], blocked: ['a.x ForeignRecord'] });
  });

  it('R09: what somebody deleted first is only created', () => {
    const applied = [set('a.x', 'A', '192.0.2.9')];
    assert.deepEqual(changes({ applied, desired: [set('a.x', 'A', '192.0.2.1')] }, []).lines, [
      'CREATE a.x A',
    ]);
  });

  it('an answer that got lost leaves nothing to do', () => {
    const desired = [set('a.x', 'A', '192.0.2.1')];
    assert.deepEqual(changes({ desired }, desired), { lines: [], blocked: [] });
  });

  it('R34: a set of a traffic policy blocks its name, even with our values', () => {
    const desired = [set('a.x', 'A', '192.0.2.1')];
    const stored = [{ ...set('a.x', 'A', '192.0.2.1'), special: 'traffic policy' }];
    assert.deepEqual(changes({ desired }, stored).blocked, ['a.x ForeignRecord']);
  });
});

describe('batches', () => {
  const part = (name: string, count: number) => {
    const values = Array.from({ length: count }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    const one = entry({
      key: { namespace: 'shop', name },
      desired: [set(`${name}.x`, 'A', ...values)],
    });
    return { entry: one, names: planPublication(one, namesOfEntry(one), new Map()).names };
  };
  const sizes = (counts: readonly number[], limits?: Parameters<typeof batchesOf>[1]) =>
    batchesOf(
      counts.map((count, index) => part(`s${index}`, count)),
      limits,
    ).map((batch) =>
      changesOf(batch).reduce((sum, { recordSet }) => sum + valuesOf(recordSet).length, 0),
    );

  it('are as full as the element limit lets them', () => {
    assert.deepEqual(sizes([400, 400, 200, 1]), [1_000, 1]);
  });

  it('keep to the character limit', () => {
    assert.deepEqual(sizes([3, 3, 3], { elements: 1_000, characters: 48 }), [6, 3]);
  });

  it('split an entry that alone is too large by its names, never a name', () => {
    const desired = ['a.x', 'b.x', 'c.x'].map((name) => set(name, 'A', '192.0.2.1', '192.0.2.2'));
    const one = entry({ desired });
    const { names } = planPublication(one, namesOfEntry(one), new Map());
    const batches = batchesOf([{ entry: one, names }], { elements: 4, characters: 1_000 });
    assert.deepEqual(
      batches.map((batch) => changesOf(batch).map(({ recordSet }) => recordSet.name)),
      [['a.x', 'b.x'], ['c.x']],
    );
  });
});
