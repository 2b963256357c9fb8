import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type HealthRules,
  type Judged,
  judgeFleet,
  type Seen,
} from '../../../lib/core/health/judge-fleet.ts';
import type { ProbeResult } from '../../../lib/core/health/judge-healthz.ts';
import type { Cluster, ProbeRuns } from '../../../lib/core/model/cluster.ts';
import { aCluster } from '../../support/builders/cluster.ts';

const now = '2026-01-05T12:00:00Z';
const rules: HealthRules = {
  thresholds: { failures: 3, successes: 1 },
  withdrawal: { policy: 'withdraw', failures: 2, looks: 3, share: 0.5 },
};
const ok: ProbeResult = { kind: 'ok' };
const unwell: ProbeResult = { kind: 'unwell', message: 'sick' };
const silent: ProbeResult = { kind: 'silent', message: 'no answer' };
const unasked: ProbeResult = { kind: 'unasked', message: 'no Secret' };

const seenAs = (probe: ProbeResult, given: Partial<Seen> = {}): Seen => ({
  cluster: aCluster('a'),
  probe,
  location: { zones: ['z'], region: 'r' },
  addresses: 1,
  ...given,
});

/** Judges one cluster beside two that are well. */
const judge = (seen: Seen, given: Partial<HealthRules> = {}): Judged => {
  const others = ['x', 'y'].map((name) => seenAs(ok, { cluster: aCluster(name) }));
  const [judged] = judgeFleet([seen, ...others], { ...rules, ...given }, now);
  assert.ok(judged);
  return judged;
};

const counted = (failures: number, silences: number): ProbeRuns => ({
  failures,
  silences,
  successes: 0,
});
/** A cluster that is one silent look away from being called silent. */
const nearlyDark = (given: Partial<Cluster> = {}): Cluster =>
  aCluster('a', { probes: counted(2, 2), dataPlane: ['fails'], ...given });

const stateOf = ({ status }: Judged, type: string): string => {
  const found = status.conditions.find((condition) => condition.type === type);
  return found === undefined ? 'none' : `${found.status} ${found.reason}`;
};

describe('what one look at a cluster leaves', () => {
  it('what was found: conditions with their times, counts, location', () => {
    const { cluster, status } = judge(seenAs(ok));
    assert.equal(cluster.name, 'a');
    assert.deepEqual(
      status.conditions.map(({ type, status: holds, lastProbeTime }) => [
        type,
        holds,
        lastProbeTime,
      ]),
      [
        ['Ready', 'True', now],
        ['Offline', 'False', now],
        ['Withdrawn', 'False', now],
      ],
    );
    assert.deepEqual(status.probes, { failures: 0, silences: 0, successes: 1 });
    assert.deepEqual([status.zones, status.region], [['z'], 'r']);
  });

  it('the policy preserve leaves no condition about withdrawal', () => {
    const preserve = { withdrawal: { ...rules.withdrawal, policy: 'preserve' } as const };
    assert.equal(stateOf(judge(seenAs(ok), preserve), 'Withdrawn'), 'none');
  });
});

describe('a look out of turn', () => {
  const cluster = aCluster('a', { probes: counted(2, 2) });
  const table: readonly [string, ProbeResult, Cluster, boolean, ProbeRuns][] = [
    ['in turn a failure counts', silent, cluster, false, counted(3, 3)],
    ['out of turn it is told but not counted', silent, cluster, true, counted(2, 2)],
    [
      'what is well counts whenever it is seen',
      ok,
      cluster,
      true,
      { ...counted(0, 0), successes: 1 },
    ],
    ['the first look counts whatever it finds', unwell, aCluster('a'), true, counted(1, 0)],
  ];
  for (const [title, probe, seen, outOfTurn, probes] of table) {
    it(title, () => {
      const { status } = judge(seenAs(probe, { cluster: seen }), { outOfTurn });
      assert.deepEqual(status.probes, probes);
    });
  }
});

describe('looks at the published addresses', () => {
  const table: readonly [string, Seen, readonly string[]][] = [
    [
      'count while the API is silent',
      seenAs(silent, { cluster: nearlyDark(), evidence: 'fails' }),
      ['fails', 'fails'],
    ],
    [
      'count while it could not be asked',
      seenAs(unasked, { cluster: nearlyDark(), evidence: 'fails' }),
      ['fails', 'fails'],
    ],
    ['are forgotten once it is well', seenAs(ok, { cluster: nearlyDark(), evidence: 'fails' }), []],
    [
      'are forgotten once it answers at all',
      seenAs(unwell, { cluster: nearlyDark(), evidence: 'fails' }),
      [],
    ],
    ['that prove nothing change nothing', seenAs(silent, { cluster: nearlyDark() }), ['fails']],
    ['there are none at first', seenAs(silent), []],
    [
      'are as many as the settings keep',
      seenAs(silent, {
        cluster: nearlyDark({ dataPlane: ['answers', 'fails', 'fails'] }),
        evidence: 'fails',
      }),
      ['fails', 'fails', 'fails'],
    ],
  ];
  for (const [title, seen, expected] of table) {
    it(title, () => assert.deepEqual(judge(seen).status.dataPlane, expected));
  }
});

