import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  compareRecordSets,
  type RecordSet,
  type RecordType,
  type StoredRecordSet,
  sameButForTtl,
  sameRecordSet,
} from '../../../lib/core/model/record-set.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

type Vector = {
  readonly name: string;
  readonly type: RecordType;
  readonly ttl: number;
  readonly rrdatas: readonly string[];
};

const recordSet = ({ name, type, ttl, rrdatas }: Vector) => ({
  name,
  type,
  ttlSeconds: ttl,
  values: rrdatas,
});

describe('equivalence of record sets: vectors', () => {
  for (const one of readVectors<{ left: Vector; right: Vector }, { equivalent: boolean }>(
    'dns-record-equivalence',
  )) {
    it(one.name, () => {
      const same = sameRecordSet(recordSet(one.given.left), recordSet(one.given.right));
      assert.equal(same, wanted(one).equivalent);
    });
  }

  it('a set with a routing policy is never one of ours', () => {
    const ours = { name: 'a.example', type: 'A', ttlSeconds: 60, values: ['192.0.2.1'] } as const;
    assert.equal(sameRecordSet({ ...ours, special: 'weighted' }, ours), false);
    assert.equal(sameRecordSet({ ...ours }, ours), true);
  });
});

describe('our own set, as it is found again', () => {
  const addresses = {
    name: 'a.example',
    type: 'A',
    ttlSeconds: 60,
    values: ['192.0.2.1'],
  } as const;
  const target = { zoneId: 'Z2', dnsName: 'lb.test', evaluateTargetHealth: true };
  const alias = { name: 'a.example', type: 'A', alias: target } as const;
  const other = (given: Partial<typeof target>): RecordSet => ({
    ...alias,
    alias: { ...target, ...given },
  });
  const table: readonly [string, RecordSet | StoredRecordSet, RecordSet, boolean, boolean][] = [
    ['the same', addresses, addresses, true, true],
    ['as stored', { ...addresses, type: 'A' }, addresses, true, true],
    ['R30: with another TTL', { ...addresses, ttlSeconds: 5 }, addresses, false, true],
    ['with another value', { ...addresses, values: ['192.0.2.9'] }, addresses, false, false],
    ['of another type', { ...addresses, type: 'AAAA' }, addresses, false, false],
    ['of another name', { ...addresses, name: 'b.example' }, addresses, false, false],
    ['of a policy', { ...addresses, special: 'weighted' }, addresses, false, false],
    ['an alias', alias, alias, true, false],
    ['an alias as stored', { ...alias, values: [] }, alias, true, false],
    ['an alias in another zone', other({ zoneId: 'Z3' }), alias, false, false],
    ['an alias to another name', other({ dnsName: 'x.test' }), alias, false, false],
    ['an alias of other health', other({ evaluateTargetHealth: false }), alias, false, false],
    ['addresses instead of an alias', addresses, alias, false, false],
    ['an alias instead of addresses', alias, addresses, false, false],
    [
      'an alias instead of no addresses, as stored',
      { ...alias, ttlSeconds: 60, values: [] },
      { ...addresses, values: [] },
      false,
      false,
    ],
  ];
  for (const [title, found, ours, same, butForTtl] of table) {
    it(title, () => {
      assert.equal(sameRecordSet(found, ours), same);
      assert.equal(sameButForTtl(found, ours), butForTtl);
    });
  }

  it('sets are listed by name, then by type', () => {
    const sets = ['b A', 'a CNAME', 'b AAAA', 'a A', 'c A'].map((text) => {
      const [name = '', type = ''] = text.split(' ');
      return { name, type };
    });
    assert.deepEqual(
      sets.sort(compareRecordSets).map(({ name, type }) => `${name} ${type}`),
      ['a A', 'a CNAME', 'b A', 'b AAAA', 'c A'],
    );
    assert.equal(compareRecordSets({ name: 'a', type: 'A' }, { name: 'a', type: 'A' }), 0);
  });
});
