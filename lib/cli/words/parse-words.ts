import { parseArgs } from 'node:util';
import { nearName } from '../../config/near-name.ts';
import type { Command, Flag, Words } from '../command.ts';
import { UsageError } from './usage-error.ts';

type Token = NonNullable<ReturnType<typeof readTokens>>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

const readTokens = (args: readonly string[], flags: readonly Flag[]) =>
  parseArgs({
    args: [...args],
    options: Object.fromEntries(
      flags.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;

/**
 * Reads the words after a verb. Throws `UsageError` for a flag that is unknown, stands twice, lacks its value or has one that it takes
 * not, and for too many words or too few.
 */
export const parseWords = (args: readonly string[], command: Command): Words => {
  const values = new Map<string, string>();
  const positionals: string[] = [];
  for (const token of readTokens(args, command.flags)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = findFlag(token, command);
    if (values.has(flag.name)) throw refused(command, `--${flag.name} stands twice`);
    values.set(flag.name, wordOf(token, flag, command));
  }
  checkCount(positionals, command);
  return {
    positionals,
    has: (flag) => values.has(flag),
    value: (flag) => values.get(flag),
  };
};

const findFlag = ({ name, rawName }: OptionToken, command: Command): Flag => {
  const flag = command.flags.find((each) => each.name === name);
  if (flag !== undefined && rawName.startsWith('--')) return flag;
  const near = nearName(
    name,
    command.flags.map((each) => each.name),
  );
  const hint = near === undefined ? '--help lists them' : `did you mean --${near}?`;
  throw refused(command, `${rawName} is no flag of it; ${hint}`);
};

const wordOf = (token: OptionToken, flag: Flag, command: Command): string => {
  if (flag.value === undefined) {
    if (token.value === undefined) return '';
    throw refused(command, `--${flag.name} takes no value`);
  }
  const { value } = token;
  if (typeof value !== 'string' || value === '')
    throw refused(command, `--${flag.name} needs a value, ${flag.value}`);
  // The next flag was taken for a value that was forgotten.
  if (!token.inlineValue && value.startsWith('-'))
    throw refused(
      command,
      `--${flag.name} needs a value, ${flag.value}; write --${flag.name}=${value} if that is it`,
    );
  if (flag.choices && !flag.choices.includes(value))
    throw refused(command, `--${flag.name} is one of ${flag.choices.join(', ')}`);
  return value;
};

const checkCount = (positionals: readonly string[], command: Command): void => {
  const wanted = command.positionals;
  const missing = wanted[positionals.length];
  if (missing !== undefined) throw refused(command, `${missing} is missing`);
  const extra = positionals[wanted.length];
  if (extra !== undefined) throw refused(command, `"${extra}" is one word too many`);
};

const refused = ({ name }: Command, reason: string): UsageError =>
  new UsageError(`Cannot run seamark ${name}: ${reason}`);
