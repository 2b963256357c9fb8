import { readFile } from 'node:fs/promises';
import { nearName } from '../config/near-name.ts';
import { harmlessText } from '../core/model/harmless-text.ts';
import { auditConfigCommand } from './audit-config/command.ts';
import type { CliContext, Command } from './command.ts';
import { joinCommand } from './join/command.ts';
import { leaveCommand } from './leave/command.ts';
import { manifestsCommand } from './manifests/command.ts';
import { commandHelp, overview, usageLine } from './words/help.ts';
import { parseWords } from './words/parse-words.ts';
import { UsageError } from './words/usage-error.ts';

/** All verbs, in the order in which they are needed. */
const commands: readonly Command[] = [
  manifestsCommand,
  joinCommand,
  leaveCommand,
  auditConfigCommand,
];

const failed = 1;
const misused = 2;
/** As a shell reports a program that Ctrl-C ended: 128 and the number of SIGINT. */
const interrupted = 130;

/** Runs one command line; returns its exit code and rejects for nothing. Talk is harmless to terminals, whatever a server says. */
export const run = async (args: readonly string[], given: CliContext): Promise<number> => {
  const context = { ...given, say: (line: string) => given.say(harmlessText(line)) };
  const [name, ...rest] = args;
  if (name === undefined) {
    for (const line of overview(commands).trimEnd().split('\n')) context.say(line);
    return misused;
  }
  if (isHelp(name)) {
    context.out(overview(commands));
    return 0;
  }
  if (name === '--version') {
    context.out(`seamark ${await version()}\n`);
    return 0;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined) return unknown(name, context);
  if (rest.some(isHelp)) {
    context.out(commandHelp(command));
    return 0;
  }
  return perform(command, rest, context);
};

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

const unknown = (name: string, { say }: CliContext): number => {
  const names = commands.map((command) => command.name);
  const near = nearName(name, names);
  const hint = near === undefined ? `there are ${names.join(', ')}` : `did you mean ${near}?`;
  say(`Cannot run seamark ${JSON.stringify(name)}: no such command; ${hint}`);
  return misused;
};

const perform = async (
  command: Command,
  args: readonly string[],
  context: CliContext,
): Promise<number> => {
  try {
    return await command.run(parseWords(args, command), context);
  } catch (error) {
    if (context.signal.aborted) {
      context.say('Stopped');
      return interrupted;
    }
    context.say(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return failed;
    context.say(usageLine(command));
    return misused;
  }
};

const version = async (): Promise<string> => {
  const file = new URL('../../package.json', import.meta.url);
  // The cast trusts the project's own manifest.
  const { version: found } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return found;
};
