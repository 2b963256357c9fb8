import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RecordType, sameRecordSet } from '../../../lib/core/model/record-set.ts';
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
