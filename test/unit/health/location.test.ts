import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locationOf } from '../../../lib/core/health/location.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

const topic = 'cluster-health';
const zone = 'topology.kubernetes.io/zone';
const region = 'topology.kubernetes.io/region';
const oldZone = 'failure-domain.beta.kubernetes.io/zone';

type Given = {
  readonly nodes: readonly { readonly labels: { readonly [key: string]: string } }[];
};
type Expect = { readonly zones: readonly string[]; readonly region: string };

describe('where a cluster stands', () => {
  const cases = readVectors<Given, Expect>(topic, 'zones');
  for (const one of cases.filter(({ name }) => isApplicable(topic, name))) {
    it(`W5: ${one.name}`, () => {
      const found = locationOf(
        one.given.nodes.map(({ labels }) => labels),
        { zones: [] },
      );
      assert.deepEqual({ ...found, region: found.region ?? '' }, wanted(one));
    });
  }

  const known = { zones: ['z9'], region: 'r9' };
  const table: readonly [string, Parameters<typeof locationOf>[0], object][] = [
    [
      'every zone once, sorted',
      [
        { [zone]: 'b', [region]: 'r' },
        { [zone]: 'a', [region]: 'r' },
        { [zone]: 'a', [region]: 'r' },
      ],
      { zones: ['a', 'b'], region: 'r' },
    ],
    [
      'the new label wins',
      [{ [zone]: 'new', [oldZone]: 'old', [region]: 'r' }],
      { zones: ['new'], region: 'r' },
    ],
    [
      'the region of most nodes wins, whatever their order',
      [{ [region]: 'r1' }, { [region]: 'r2' }, { [region]: 'r2' }],
      { zones: ['z9'], region: 'r2' },
    ],
    [
      'of as many nodes the first by name, whatever their order',
      [{ [region]: 'r2' }, { [region]: 'r1' }, { [region]: 'r3' }],
      { zones: ['z9'], region: 'r1' },
    ],
    [
      'an empty label says nothing',
      [{ [zone]: '', [oldZone]: 'old', [region]: '' }],
      { zones: ['old'], region: 'r9' },
    ],
    ['W5: no labelled node keeps the last known', [{}], known],
    ['W5: no node keeps the last known', [], known],
  ];
  for (const [name, nodes, expected] of table) {
    it(name, () => assert.deepEqual(locationOf(nodes, known), expected));
  }

  it('a region that was never known is not made up', () => {
    assert.deepEqual(locationOf([{}], { zones: [] }), { zones: [] });
  });
});
