import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locationOf } from '../../../lib/core/health/location.ts';
import { judgeHealthz, probeConditions } from '../../../lib/core/health/probe-conditions.ts';
import { fleetChange, mustWrite } from '../../../lib/core/health/status-change.ts';
import { aCluster } from '../../support/builders/cluster.ts';

const zone = 'topology.kubernetes.io/zone';
const region = 'topology.kubernetes.io/region';
const oldZone = 'failure-domain.beta.kubernetes.io/zone';
const oldRegion = 'failure-domain.beta.kubernetes.io/region';

describe('where a cluster stands', () => {
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
    ['the old labels count', [{ [oldZone]: 'a', [oldRegion]: 'r' }], { zones: ['a'], region: 'r' }],
    [
      'the new label wins',
      [{ [zone]: 'new', [oldZone]: 'old', [region]: 'r' }],
      { zones: ['new'], region: 'r' },
    ],
    [
      'W5: nodes without labels are skipped',
      [{}, { [zone]: 'a', [region]: 'r' }],
      { zones: ['a'], region: 'r' },
    ],
    ['W5: no labelled node keeps the last known', [{}], known],
    ['no node keeps the last known', [], known],
  ];
  for (const [name, nodes, expected] of table) {
    it(name, () => assert.deepEqual(locationOf(nodes, known), expected));
  }
});

describe('what a probe says', () => {
  const now = '2026-01-05T10:00:00Z';
  const statuses = (answer: Parameters<typeof probeConditions>[0]) =>
    probeConditions(answer, [], now).map(
      ({ type, status, reason }) => `${type} ${status} ${reason}`,
    );

  it('W39: both conditions always', () => {
    assert.deepEqual(statuses(judgeHealthz(200, 'ok')), [
      'Ready True ClusterReady',
      'Offline False ClusterReachable',
    ]);
    assert.deepEqual(statuses(judgeHealthz(200, 'sick')), [
      'Ready False ClusterNotReady',
      'Offline False ClusterReachable',
    ]);
    assert.deepEqual(statuses({ kind: 'silent', message: 'no answer' }), [
      'Ready False ClusterNotReachable',
      'Offline True ClusterNotReachable',
    ]);
  });

  it('W36: the body may be in any case and have space around it; an HTTP error is an answer', () => {
    assert.equal(judgeHealthz(200, ' OK\n').kind, 'ok');
    assert.equal(judgeHealthz(500, 'ok').kind, 'unwell');
  });

  it('W39: a condition keeps its time as long as its status, whatever its place', () => {
    const before = '2026-01-01T00:00:00Z';
    const stored = probeConditions({ kind: 'ok' }, [], before).toReversed();
    const again = probeConditions({ kind: 'unwell', message: 'sick' }, stored, now);
    assert.deepEqual(
      again.map(({ type, lastTransitionTime }) => `${type} ${lastTransitionTime}`),
      [`Ready ${now}`, `Offline ${before}`],
    );
  });
});

describe('what follows from a look', () => {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000', '');
  const ready = aCluster('a', { conditions: probeConditions({ kind: 'ok' }, [], at(0)) });
  const look = (kind: 'ok' | 'unwell', seconds: number, zones = ready.zones) => ({
    conditions: probeConditions({ kind, message: 'sick' }, ready.conditions, at(seconds)),
    location: { zones, region: 'region-a' },
  });

  it('nothing new is not written, but for a heartbeat', () => {
    assert.equal(mustWrite(ready, look('ok', 59)), false);
    assert.equal(mustWrite(ready, look('ok', 60)), true);
  });

  it('W35: what changes the fleet is told', () => {
    assert.equal(fleetChange(ready, look('ok', 5)), undefined);
    assert.equal(fleetChange(ready, look('unwell', 5)), 'became-unavailable');
    assert.equal(fleetChange({ ...ready, conditions: [] }, look('ok', 5)), 'became-available');
    assert.equal(fleetChange(ready, look('ok', 5, ['other'])), 'moved');
  });
});
