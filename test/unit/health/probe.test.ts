import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeHealthz, type ProbeResult } from '../../../lib/core/health/judge-healthz.ts';
import {
  type ClusterState,
  probeStates,
  withTimes,
} from '../../../lib/core/health/probe-conditions.ts';
import { countProbe } from '../../../lib/core/health/probe-runs.ts';
import { type ClusterCondition, isReady, type ProbeRuns } from '../../../lib/core/model/cluster.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

const topic = 'cluster-health';
const thresholds = { failures: 3, successes: 1 };
const now = '2026-01-05T10:00:00Z';
const before = '2026-01-01T00:00:00Z';
const silent: ProbeResult = { kind: 'silent', message: 'no answer' };
const unwell: ProbeResult = { kind: 'unwell', message: 'sick' };

/** Looks one after the other, each told by the conditions of the one before. */
const lookAgainAndAgain = (results: readonly ProbeResult[], limits = thresholds) => {
  let stored: readonly ClusterCondition[] = [];
  let runs: ProbeRuns | undefined;
  return results.map((result) => {
    runs = countProbe(result, runs, limits);
    stored = withTimes(probeStates({ result, runs }, stored, limits), stored, now);
    return stored.map(({ type, status }) => `${type} ${status}`).join(', ');
  });
};

const judge = (result: ProbeResult): readonly ClusterState[] =>
  probeStates({ result, runs: countProbe(result, undefined, thresholds) }, [], thresholds);

describe('what a probe says', () => {
  type Healthz = { readonly status?: number; readonly body?: string; readonly error?: string };
  type Expect = {
    readonly conditions?: readonly Partial<ClusterState>[];
    readonly Ready?: string;
    readonly Offline?: string;
  };
  it('K10: a cluster whose certificate is not checked is told so, and is ready', () => {
    const [ready] = judge(judgeHealthz({ httpStatus: 200, body: 'ok', unverified: true }));
    assert.equal(ready?.status, 'True');
    assert.match(ready.message, /^\/healthz responded with ok; its certificate is not checked/);
  });

  const cases = readVectors<{ readonly healthz: Healthz }, Expect>(topic, 'probe');
  for (const one of cases.filter(({ name }) => isApplicable(topic, name))) {
    it(`W36, W39: ${one.name}`, () => {
      const { status, body = '', error } = one.given.healthz;
      const states = judge(
        status === undefined
          ? { kind: 'silent', message: error ?? '' }
          : judgeHealthz({ httpStatus: status, body }),
      );
      assert.deepEqual(
        states.map(({ type }) => type),
        ['Ready', 'Offline'],
      );
      const { conditions = [], Ready, Offline } = wanted(one);
      const asked: readonly Partial<ClusterState>[] = [
        ...conditions,
        ...(Ready === 'True' ? [{ type: 'Ready', status: 'True' } as const] : []),
        ...(Offline === 'False' ? [{ type: 'Offline', status: 'False' } as const] : []),
      ];
      assert.ok(asked.length > 0);
      for (const want of asked) {
        const state = states.find(({ type }) => type === want.type);
        const { message = '', ...rest } = want;
        assert.partialDeepStrictEqual(state, rest);
        // The original's words come first; what was seen may follow.
        assert.ok(state?.message.startsWith(message), state?.message);
      }
    });
  }

  it('a cluster that could not be asked is neither reachable nor not', () => {
    const states = judge({ kind: 'unasked', message: 'no Secret' });
    assert.deepEqual(
      states.map(({ type, status, reason }) => `${type} ${status} ${reason}`),
      ['Ready Unknown ClusterNotAsked', 'Offline Unknown ClusterNotAsked'],
    );
  });
});

describe('which clusters are ready', () => {
  type Given = { readonly conditions: readonly Pick<ClusterCondition, 'type' | 'status'>[] };
  for (const one of readVectors<Given, { readonly ready: boolean }>(topic, 'is-ready')) {
    it(one.name, () => {
      const conditions = one.given.conditions.map(stamped);
      assert.equal(isReady({ conditions }), wanted(one).ready);
    });
  }
});

const stamped = (
  condition: Pick<ClusterCondition, 'type' | 'status'> & Partial<ClusterCondition>,
): ClusterCondition => ({
  reason: '',
  message: '',
  lastProbeTime: before,
  lastTransitionTime: before,
  ...condition,
});

