import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A program that runs beside this process, and never outlives it. */
export type Program = {
  readonly isRunning: () => boolean;
  /** Resolves when it is gone, for whatever reason. */
  readonly ended: Promise<void>;
  /** The last lines that it logged. */
  readonly lastLines: () => Promise<string>;
  /** Ends it at once; resolves when it is gone. */
  readonly kill: () => Promise<void>;
};

/** What is started. */
export type ProgramStart = {
  readonly file: string;
  readonly args: readonly string[];
  /** Receives what it writes; made anew at each start. */
  readonly logFile: string;
};

/**
 * Runs a program and kills it when standard input ends, which is also what happens when the process that started it dies in
 * whatever way. The loop's own child is out of the log, so that nothing waits for it.
 */
const lifeline = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
{ cat <&3; kill -KILL "$program"; } >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$program"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;
const linesTold = 12;
const restartPauseMs = 500;

/** Starts a program in a session of its own, so that Ctrl-C reaches the sandbox alone, which then ends it. */
export const startProgram = async ({ file, args, logFile }: ProgramStart): Promise<Program> => {
  const log = await open(logFile, 'w', 0o600);
  const child = spawn('/bin/sh', ['-c', lifeline, 'sh', file, ...args], {
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
  });
  const ended = once(child, 'exit').then(
    () => undefined,
    () => undefined,
  );
  // A program that is gone makes writing to it an error, and nothing is ever written.
  child.stdin?.on('error', () => undefined);
  try {
    await once(child, 'spawn');
  } finally {
    await log.close();
  }
  return {
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    lastLines: async () => {
      const text = await readFile(logFile, 'utf8').catch(() => '');
      return text.trimEnd().split('\n').slice(-linesTold).join('\n');
    },
    kill: async () => {
      child.stdin?.end();
      await ended;
    },
  };
};

/** Runs a program again a moment after it has ended, until `stop`, as a kubelet does. */
export const keepRunning = async (
  start: ProgramStart,
): Promise<{ readonly stop: () => Promise<void> }> => {
  const stopped = new AbortController();
  const { signal } = stopped;
  let program = await startProgram(start);
  const supervise = async (): Promise<void> => {
    while (!signal.aborted) {
      await program.ended;
      // An abort ends the pause, and the loop with it.
      await pause(restartPauseMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) program = await startProgram(start);
    }
    await program.kill();
  };
  // The only failure is that the log's folder is gone, and then so is everything that was to be run.
  const supervision = supervise().catch(() => undefined);
  return {
    stop: async () => {
      stopped.abort();
      await program.kill();
      await supervision;
    },
  };
};

/** What is waited for, and how long. */
export type Readiness = {
  /** The program, as messages call it. */
  readonly name: string;
  readonly limitMs: number;
  readonly isReady: () => Promise<boolean>;
  readonly signal?: AbortSignal;
};

const everyMs = 50;

/** Waits until a program serves. Throws with its last lines when it ends before, or takes too long, and kills it then. */
export const awaitReady = async (program: Program, readiness: Readiness): Promise<void> => {
  const { name, limitMs, isReady, signal } = readiness;
  const until = performance.now() + limitMs;
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (await isReady()) return;
      if (!program.isRunning()) throw await failure(program, name, 'it ended');
      if (performance.now() > until)
        throw await failure(program, name, `it does not answer within ${limitMs / 1000} s`);
      await pause(everyMs);
    }
  } catch (error) {
    await program.kill();
    throw error;
  }
};

const failure = async (program: Program, name: string, reason: string): Promise<Error> => {
  const lines = await program.lastLines();
  const taken = /address already in use/.test(lines);
  const error = new Error(`Cannot start ${name}: ${reason}; its last lines are:\n${lines}`);
  return taken ? Object.assign(error, { code: 'EADDRINUSE' }) : error;
};
