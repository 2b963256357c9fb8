import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ZoneRecordSet } from '../../../infra/sandbox/route53/zone/record-set.ts';
import { setsByName } from '../../../infra/sandbox/route53/zone/sets-by-name.ts';
import { set } from './zone-builders.ts';

const one = (at: number, value = '192.0.2.1'): ZoneRecordSet => set(`n${at}.test.`, 'A', value);

describe('sets by name', () => {
  it('a change leaves what was there before as it was', () => {
    const before = setsByName([one(1), one(2)]);
    const working = before.edit();
    working.put('n1.test.', []);
    working.put('n3.test.', [one(3), one(3, '192.0.2.2')]);
    const after = working.done();
    assert.deepEqual([before.count(), after.count()], [2, 3]);
    assert.deepEqual(
      [...before].map(([name]) => name),
      ['n1.test.', 'n2.test.'],
    );
    assert.deepEqual(
      [...after].map(([name]) => name),
      ['n2.test.', 'n3.test.'],
    );
    assert.equal(after.get('n1.test.'), undefined);
    assert.deepEqual(before.get('n1.test.'), [one(1)]);
  });

  it('many changes are the same as they would be in a map', () => {
    const map = new Map<string, readonly ZoneRecordSet[]>();
    let sets = setsByName([]);
    for (let batch = 0; batch < 30; batch += 1) {
      const working = sets.edit();
      for (let at = 0; at < 1_000; at += 1) {
        const number = (batch * 700 + at) % 16_000;
        const group = (batch + at) % 5 === 0 ? [] : [one(number, `10.0.${batch}.1`)];
        working.put(`n${number}.test.`, group);
        if (group.length === 0) map.delete(`n${number}.test.`);
        else map.set(`n${number}.test.`, group);
      }
      sets = working.done();
      assert.equal(sets.count(), map.size);
    }
    assert.ok(map.size > 10_000, `${map.size} names`);
    assert.deepEqual(new Map(sets), map);
    for (const [name, group] of map) assert.equal(sets.get(name), group);
  });
});