describe('since when a condition holds', () => {
  type Given = {
    readonly oldConditions: readonly ClusterState[];
    readonly newConditions: readonly ClusterState[];
  };
  type Expect = { readonly keepsOldTransitionTimes: boolean };
  for (const one of readVectors<Given, Expect>(topic, 'transition-time')) {
    it(`W39: ${one.name}`, () => {
      const { oldConditions, newConditions } = one.given;
      const found = withTimes(newConditions, oldConditions.map(stamped), now);
      const kept = found.every(({ lastTransitionTime }) => lastTransitionTime === before);
      assert.equal(kept, wanted(one).keepsOldTransitionTimes);
    });
  }

  it('W39: the place in the list means nothing', () => {
    const stored = withTimes(judge({ kind: 'ok' }), [], before).toReversed();
    const again = withTimes(judge(unwell), stored, now);
    assert.deepEqual(
      again.map(({ type, lastTransitionTime }) => `${type} ${lastTransitionTime}`),
      [`Ready ${now}`, `Offline ${before}`],
    );
  });
});

describe('how many looks it takes', () => {
  type Times = {
    readonly Ready: ClusterCondition['status'];
    readonly lastProbeTime: string;
    readonly lastTransitionTime: string;
  };
  type Given = {
    readonly failureThreshold: number;
    readonly successThreshold: number;
    readonly probe: Times;
    readonly stored: { readonly status: Times | null };
  };
  // KubeFed counted rounds with the same reported state; here failing looks count, of which the tables' clusters had so many before.
  const failuresBefore: { readonly [name: string]: number } = {
    'threshold/ClusterNotReadyButWithinFailureThreshold': 1,
    'threshold/ClusterNotReadyAndCrossedFailureThreshold': 2,
    'threshold/ClusterReturnToReadyState': 3,
  };
  for (const one of readVectors<Given, { readonly status: Times }>(topic, 'threshold')) {
    it(`W36: ${one.name}`, () => {
      const { failureThreshold, successThreshold, probe, stored } = one.given;
      const limits = { failures: failureThreshold, successes: successThreshold };
      const result: ProbeResult = probe.Ready === 'True' ? { kind: 'ok' } : unwell;
      const failures = failuresBefore[one.name] ?? 0;
      const runs = countProbe(result, { failures, silences: 0, successes: 0 }, limits);
      const { status } = stored;
      const old: readonly ClusterCondition[] = status
        ? [stamped({ type: 'Ready', ...status, status: status.Ready })]
        : [];
      const states = probeStates({ result, runs }, old, limits);
      const [ready] = withTimes(states, old, probe.lastProbeTime);
      assert.ok(ready);
      const { lastProbeTime, lastTransitionTime } = ready;
      assert.deepEqual(
        { Ready: ready.status, lastProbeTime, lastTransitionTime },
        wanted(one).status,
      );
    });
  }

  it('W36, F01: silence is told at once and believed at the third look; one answer ends it', () => {
    assert.deepEqual(lookAgainAndAgain([{ kind: 'ok' }, silent, silent, silent, { kind: 'ok' }]), [
      'Ready True, Offline False',
      'Ready True, Offline Unknown',
      'Ready True, Offline Unknown',
      'Ready Unknown, Offline True',
      'Ready True, Offline False',
    ]);
  });

  it('W36: only looks in a row count', () => {
    const flapping = [{ kind: 'ok' } as const, silent, unwell, { kind: 'ok' } as const];
    const seen = lookAgainAndAgain([...flapping, ...flapping, ...flapping]);
    assert.ok(seen.every((look) => look.startsWith('Ready True')));
  });

  it('W36: an answer that is no ok is no silence', () => {
    assert.deepEqual(lookAgainAndAgain([{ kind: 'ok' }, unwell, unwell, unwell, silent]), [
      'Ready True, Offline False',
      'Ready True, Offline False',
      'Ready True, Offline False',
      'Ready False, Offline False',
      'Ready Unknown, Offline Unknown',
    ]);
  });

  it('coming back may take more than one look', () => {
    const limits = { failures: 1, successes: 2 };
    const looks: readonly ProbeResult[] = [{ kind: 'ok' }, unwell, { kind: 'ok' }, { kind: 'ok' }];
    assert.deepEqual(lookAgainAndAgain(looks, limits), [
      'Ready True, Offline False',
      'Ready False, Offline False',
      'Ready False, Offline False',
      'Ready True, Offline False',
    ]);
  });

  it('no count goes beyond its threshold, so that a cluster that stays as it is costs no writes', () => {
    const often = Array.from({ length: 9 }, () => silent);
    const runs = often.reduce<ProbeRuns | undefined>(
      (counted, result) => countProbe(result, counted, thresholds),
      undefined,
    );
    assert.deepEqual(runs, { failures: 3, silences: 3, successes: 0 });
  });
});
