import type { MutantResult } from '@stryker-mutator/api/core';

/** How many mutants came to what. */
export type Score = {
  readonly mutants: number;
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  /** Reached by no test. */
  readonly unreached: number;
  /** Those that make no program, which count for nothing. */
  readonly invalid: number;
  /** Killed or timed out, of all that are valid, in percent. */
  readonly percent: number;
};

/** Counts the results of some mutants. */
export const scoreOf = (results: readonly Pick<MutantResult, 'status'>[]): Score => {
  const count = (...statuses: readonly MutantResult['status'][]): number =>
    results.filter(({ status }) => statuses.includes(status)).length;
  const killed = count('Killed');
  const timedOut = count('Timeout');
  const survived = count('Survived');
  const unreached = count('NoCoverage');
  const valid = killed + timedOut + survived + unreached;
  return {
    mutants: results.length,
    killed,
    timedOut,
    survived,
    unreached,
    invalid: results.length - valid,
    percent: valid === 0 ? 100 : ((killed + timedOut) / valid) * 100,
  };
};

const heads = ['', 'mutants', 'killed', 'timed out', 'survived', 'unreached', 'score'];

const cells = (name: string, score: Score): readonly string[] => [
  name,
  ...[score.mutants, score.killed, score.timedOut, score.survived, score.unreached].map(String),
  `${score.percent.toFixed(1)} %`,
];

/** Scores of rooms and their sum, as a table for people. */
export const scoreTable = (rooms: readonly (readonly [string, Score])[], sum: Score): string => {
  const rows = [heads, ...rooms.map(([name, score]) => cells(name, score)), cells('all', sum)];
  const widths = heads.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const layOut = (cell: string, index: number): string =>
    index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0);
  return rows.map((row) => row.map(layOut).join('  ').trimEnd()).join('\n');
};
