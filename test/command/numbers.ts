import type { Words } from '../../lib/cli/command.ts';
import { UsageError } from '../../lib/cli/words/usage-error.ts';

/** The numbers that a flag takes, both ends included. */
export type Range = { readonly least: number; readonly most?: number };

const refused = (flag: string, text: string, wanted: string): UsageError =>
  new UsageError(`Cannot use ${JSON.stringify(text.slice(0, 40))} as --${flag}: give ${wanted}`);

/** The whole number that a flag has; undefined where it does not stand. Throws `UsageError` for anything else, and for numbers that JavaScript rounds. */
export const wholeNumber = (
  words: Words,
  flag: string,
  { least, most = Number.MAX_SAFE_INTEGER }: Range,
): number | undefined => {
  const text = words.value(flag);
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw refused(flag, text, `a whole number from ${least} to ${most}`);
};

const mostMinutes = 1_000_000;

/** The minutes of `--minutes`, in milliseconds; undefined where it does not stand. Throws `UsageError` for anything else. */
export const minutesMs = (words: Words): number | undefined => {
  const text = words.value('minutes');
  if (text === undefined) return undefined;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (value > 0 && value <= mostMinutes) return value * 60_000;
  throw refused('minutes', text, `a number above 0, and up to ${mostMinutes}`);
};

/** Throws `UsageError` if two flags stand of which one makes the other pointless. */
export const refuseTogether = (words: Words, flag: string, others: readonly string[]): void => {
  const other = others.find((each) => words.has(each));
  if (words.has(flag) && other !== undefined)
    throw new UsageError(`Cannot use --${flag} and --${other} together: leave one out`);
};
