import type { ProbeRuns } from '../model/cluster.ts';
import type { ProbeResult } from './judge-healthz.ts';

/** Looks in a row that it takes to change what is said of a cluster. */
export type Thresholds = { readonly failures: number; readonly successes: number };

const none: ProbeRuns = { failures: 0, silences: 0, successes: 0 };

/**
 * Counts one more look. Only looks in a row count, and none beyond its threshold, so that the status of a cluster that stays as it is
 * stays too (W36; KubeFed counted rounds of the same reported state).
 */
export const countProbe = (
  result: ProbeResult,
  before: ProbeRuns = none,
  thresholds: Thresholds,
): ProbeRuns => {
  const failures = Math.min(before.failures + 1, thresholds.failures);
  switch (result.kind) {
    case 'ok':
      return { ...none, successes: Math.min(before.successes + 1, thresholds.successes) };
    case 'unwell':
      return { ...none, failures };
    case 'unasked':
      return { failures, silences: Math.min(before.silences, failures), successes: 0 };
    case 'silent':
      return {
        failures,
        silences: Math.min(before.silences + 1, thresholds.failures),
        successes: 0,
      };
  }
};
