import { arch, availableParallelism, cpus, loadavg } from 'node:os';
import type { Findings, Target } from './bench.ts';

/** A target and how far it was kept. */
type Judged = Target & { readonly figure: number; readonly kept: boolean };

/** What a bench found, and all that is needed to find it again. */
export type Report = Omit<Findings, 'targets'> & {
  readonly bench: string;
  readonly command: string;
  readonly seed: number;
  /** ISO 8601. */
  readonly at: string;
  readonly machine: {
    readonly node: string;
    readonly architecture: string;
    readonly processor: string;
    readonly cores: number;
    /** Processes that wanted to run during the last minute, on average. */
    readonly load: number;
  };
  readonly targets: readonly Judged[];
};

/** Puts findings in their circumstances, and judges them. */
export const reportOf = (
  findings: Findings,
  told: Pick<Report, 'bench' | 'command' | 'seed'>,
  now: number,
): Report => ({
  ...told,
  at: new Date(now).toISOString(),
  machine: {
    node: process.version,
    architecture: arch(),
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    load: loadavg()[0] ?? 0,
  },
  ...findings,
  targets: findings.targets.map((target) => judge(target, findings)),
});

const judge = (target: Target, { rows }: Findings): Judged => {
  const figure = rows.find(({ name }) => name === target.row)?.figures[target.column];
  if (figure === undefined) {
    throw new Error(`Cannot judge ${target.row}: its ${target.column} was not measured`);
  }
  const kept = 'atMost' in target ? figure <= target.atMost : figure >= target.atLeast;
  return { ...target, figure, kept };
};
