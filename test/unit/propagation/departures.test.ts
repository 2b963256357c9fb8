import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObservedCluster } from '../../../lib/core/model/observed.ts';
import { departures, staying } from '../../../lib/core/propagation/departures.ts';
import { observedCluster } from '../../support/builders/cluster.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';

const leaving = (name: string, service = aCopy()): ObservedCluster =>
  observedCluster(name, { service, readyEndpoints: 1 }, { deleting: true });

describe('W4: clusters that are being deleted', () => {
  const remove = { ...planSettings, leaving: 'remove' } as const;
  const table: readonly [string, ObservedCluster, object, number][] = [
    ['its copy goes where the settings say so', leaving('a'), remove, 1],
    ['its copy stays otherwise', leaving('a'), planSettings, 0],
    ['a namesake stays', leaving('a', aService()), remove, 0],
    [
      'a copy that is going already is left alone',
      leaving('a', aCopy({ deletionTimestamp: 'now' })),
      remove,
      0,
    ],
    ['the host keeps its Service', leaving('a'), { ...remove, hostCluster: 'a' }, 0],
    [
      'what was not read is not touched',
      { ...leaving('a'), view: { kind: 'not-ready' } },
      remove,
      0,
    ],
    ['a cluster that stays keeps its copy', observedCluster('a', { service: aCopy() }), remove, 0],
  ];
  for (const [name, cluster, settings, count] of table) {
    it(name, () =>
      assert.equal(departures([cluster], { ...planSettings, ...settings }).length, count),
    );
  }

  it('take part in nothing', () => {
    const names = staying([leaving('a'), observedCluster('b')]).map(({ cluster }) => cluster.name);
    assert.deepEqual(names, ['b']);
  });
});
