import type { MutantResult } from '@stryker-mutator/api/core';

/** A mutant as people read it, and as it is known again when the lines around it move. */
export type ToldMutant = {
  /** The file, from lib/core on. */
  readonly file: string;
  /** The line that it begins in, without indentation. */
  readonly line: string;
  /** What stands there, and what the mutant puts in its place; long texts are cut in the middle. */
  readonly change: string;
};

const longest = 60;

const short = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= longest) return flat;
  return `${flat.slice(0, longest / 2)} … ${flat.slice(-longest / 2)}`;
};

/** The source from one place to another; Stryker counts lines and columns from 1. */
const between = (lines: readonly string[], { start, end }: MutantResult['location']): string => {
  const [first = '', ...others] = lines.slice(start.line - 1, end.line);
  if (others.length === 0) return first.slice(start.column - 1, end.column - 1);
  const last = others.pop() ?? '';
  return [first.slice(start.column - 1), ...others, last.slice(0, end.column - 1)].join('\n');
};

/** How a mutant is told. `source` is the file that it was made in. */
export const toldMutant = (mutant: MutantResult, file: string, source: string): ToldMutant => {
  const lines = source.split('\n');
  const was = short(between(lines, mutant.location));
  return {
    file,
    line: lines[mutant.location.start.line - 1]?.trim() ?? '',
    change: `${was} => ${short(mutant.replacement)}`,
  };
};

/** Whether two mutants are told alike. */
export const sameMutant = (one: ToldMutant, other: ToldMutant): boolean =>
  one.file === other.file && one.line === other.line && one.change === other.change;
