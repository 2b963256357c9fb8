import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeHealthz, type ProbeResult } from '../../../lib/core/health/judge-healthz.ts';
import { probeStates } from '../../../lib/core/health/probe-conditions.ts';
import { countProbe } from '../../../lib/core/health/probe-runs.ts';
import type { ClusterCondition, ProbeRuns } from '../../../lib/core/model/cluster.ts';

const thresholds = { failures: 3, successes: 1 };
const silent: ProbeResult = { kind: 'silent', message: 'no answer' };
const unwell: ProbeResult = { kind: 'unwell', message: 'sick' };

const stamped = (condition: Pick<ClusterCondition, 'type' | 'status'>): ClusterCondition => ({
  reason: '',
  message: '',
  lastProbeTime: '2026-01-05T10:00:00Z',
  lastTransitionTime: '2026-01-05T10:00:00Z',
  ...condition,
});

describe('what a person reads of a look', () => {
  const told = (result: ProbeResult, stored: readonly ClusterCondition[], runs: ProbeRuns) =>
    probeStates({ result, runs }, stored, { failures: 3, successes: 2 }).map(
      ({ status, reason, message }) => `${status} ${reason}: ${message}`,
    );
  const were = (ready: ClusterCondition['status'], offline: ClusterCondition['status']) => [
    stamped({ type: 'Ready', status: ready }),
    stamped({ type: 'Offline', status: offline }),
  ];
  const counts = (failures: number, silences: number, successes = 0): ProbeRuns => ({
    failures,
    silences,
    successes,
  });
  const reachable = 'False ClusterReachable: cluster is reachable';
  const well = 'True ClusterReady: /healthz responded with ok';
  const silence = 'cluster is not reachable: no answer';
  const notAsked = 'Unknown ClusterNotAsked: cluster was not asked: no Secret';
  const table: readonly [string, readonly string[], readonly string[]][] = [
    ['well, at first', told({ kind: 'ok' }, [], counts(0, 0, 1)), [well, reachable]],
    [
      'well as before',
      told({ kind: 'ok' }, were('True', 'False'), counts(0, 0, 1)),
      [well, reachable],
    ],
    [
      'recovering',
      told({ kind: 'ok' }, were('False', 'False'), counts(0, 0, 1)),
      ['False ClusterRecovering: /healthz responded with ok (look 1 of 2)', reachable],
    ],
    ['recovered', told({ kind: 'ok' }, were('False', 'False'), counts(0, 0, 2)), [well, reachable]],
    [
      'unwell, not for long',
      told(unwell, were('True', 'False'), counts(2, 0)),
      ['True ClusterReady: sick (look 2 of 3)', reachable],
    ],
    [
      'unwell',
      told(unwell, were('True', 'False'), counts(3, 0)),
      ['False ClusterNotReady: sick', reachable],
    ],
    [
      'silent, not for long',
      told(silent, were('True', 'False'), counts(1, 1)),
      [
        `True ClusterReady: ${silence} (look 1 of 3)`,
        `Unknown ClusterNotReachable: ${silence} (look 1 of 3)`,
      ],
    ],
    [
      'silent',
      told(silent, were('True', 'Unknown'), counts(3, 3)),
      [`Unknown ClusterNotReachable: ${silence}`, `True ClusterNotReachable: ${silence}`],
    ],
    [
      'F01: offline stays offline, however the count came to be',
      told(silent, were('Unknown', 'True'), counts(3, 1)),
      [`Unknown ClusterNotReachable: ${silence}`, `True ClusterNotReachable: ${silence}`],
    ],
    [
      'not asked',
      told({ kind: 'unasked', message: 'no Secret' }, were('False', 'False'), counts(3, 0)),
      [notAsked, notAsked],
    ],
  ];
  for (const [title, found, expected] of table) {
    it(title, () => assert.deepEqual(found, expected));
  }

  const answers: readonly [number, string, string | undefined][] = [
    [200, 'ok', undefined],
    [299, ' OK\n', undefined],
    [300, 'ok', '/healthz responded without ok: status 300'],
    [199, 'ok', '/healthz responded without ok: status 199'],
    [500, 'ok', '/healthz responded without ok: status 500'],
    [200, 'not ok', '/healthz responded without ok'],
  ];
  for (const [httpStatus, body, message] of answers) {
    it(`${httpStatus} with the body ${JSON.stringify(body)}`, () => {
      const expected = message === undefined ? { kind: 'ok' } : { kind: 'unwell', message };
      assert.deepEqual(judgeHealthz({ httpStatus, body }), expected);
    });
  }
});

describe('which looks count together', () => {
  const runs = { failures: 1, silences: 1, successes: 0 };
  const table: readonly [ProbeResult, ProbeRuns][] = [
    [{ kind: 'ok' }, { failures: 0, silences: 0, successes: 1 }],
    [unwell, { failures: 2, silences: 0, successes: 0 }],
    [silent, { failures: 2, silences: 2, successes: 0 }],
    [
      { kind: 'unasked', message: 'no Secret' },
      { failures: 2, silences: 1, successes: 0 },
    ],
  ];
  for (const [result, expected] of table) {
    it(`${result.kind} after a silent one`, () => {
      assert.deepEqual(countProbe(result, runs, thresholds), expected);
    });
  }

  it('a threshold that was lowered holds for what was counted before, too', () => {
    const before = { failures: 9, silences: 9, successes: 0 };
    const unasked: ProbeResult = { kind: 'unasked', message: 'no Secret' };
    assert.deepEqual(countProbe(unasked, before, thresholds), {
      failures: 3,
      silences: 3,
      successes: 0,
    });
  });
});
