import type { Run } from './simulate.ts';

/** What many runs came to. */
export type Totals = {
  readonly seeds: number;
  readonly simulatedHours: number;
  readonly steps: number;
  readonly invocations: number;
  readonly faultsInjected: number;
  readonly faultsByKind: { readonly [kind: string]: number };
  readonly deadLetters: number;
  /** The longest time from the end of all troubles until everything had settled, in minutes. */
  readonly longestSettlingMinutes: number;
  readonly failedSeeds: readonly number[];
};

/** No runs yet. */
export const noRuns: Totals = {
  seeds: 0,
  simulatedHours: 0,
  steps: 0,
  invocations: 0,
  faultsInjected: 0,
  faultsByKind: {},
  deadLetters: 0,
  longestSettlingMinutes: 0,
  failedSeeds: [],
};

const hoursEach = 10;

/** The totals with one more run. */
export const withRun = (totals: Totals, run: Run): Totals => {
  const kinds = new Set([...Object.keys(totals.faultsByKind), ...Object.keys(run.injected)]);
  const byKind = [...kinds]
    .sort()
    .map((kind) => [kind, (totals.faultsByKind[kind] ?? 0) + (run.injected[kind] ?? 0)] as const);
  return {
    seeds: totals.seeds + 1,
    simulatedHours: totals.simulatedHours + hoursEach,
    steps: totals.steps + run.calls,
    invocations: totals.invocations + run.invocations,
    faultsInjected: byKind.reduce((sum, [, count]) => sum + count, 0),
    faultsByKind: Object.fromEntries(byKind),
    deadLetters: totals.deadLetters + run.deadLetters,
    longestSettlingMinutes: Math.max(
      totals.longestSettlingMinutes,
      (run.settledAfterMs ?? 0) / 60_000,
    ),
    failedSeeds:
      run.faults.length > 0 ? [...totals.failedSeeds, run.seed] : [...totals.failedSeeds],
  };
};
