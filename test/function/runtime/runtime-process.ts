import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** What a runtime's process is started with. */
export type RuntimeProcessOptions = {
  /** The whole environment; nothing is inherited. */
  readonly variables: Readonly<Record<string, string>>;
  /** Working directory: the folder of the bundle. */
  readonly taskRoot: string;
  readonly memoryMb: number;
  /** Takes what the process writes. A file, so that all that was written before an answer can be read after it. */
  readonly logFile: string;
};

/** The process of one execution environment. */
export type RuntimeProcess = {
  /** Undefined while it lives; then in the words of the service. */
  readonly ended: () => string | undefined;
  /** Resolves once it has ended. */
  readonly end: Promise<string>;
  /** Stops it between two invocations, as the service does; not a single instruction runs until `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends it as a host that dies would: without a signal that it could hear. */
  readonly kill: () => void;
};

/**
 * Path of another runtime client than the project's own, such as `index.mjs` of the package aws-lambda-ric: the same tests then hold of
 * the client that AWS itself runs.
 */
const otherClient = process.env['SEAMARK_RUNTIME_CLIENT'];
const client = otherClient ?? join(import.meta.dirname, 'bootstrap.ts');

const alive = new Set<ChildProcess>();
// A frozen process would not notice that nobody is left to thaw it.
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Starts a runtime. It ends with the process that started it at the latest. */
export const startRuntimeProcess = (options: RuntimeProcessOptions): RuntimeProcess => {
  const child = open(options);
  alive.add(child);
  let ended: string | undefined;
  const end = once(child, 'exit').then(([code, signal]) => {
    alive.delete(child);
    ended = exitReason(code, signal);
    return ended;
  });
  const send = (signal: NodeJS.Signals): void => {
    if (ended === undefined) child.kill(signal);
  };
  return {
    ended: () => ended,
    end,
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    kill: () => send('SIGKILL'),
  };
};

const open = ({ variables, taskRoot, memoryMb, logFile }: RuntimeProcessOptions): ChildProcess => {
  const log = openSync(logFile, 'a');
  try {
    return spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, client], {
      cwd: taskRoot,
      env: { ...variables },
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
};

const exitReason = (code: number | null, signal: NodeJS.Signals | null): string => {
  if (signal !== null) {
    const name = signal === 'SIGKILL' ? 'killed' : signal.replace('SIG', '').toLowerCase();
    return `Runtime exited with error: signal: ${name}`;
  }
  return code === 0
    ? 'Runtime exited without providing a reason'
    : `Runtime exited with error: exit status ${code}`;
};
