import type { Command, Words } from '../command.ts';
import { type Refuse, readWords } from './read-words.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads the words after a verb. Throws `UsageError` for a flag that is unknown, stands twice, lacks its value or has one that it takes
 * not, and for too many words or too few.
 */
export const parseWords = (args: readonly string[], command: Command): Words => {
  const refused: Refuse = (reason) =>
    new UsageError(`Cannot run seamark ${command.name}: ${reason}`);
  const words = readWords(args, command.flags, refused);
  checkCount(words.positionals, command.positionals, refused);
  return words;
};

const checkCount = (
  positionals: readonly string[],
  wanted: readonly string[],
  refused: Refuse,
): void => {
  const missing = wanted[positionals.length];
  if (missing !== undefined) throw refused(`${missing} is missing`);
  const extra = positionals[wanted.length];
  if (extra !== undefined) throw refused(`"${extra}" is one word too many`);
};
