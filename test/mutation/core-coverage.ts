import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** How much of something was reached. */
export type Reached = { readonly reached: number; readonly all: number };

/** Coverage as node:test counts it. */
export type Coverage = {
  readonly lines: Reached;
  readonly branches: Reached;
  readonly functions: Reached;
};

/** Sums the counters of an lcov report over some of its files. */
export const readLcov = (text: string, files: readonly string[]): Coverage => {
  const counts = new Map<string, number>();
  let counted = false;
  for (const line of text.split('\n')) {
    const [key = '', value = ''] = line.split(':', 2);
    if (key === 'SF') counted = files.includes(value);
    if (counted) counts.set(key, (counts.get(key) ?? 0) + Number(value));
  }
  const reached = (hit: string, found: string): Reached => ({
    reached: counts.get(hit) ?? 0,
    all: counts.get(found) ?? 0,
  });
  return {
    lines: reached('LH', 'LF'),
    branches: reached('BRH', 'BRF'),
    functions: reached('FNH', 'FNF'),
  };
};

/** What is asked of {@link measureCoverage}. */
export type CoverageRun = {
  readonly tests: readonly string[];
  /** The files whose coverage counts. */
  readonly files: readonly string[];
  /** Where the lcov report goes. */
  readonly report: string;
};

/**
 * Runs tests under node:test, all in one process, and tells how much of some files they reach.
 *
 * @throws Error with what node:test printed, if a test fails.
 */
export const measureCoverage = ({ tests, files, report }: CoverageRun): Coverage => {
  mkdirSync(dirname(report), { recursive: true });
  const include = files.map((file) => `--test-coverage-include=${file}`);
  const reporters = [
    '--test-reporter=lcov',
    `--test-reporter-destination=${report}`,
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
  ];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--test',
      '--test-isolation=none',
      '--experimental-test-coverage',
      ...include,
      ...reporters,
      ...tests,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`Cannot measure coverage: a test fails\n${stdout}${stderr}`);
  return readLcov(readFileSync(report, 'utf8'), files);
};
