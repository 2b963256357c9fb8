import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batchSize, fitsOneBatch } from '../../../lib/core/dns/batches.ts';
import { planPublication } from '../../../lib/core/dns/publication.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';
import { aLedgerEntry, anAddressSet } from '../../support/builders/ledger-entry.ts';

const alias: RecordSet = {
  name: 'z',
  type: 'A',
  alias: { zoneId: 'Z0', dnsName: 'a.elb.test', evaluateTargetHealth: true },
};

const part = (...desired: readonly RecordSet[]) => {
  const names = desired.map(({ name }) => name);
  return planPublication(aLedgerEntry({ desired }), names, new Map());
};

describe('what parts take of a batch', () => {
  it('is their values with the characters of them, and their aliases, which have none', () => {
    const one = part(anAddressSet('x', '192.0.2.1', '192.0.2.10'), alias);
    const other = part(anAddressSet('y', '192.0.2.1'));
    assert.deepEqual(batchSize([one]), { elements: 3, characters: 19 });
    assert.deepEqual(batchSize([one, other]), { elements: 4, characters: 28 });
    assert.deepEqual(batchSize([]), { elements: 0, characters: 0 });
  });
});

describe('what fits into one batch', () => {
  const limits = { elements: 4, characters: 40 };
  const table: readonly [boolean, Parameters<typeof fitsOneBatch>][] = [
    [true, [{ elements: 4, characters: 40 }, limits]],
    [false, [{ elements: 5, characters: 40 }, limits]],
    [false, [{ elements: 4, characters: 41 }, limits]],
    [true, [{ elements: 1_000, characters: 32_000 }]],
    [false, [{ elements: 1_001, characters: 0 }]],
    [false, [{ elements: 0, characters: 32_001 }]],
  ];
  for (const [expected, [size, given]] of table) {
    it(`${size.elements} elements, ${size.characters} characters: ${expected}`, () =>
      assert.equal(fitsOneBatch(size, given), expected));
  }
});
