import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** What a process came to. */
export type ProcessEnd = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** How a process is run. */
export type ProcessOptions = {
  /** Variables besides those of this process. */
  readonly env?: { readonly [name: string]: string };
  /** Ends it by Ctrl-C as soon as it has said this, on standard error. */
  readonly interruptAt?: string;
};

/** Runs a program of the project to its end, from the root of the project. */
export const runProcess = async (
  program: string,
  words: readonly string[],
  { env = {}, interruptAt }: ProcessOptions = {},
): Promise<ProcessEnd> => {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let interrupted = false;
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (interrupted || interruptAt === undefined || !said.includes(interruptAt)) return;
    interrupted = true;
    child.kill('SIGINT');
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
};

/** Runs it while nobody reads its output, as `… | true` does. */
export const runUnread = async (
  program: string,
  words: readonly string[],
): Promise<Omit<ProcessEnd, 'stdout'>> => {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, stderr };
};
