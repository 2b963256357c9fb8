import type { Command, Flag } from '../command.ts';

/** The line that shows how a command is called. */
export const usageLine = ({ name, positionals, flags }: Command): string =>
  ['Usage: npx seamark', name, ...positionals, ...(flags.length > 0 ? ['[flags]'] : [])].join(' ');

const codes = [
  'Data goes to standard output, everything else to standard error. Exit codes: 0 done, 1 something',
  'failed, 2 a command line that cannot be meant, 130 stopped by Ctrl-C.',
];

/** The text of `seamark --help`. */
export const overview = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return text([
    'Usage: npx seamark <command> [flags]',
    '',
    'What an operator does beside the deployment.',
    '',
    ...lines,
    '',
    'npx seamark <command> --help tells more of one command; --version tells the version.',
    '',
    ...codes,
  ]);
};

/** The text of `seamark <command> --help`. */
export const commandHelp = (command: Command): string => {
  return text([
    usageLine(command),
    '',
    `${command.summary}.`,
    '',
    ...flagLines(command.flags),
    '',
    ...command.detail,
    '',
    ...codes,
  ]);
};

/** The lines of `--help` that tell the flags, itself among them. */
export const flagLines = (given: readonly Flag[]): readonly string[] => {
  const flags = [...given, { name: 'help', summary: 'this text' }];
  const heads = flags.map(headOf);
  const width = Math.max(...heads.map((head) => head.length));
  return flags.map(({ summary }, at) => `  ${(heads[at] ?? '').padEnd(width)}  ${summary}`);
};

const headOf = ({ name, value }: Flag): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
