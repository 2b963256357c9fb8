import { parseArgs } from 'node:util';
import { nearName } from '../../config/near-name.ts';
import type { Flag, Words } from '../command.ts';
import type { UsageError } from './usage-error.ts';

/** Puts a reason into the words of the program that was called. */
export type Refuse = (reason: string) => UsageError;

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
 * Reads the words of a command line. Throws what `refused` makes of the reason for a flag that is unknown, stands twice, lacks its
 * value or has one that it takes not.
 */
export const readWords = (
  args: readonly string[],
  flags: readonly Flag[],
  refused: Refuse,
): Words => {
  const values = new Map<string, string>();
  const positionals: string[] = [];
  for (const token of readTokens(args, flags)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = findFlag(token, flags, refused);
    if (values.has(flag.name)) throw refused(`--${flag.name} stands twice`);
    values.set(flag.name, wordOf(token, flag, refused));
  }
  return {
    positionals,
    has: (flag) => values.has(flag),
    value: (flag) => values.get(flag),
  };
};

const findFlag = (
  { name, rawName }: OptionToken,
  flags: readonly Flag[],
  refused: Refuse,
): Flag => {
  const flag = flags.find((each) => each.name === name);
  if (flag !== undefined && rawName.startsWith('--')) return flag;
  const near = nearName(
    name,
    flags.map((each) => each.name),
  );
  const hint = near === undefined ? '--help lists them' : `did you mean --${near}?`;
  throw refused(`${rawName} is no flag of it; ${hint}`);
};

const wordOf = (token: OptionToken, flag: Flag, refused: Refuse): string => {
  if (flag.value === undefined) {
    if (token.value === undefined) return '';
    throw refused(`--${flag.name} takes no value`);
  }
  const { value } = token;
  if (typeof value !== 'string' || value === '')
    throw refused(`--${flag.name} needs a value, ${flag.value}`);
  // The next flag was taken for a value that was forgotten.
  if (!token.inlineValue && value.startsWith('-'))
    throw refused(
      `--${flag.name} needs a value, ${flag.value}; write --${flag.name}=${value} if that is it`,
    );
  if (flag.choices && !flag.choices.includes(value))
    throw refused(`--${flag.name} is one of ${flag.choices.join(', ')}`);
  return value;
};
