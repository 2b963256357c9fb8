import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BatchPart } from '../../../lib/core/dns/batches.ts';
import { planPublication } from '../../../lib/core/dns/publication.ts';
import { growthOf, shareRoom } from '../../../lib/core/dns/zone-room.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';
import { aLedgerEntry } from '../../support/builders/ledger-entry.ts';

const a = (name: string, value = '192.0.2.1'): RecordSet => ({
  name,
  type: 'A',
  ttlSeconds: 60,
  values: [value],
});
const cname = (name: string, target: string): RecordSet => ({
  name,
  type: 'CNAME',
  ttlSeconds: 60,
  values: [target],
});

/** The changes of one Service from what stands to what is wanted. */
const part = (
  name: string,
  applied: readonly RecordSet[],
  desired: readonly RecordSet[],
): BatchPart => {
  const entry = aLedgerEntry({ key: { namespace: 'shop', name }, applied, desired });
  const names = [...new Set([...applied, ...desired].map((set) => set.name))];
  return planPublication(entry, names, new Map());
};

const told = (parts: readonly BatchPart[]) =>
  parts.map(({ entry, names }) => [entry.key.name, ...names.map(({ name }) => name)].join(' '));

const added = (name: string, count: number): BatchPart =>
  part(
    name,
    [],
    Array.from({ length: count }, (_, at) => a(`n${at}.${name}`)),
  );
const moved = part('moved', [a('moved')], [a('moved', '192.0.2.2')]);
const gone = part('gone', [a('x.gone'), a('gone')], []);

describe('the growth of a zone', () => {
  it('is what is created less what is deleted', () => {
    assert.equal(growthOf([added('new', 3)]), 3);
    assert.equal(growthOf([moved]), 0);
    assert.equal(growthOf([gone]), -2);
    assert.equal(growthOf([part('v6', [cname('v6', 'x')], [a('v6'), a('w6')])]), 1);
    assert.equal(growthOf([added('new', 3), moved, gone]), 1);
  });
});

describe('room that is shared out', () => {
  it('half of it is tried, what needs none always goes, and what goes makes some', () => {
    const share = shareRoom([added('one', 1), moved, added('two', 2), gone, added('three', 3)], 4);
    assert.deepEqual(told(share.fits), [
      'one n0.one',
      'moved moved',
      'two n0.two n1.two',
      'gone x.gone gone',
    ]);
    assert.deepEqual(told(share.waits), ['three n0.three n1.three n2.three']);
    assert.deepEqual(share.left, []);
  });

  it('one that fits into the whole, but into no half, is tried too', () => {
    const share = shareRoom([added('three', 3)], 4);
    assert.deepEqual([share.fits.length, share.waits.length, share.left.length], [1, 0, 0]);
  });

  it('what needs none takes none of the half, nor does it make the half smaller', () => {
    const share = shareRoom([moved, added('three', 3), moved], 4);
    assert.deepEqual(told(share.fits), [
      'moved moved',
      'three n0.three n1.three n2.three',
      'moved moved',
    ]);
    assert.deepEqual(share.waits, []);
  });

  it('what waits takes none of it from smaller ones behind it', () => {
    const share = shareRoom([added('three', 3), added('one', 1)], 4);
    assert.deepEqual(told(share.fits), ['one n0.one']);
    assert.deepEqual(told(share.waits), ['three n0.three n1.three n2.three']);
  });

  it('what is made counts once, for the smallest that fits no half as for others', () => {
    const share = shareRoom([gone, added('three', 3), added('more', 3)], 4);
    assert.deepEqual(told(share.fits), ['gone x.gone gone', 'three n0.three n1.three n2.three']);
    assert.deepEqual(told(share.waits), ['more n0.more n1.more n2.more']);
  });

  it('of a zone that took more than was known, what needs none goes whole', () => {
    const share = shareRoom([moved, added('one', 1)], -2);
    assert.deepEqual(told(share.fits), ['moved moved']);
    assert.deepEqual(share.waits, []);
    assert.deepEqual(told(share.left), ['one n0.one']);
  });

  it('what can have none is left, without calls', () => {
    const share = shareRoom([added('three', 3), moved], 2);
    assert.deepEqual(told(share.fits), ['moved moved']);
    assert.deepEqual(told(share.left), ['three n0.three n1.three n2.three']);
  });

  it('names of an entry that need none go without the others', () => {
    const both = part(
      'web',
      [a('web', '192.0.2.1')],
      [a('web', '192.0.2.2'), a('z.web', '192.0.2.2')],
    );
    const share = shareRoom([both], 0);
    assert.deepEqual(told(share.fits), ['web web']);
    assert.deepEqual(told(share.left), ['web z.web']);
  });

  it('but not where they would lead to one that is not there', () => {
    const chain = part('web', [a('z.r.web')], [cname('z.r.web', 'r.web'), a('r.web')]);
    const share = shareRoom([chain], 0);
    assert.deepEqual(share.fits, []);
    assert.deepEqual(told(share.left), ['web r.web z.r.web']);
  });

  const stuck = (name: string): readonly RecordSet[] => [
    a(name),
    { ...a(name), type: 'AAAA', values: ['2001:db8::1'] },
  ];
  const unlinked: readonly [string, readonly RecordSet[], readonly RecordSet[]][] = [
    ['one that stands, and changes', [a('x.web')], [...stuck('web'), a('x.web', '192.0.2.2')]],
    ['one that goes', [a('x.web')], [...stuck('web'), a('y.web')]],
    [
      'one that leads to it no longer',
      [a('web'), cname('x.web', 'web')],
      [...stuck('web'), a('x.web')],
    ],
    [
      'one that it leads to, and that stays',
      [cname('web', 'x.web'), a('x.web')],
      [...stuck('web'), a('x.web', '192.0.2.2')],
    ],
  ];
  for (const [title, applied, desired] of unlinked) {
    it(`a name that is left keeps none that has nothing to do with it: ${title}`, () => {
      const share = shareRoom([part('web', applied, desired)], 0);
      assert.deepEqual(told(share.fits), ['web x.web']);
      assert.equal(told(share.left)[0]?.split(' ')[1], 'web');
    });
  }

  it('nor is a name taken away that one leads to which stays as it is', () => {
    const six: RecordSet = { ...a('z.r.web'), type: 'AAAA', values: ['2001:db8::1'] };
    const chain = part('web', [cname('z.r.web', 'r.web'), a('r.web')], [a('z.r.web'), six]);
    const share = shareRoom([chain], 0);
    // One name grows by a set, the other one goes: together they need no room.
    assert.deepEqual(told(share.fits), ['web z.r.web r.web']);
    const more = part(
      'web',
      [cname('z.r.web', 'r.web'), a('r.web')],
      [a('z.r.web'), six, a('y.r.web')],
    );
    assert.deepEqual(told(shareRoom([more], 0).left), ['web z.r.web y.r.web r.web']);
  });
});
