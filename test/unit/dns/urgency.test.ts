import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isFailOver,
  isThin,
  nextRound,
  type WaitingEntry,
  waitingEntry,
} from '../../../lib/core/dns/urgency.ts';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';

const a = (name: string, ...values: readonly string[]): RecordSet => ({
  name,
  type: 'A',
  ttlSeconds: 60,
  values,
});
const cname = (name: string, target: string): RecordSet => ({
  name,
  type: 'CNAME',
  ttlSeconds: 60,
  values: [target],
});
const alias = (name: string, dnsName: string): RecordSet => ({
  name,
  type: 'A',
  alias: { zoneId: 'Z0', dnsName, evaluateTargetHealth: true },
});

const entry = (given: Partial<LedgerEntry>): LedgerEntry => ({
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

describe('fail-over', () => {
  const global = a('x', '192.0.2.1', '192.0.2.2');
  const table: readonly [string, boolean, Partial<LedgerEntry>][] = [
    [
      'an address that is gone from one that has others',
      true,
      {
        applied: [global, a('r.x', '192.0.2.1')],
        desired: [a('x', '192.0.2.2'), cname('r.x', 'x')],
      },
    ],
    ['the last address', true, { applied: [a('x', '192.0.2.1')], desired: [cname('r.x', 'x')] }],
    [
      'another load balancer',
      true,
      { applied: [alias('x', 'a.elb')], desired: [alias('x', 'b.elb')] },
    ],
    [
      'another host name',
      true,
      { applied: [cname('x', 'a.test')], desired: [cname('x', 'b.test')] },
    ],
    [
      'an address that a dead publisher may have written',
      true,
      { sending: 1, past: [a('x', '192.0.2.9')], desired: [a('x', '192.0.2.2')] },
    ],
    [
      'an address that was written long ago',
      false,
      { past: [a('x', '192.0.2.9')], desired: [a('x', '192.0.2.2')] },
    ],
    ['a withdrawal', false, { applied: [global] }],
    ['a first publication', false, { desired: [global] }],
    ['one more address', false, { applied: [a('x', '192.0.2.1')], desired: [global] }],
    [
      'a level that has addresses again',
      false,
      {
        applied: [a('x', '192.0.2.2'), cname('r.x', 'x')],
        desired: [global, a('r.x', '192.0.2.1')],
      },
    ],
    [
      'another TTL',
      false,
      {
        applied: [a('x', '192.0.2.1')],
        desired: [{ ...a('x', '192.0.2.1'), ttlSeconds: 30 } as RecordSet],
      },
    ],
    [
      'an address that moves from one level to another',
      false,
      {
        applied: [a('x', '192.0.2.1'), a('z1.x', '192.0.2.1')],
        desired: [a('x', '192.0.2.1'), a('z2.x', '192.0.2.1')],
      },
    ],
  ];
  for (const [title, expected, given] of table) {
    it(`${expected ? 'is' : 'is not'}: ${title}`, () =>
      assert.equal(isFailOver(entry(given)), expected));
  }
});

describe('entries that do not fill a batch', () => {
  const waiting = (given: Partial<LedgerEntry>): WaitingEntry => waitingEntry(entry(given), 1);
  const addresses = (name: string, count: number): RecordSet =>
    a(name, ...Array.from({ length: count }, (_, at) => `10.0.${at >> 8}.${at & 255}`));
  const text = (name: string, length: number): RecordSet => a(name, '1'.repeat(length));

  it('take of it what they delete and what they create, and nothing for what stands', () => {
    const given = {
      applied: [a('x', '192.0.2.1'), a('y', '192.0.2.1'), alias('z', 'a.elb')],
      desired: [a('x', '192.0.2.22', '192.0.2.23'), a('y', '192.0.2.1')],
    };
    assert.deepEqual(waiting(given).size, { elements: 4, characters: 29 });
  });

  const table: readonly [string, boolean, readonly RecordSet[]][] = [
    ['none', true, []],
    ['as many values as one takes', true, [addresses('x', 400), addresses('y', 600)]],
    ['one value more', false, [addresses('x', 400), addresses('y', 601)]],
    ['as many characters as one takes', true, [text('x', 12_000), text('y', 20_000)]],
    ['one character more', false, [text('x', 12_000), text('y', 20_001)]],
  ];
  for (const [title, expected, sets] of table) {
    it(`${expected ? 'are' : 'are not'}: ${title}`, () =>
      assert.equal(isThin(sets.map((set) => waiting({ desired: [set] }))), expected));
  }
});

describe('what is published next', () => {
  const gone = { applied: [a('x', '192.0.2.1')], desired: [a('x', '192.0.2.2')] };
  const blocked = { blocked: [{ name: 'x', reason: 'ForeignRecord', message: 'taken' }] };
  const one = (name: string, since: number, given: Partial<LedgerEntry>) =>
    waitingEntry(entry({ ...given, key: { namespace: 'shop', name } }), since);
  const routine = one('routine', 1, { desired: [a('y', '192.0.2.2')] });
  const doubtful = one('doubtful', 0, { desired: [a('x', '192.0.2.2')], ...blocked });
  const urgent = one('urgent', 5, gone);
  const older = one('older', 4, gone);
  const urgentDoubtful = one('urgent-doubtful', 0, { ...gone, ...blocked });
  const round = (...waiting: readonly ReturnType<typeof one>[]) =>
    nextRound(waiting).map((each) => each.entry.key.name);

  it('fail-over first, the longest waiting first, what need not be read along with it', () =>
    assert.deepEqual(round(doubtful, routine, urgent, urgentDoubtful, older), [
      'older',
      'urgent',
      'routine',
    ]));
  it('then fail-over that must be read', () =>
    assert.deepEqual(round(doubtful, routine, urgentDoubtful), ['urgent-doubtful']));
  it('then everything else, what must be read last', () => {
    assert.deepEqual(round(doubtful, routine), ['routine']);
    assert.deepEqual(round(doubtful), ['doubtful']);
  });
  it('an entry of which nobody noted when it began to wait before all others', () => {
    const unnoted = waitingEntry(entry({ key: { namespace: 'shop', name: 'unnoted' } }), undefined);
    assert.deepEqual(round(routine, unnoted), ['unnoted', 'routine']);
  });
  const rounds: readonly [string, ReturnType<typeof one>, number][] = [
    ['of fail-over', urgent, 1_000],
    ['of everything else', routine, 1_000],
    ['of fail-over that must be read', urgentDoubtful, 250],
    ['of everything else that must be read', doubtful, 250],
  ];
  for (const [title, each, size] of rounds) {
    it(`${size} entries at once ${title}`, () => {
      const all = Array.from({ length: size + 1 }, () => each);
      assert.equal(nextRound(all).length, size);
      assert.equal(nextRound(all.slice(1)).length, size);
    });
  }
  it('no more entries with what rides along with fail-over', () => {
    const all = [urgent, ...Array.from({ length: 1_000 }, () => routine)];
    assert.deepEqual(
      nextRound(all).map((each) => each.entry.key.name),
      ['urgent', ...Array.from({ length: 999 }, () => 'routine')],
    );
  });
  it('nothing of nothing', () => assert.deepEqual(round(), []));
});
