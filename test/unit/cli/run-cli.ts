import type { CliContext } from '../../../lib/cli/command.ts';
import { run } from '../../../lib/cli/run.ts';

/** What a command line came to. */
export type CliResult = { readonly code: number; readonly out: string; readonly talk: string };

/** Runs a command line without a process; `given` replaces parts of its surroundings. */
export const runCli = async (
  line: readonly string[],
  given: Partial<CliContext> = {},
): Promise<CliResult> => {
  let out = '';
  let talk = '';
  const code = await run(line, {
    out: (text) => {
      out += text;
    },
    say: (text) => {
      talk += `${text}\n`;
    },
    readInput: () => Promise.resolve(''),
    randomBytes: (size) => new Uint8Array(size).fill(7),
    now: () => Date.parse('2026-03-01T10:00:00Z'),
    sleep: () => Promise.resolve(),
    environment: {},
    signal: new AbortController().signal,
    ...given,
  });
  return { code, out, talk };
};
