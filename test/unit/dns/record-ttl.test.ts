import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordTtl } from '../../../lib/core/dns/record-ttl.ts';
import { ttlAnnotation } from '../../../lib/core/model/names.ts';
import { valuesOf } from '../../../lib/core/model/record-set.ts';
import { planOf } from './plan-harness.ts';

describe('W21: the TTL of records', () => {
  const table: readonly [string, string | undefined, number, boolean][] = [
    ['of the setting, without an annotation', undefined, 180, true],
    ['of the annotation', '30', 30, true],
    ['at least one second', '1', 1, true],
    ['no cache at all', '0', 180, false],
    ['a week at most', '604800', 604_800, true],
    ['more than a week', '604801', 180, false],
    ['a fraction', '1.5', 180, false],
    ['a unit', '30s', 180, false],
    ['a sign', '-30', 180, false],
    ['empty', '', 180, false],
    ['a very long number', '9'.repeat(400), 180, false],
  ];
  for (const [title, text, ttlSeconds, valid] of table) {
    it(title, () => {
      const annotations = text === undefined ? {} : { [ttlAnnotation]: text };
      const found = recordTtl({ annotations }, 180);
      assert.equal(found.ttlSeconds, ttlSeconds);
      assert.deepEqual(
        found.problems,
        valid
          ? []
          : [
              {
                condition: 'DNSInSync',
                reason: 'InvalidTtl',
                message: `annotation ${ttlAnnotation} is no whole number of seconds from 1 to 604800: 180 applies`,
              },
            ],
      );
    });
  }

  it('holds for addresses and for names that fall up', () => {
    const plan = planOf({
      service: { name: 'web', namespace: 'shop' },
      annotations: { [ttlAnnotation]: '7' },
      clusters: [
        { name: 'a', zones: ['z'], region: 'r' },
        { name: 'b', zones: ['y'], region: 'r' },
      ],
      shards: [
        { cluster: 'a', items: [{ ip: '192.0.2.1' }] },
        { cluster: 'b', items: null },
      ],
      federation: 'demo',
      dns: { suffix: 'seamark.example' },
    });
    const sets = plan.zones.flatMap(({ recordSets }) => recordSets);
    assert.equal(sets.length, 4);
    for (const set of sets)
      assert.equal('ttlSeconds' in set && set.ttlSeconds, 7, valuesOf(set)[0]);
  });
});