describe('W7: which signal the API gives', () => {
  const dark = { cluster: nearlyDark(), evidence: 'fails' } as const;
  const table: readonly [string, Seen, string][] = [
    [
      'silent up to the threshold, with failing addresses: withdrawn',
      seenAs(silent, dark),
      'True DataPlaneFails',
    ],
    [
      'silent, but not for long',
      seenAs(silent, { ...dark, cluster: nearlyDark({ probes: counted(2, 1) }) }),
      'False ClusterReachable',
    ],
    ['an answer, however unwell', seenAs(unwell, dark), 'False ClusterReachable'],
    ['well', seenAs(ok, dark), 'False ClusterReachable'],
    ['not asked: nothing is known', seenAs(unasked, dark), 'False NoEvidence'],
    [
      'silent, with addresses that answer',
      seenAs(silent, { ...dark, evidence: 'answers' }),
      'False DataPlaneAnswers',
    ],
    [
      'silent, with addresses that could not be tried',
      seenAs(silent, { cluster: nearlyDark() }),
      'False NoEvidence',
    ],
    [
      'a cluster that leaves takes its addresses along anyway',
      seenAs(silent, { ...dark, cluster: nearlyDark({ deleting: true }) }),
      'none',
    ],
  ];
  for (const [title, seen, expected] of table) {
    it(title, () => assert.equal(stateOf(judge(seen), 'Withdrawn'), expected));
  }

  it('an answer out of turn is an answer, though it is not counted', () => {
    const cluster = nearlyDark({ probes: counted(3, 3) });
    const judged = judge(seenAs(unwell, { ...dark, cluster }), { outOfTurn: true });
    assert.deepEqual(judged.status.probes, counted(3, 3));
    assert.equal(stateOf(judged, 'Withdrawn'), 'False ClusterReachable');
  });

  it('a cluster that leaves is no part of the fleet that the breaker counts', () => {
    const leaving = seenAs(ok, { cluster: aCluster('b', { deleting: true }) });
    const one = seenAs(silent, dark);
    const [alone] = judgeFleet([one, leaving], rules, now);
    const [beside] = judgeFleet([one, seenAs(ok, { cluster: aCluster('b') })], rules, now);
    assert.ok(alone && beside);
    assert.equal(stateOf(alone, 'Withdrawn'), 'False BreakerHolds');
    assert.equal(stateOf(beside, 'Withdrawn'), 'True DataPlaneFails');
  });

  it('addresses that many depend on hold the breaker', () => {
    const held = judge(seenAs(silent, { ...dark, addresses: 9 }));
    assert.equal(stateOf(held, 'Withdrawn'), 'False BreakerHolds');
  });
});

describe('what follows for the Services', () => {
  it('a new cluster that is ready: all are planned, and the mark is stored once they were asked for', () => {
    const { change, status, planFor } = judge(seenAs(ok));
    assert.equal(change, 'became-available');
    assert.ok(!('plannedFor' in status));
    assert.deepEqual([planFor.available, planFor.withdrawn], [true, false]);
  });

  it('one that was never available: nobody counts on it, and the mark is stored', () => {
    const cluster = aCluster('a', { conditions: [] });
    const { change, status, planFor } = judge(seenAs(unwell, { cluster }));
    assert.equal(change, undefined);
    assert.deepEqual(status.plannedFor, planFor);
  });

  it('nothing new: the mark stands', () => {
    const { planFor } = judge(seenAs(ok));
    const again = judge(seenAs(ok, { cluster: aCluster('a', { plannedFor: planFor }) }));
    assert.equal(again.change, undefined);
    assert.deepEqual(again.status.plannedFor, planFor);
  });

  it('a change: the old mark stands until the Services were asked for', () => {
    const before = judge(seenAs(ok)).planFor;
    const cluster = aCluster('a', { plannedFor: before });
    const moved = judge(seenAs(ok, { cluster, location: { zones: ['z'], region: 'elsewhere' } }));
    assert.equal(moved.change, 'changed');
    assert.deepEqual(moved.status.plannedFor, before);
    assert.notEqual(moved.planFor.mark, before.mark);
  });
});
