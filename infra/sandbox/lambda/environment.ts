import { Worker } from 'node:worker_threads';
import type { Clock } from './clock.ts';
import type { InvocationError } from './invoke-result.ts';
import { forwardLines } from './log-lines.ts';
import type { InvokeMessage, WorkerMessage, WorkerSettings } from './worker-protocol.ts';

/** What an execution environment is made of. */
export interface EnvironmentSettings {
  readonly handlerFile: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** What became of one invocation; after anything but `response` and `failed` the environment is gone. */
export type Outcome =
  | { readonly kind: 'response'; readonly body: string }
  | { readonly kind: 'failed'; readonly error: InvocationError }
  | { readonly kind: 'crashed'; readonly error: InvocationError }
  | { readonly kind: 'exited'; readonly reason: string }
  | { readonly kind: 'timed-out' };

/** One execution environment: a bundle, loaded once, that answers one invocation at a time. */
export interface Environment {
  /** False once the environment has ended, for whatever reason. */
  readonly alive: () => boolean;
  /** Answers one invocation within `message.remainingMs`; never rejects. */
  readonly run: (message: InvokeMessage) => Promise<Outcome>;
  /** Ends the environment at once; an invocation in it comes out as `exited`. */
  readonly end: () => Promise<void>;
}

type Report = WorkerMessage | { readonly kind: 'exited'; readonly reason: string };

/** The service ends an init phase that takes longer: AWS Lambda Developer Guide, "Init phase". */
const initLimitMs = 10_000;

/** Starts an environment and loads the bundle in it (a cold start). Throws an `InitFailure` when that fails. */
export async function startEnvironment(settings: EnvironmentSettings): Promise<Environment> {
  const worker = openWorker(settings);
  const listen = reports(worker);
  const end = async (): Promise<void> => {
    await worker.terminate();
  };
  const within = async (limitMs: number, report: Promise<Report>): Promise<Report | undefined> => {
    const stop = new AbortController();
    const timeout = settings.clock.sleep(limitMs, stop.signal).catch(() => undefined);
    const first = await Promise.race([report, timeout]);
    stop.abort();
    if (first === undefined || first.kind === 'crashed') await end();
    return first ?? undefined;
  };
  const born = await within(initLimitMs, listen.next());
  if (born?.kind !== 'ready') {
    await end();
    throw new InitFailure(initError(born));
  }
  return {
    alive: listen.alive,
    run: async (message) => {
      const report = listen.next();
      worker.postMessage(message);
      return toOutcome(await within(message.remainingMs, report));
    },
    end,
  };
}

/** The bundle could not be loaded; `failure` is what the service reports. */
export class InitFailure extends Error {
  readonly failure: InvocationError;
  constructor(failure: InvocationError) {
    super(`Cannot start the function: ${failure.errorType}: ${failure.errorMessage}`);
    this.name = 'InitFailure';
    this.failure = failure;
  }
}

function openWorker({ handlerFile, variables, memoryMb, log }: EnvironmentSettings): Worker {
  const workerData: WorkerSettings = { handlerFile };
  const worker = new Worker(new URL('./runtime-worker.ts', import.meta.url), {
    workerData,
    env: { ...variables },
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  forwardLines(worker.stdout, log);
  forwardLines(worker.stderr, log);
  return worker;
}

interface Reports {
  readonly alive: () => boolean;
  /** The next thing that the worker says; its end is the last. */
  readonly next: () => Promise<Report>;
}

function reports(worker: Worker): Reports {
  let last: Report | undefined;
  let waiting: ((report: Report) => void) | undefined;
  const deliver = (report: Report): void => {
    const listener = waiting;
    waiting = undefined;
    listener?.(report);
  };
  const finish = (reason: string): void => {
    last ??= { kind: 'exited', reason };
    deliver(last);
  };
  worker.on('message', deliver);
  worker.on('error', (error) => finish(workerFailure(error)));
  worker.on('exit', (code) => finish(exitReason(code)));
  return {
    alive: () => last === undefined,
    next: () => (last ? Promise.resolve(last) : new Promise((resolve) => (waiting = resolve))),
  };
}

function workerFailure(error: unknown): string {
  const outOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory
    ? 'Runtime exited with error: signal: killed'
    : `Runtime exited with error: ${String(error)}`;
}

function exitReason(code: number): string {
  return code === 0
    ? 'Runtime exited without providing a reason'
    : `Runtime exited with error: exit status ${code}`;
}

function initError(report: Report | undefined): InvocationError {
  if (report === undefined) {
    return { errorType: 'Sandbox.Timedout', errorMessage: 'Init timed out after 10.00 seconds' };
  }
  if (report.kind === 'init-failed' || report.kind === 'crashed') return report.error;
  const reason = report.kind === 'exited' ? report.reason : `unexpected report ${report.kind}`;
  return { errorType: 'Runtime.ExitError', errorMessage: `Error: ${reason}` };
}

function toOutcome(report: Report | undefined): Outcome {
  if (report === undefined) return { kind: 'timed-out' };
  switch (report.kind) {
    case 'response':
    case 'failed':
    case 'crashed':
    case 'exited':
      return report;
    case 'ready':
    case 'init-failed':
      return { kind: 'exited', reason: `unexpected report ${report.kind}` };
  }
}
