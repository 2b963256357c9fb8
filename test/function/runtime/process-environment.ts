import type { Clock } from '../../../infra/sandbox/lambda/clock.ts';
import {
  type Environment,
  InitFailure,
  type Outcome,
} from '../../../infra/sandbox/lambda/environment.ts';
import { type RuntimeReport, startRuntimeApi } from './runtime-api.ts';
import { type RuntimeProcessOptions, startRuntimeProcess } from './runtime-process.ts';

/** An execution environment that is a process of its own. */

type Report = RuntimeReport | { readonly kind: 'exited'; readonly reason: string };

/** The service ends an init phase that takes longer (Lambda Developer Guide, "Init phase"). */
const initLimitMs = 10_000;

/**
 * Starts the process of a bundle's runtime and drives it over a Runtime API of its own, and freezes it whenever it waits for an event.
 * Throws an `InitFailure` when the bundle can't be loaded.
 */
export const startProcessEnvironment = async (
  options: RuntimeProcessOptions & { readonly clock: Clock },
): Promise<Environment> => {
  const { clock } = options;
  const reports = createReports();
  const api = await startRuntimeApi(reports.tell);
  const variables = { ...options.variables, AWS_LAMBDA_RUNTIME_API: api.address };
  const runtime = startRuntimeProcess({ ...options, variables });
  const gone = runtime.end.then(async (reason) => {
    reports.tell({ kind: 'exited', reason });
    await api.close();
  });
  const end = async (): Promise<void> => {
    runtime.kill();
    await gone;
  };
  const within = async (limitMs: number): Promise<Report | undefined> => {
    const stop = new AbortController();
    const overdue = clock.sleep(Math.max(0, limitMs), stop.signal).catch(() => undefined);
    const first = await Promise.race([reports.next(), overdue]);
    stop.abort();
    return first ?? undefined;
  };
  const born = await within(initLimitMs);
  if (born?.kind !== 'waiting') {
    await end();
    throw new InitFailure(initErrorOf(born));
  }
  runtime.freeze();
  return {
    alive: () => runtime.ended() === undefined,
    run: async (message) => {
      const deadlineMs = clock.now() + message.remainingMs;
      runtime.thaw();
      api.offer({ ...message, deadlineMs });
      const outcome = outcomeOf(await within(message.remainingMs));
      // The invocation lasts until the runtime asks for the next event; whatever it leaves undone then is frozen with it.
      const rested = isAnswer(outcome) ? await within(deadlineMs - clock.now()) : undefined;
      if (rested?.kind === 'waiting') runtime.freeze();
      else await end();
      return outcome;
    },
    end,
  };
};

const isAnswer = ({ kind }: Outcome): boolean => kind === 'response' || kind === 'failed';

type Reports = {
  readonly tell: (report: Report) => void;
  readonly next: () => Promise<Report>;
};

/** Hands on what the runtime tells, in its order. */
const createReports = (): Reports => {
  const told: Report[] = [];
  let listener: ((report: Report) => void) | undefined;
  return {
    tell: (report) => {
      const heard = listener;
      listener = undefined;
      if (heard === undefined) told.push(report);
      else heard(report);
    },
    next: () => {
      const earlier = told.shift();
      if (earlier !== undefined) return Promise.resolve(earlier);
      return new Promise((resolve) => {
        listener = resolve;
      });
    },
  };
};

const outcomeOf = (report: Report | undefined): Outcome => {
  switch (report?.kind) {
    case undefined:
      return { kind: 'timed-out' };
    case 'response':
    case 'failed':
    case 'exited':
      return report;
    case 'waiting':
    case 'init-failed':
      return { kind: 'exited', reason: `The runtime told ${report.kind} in an invocation` };
  }
};

const initErrorOf = (report: Report | undefined) => {
  if (report?.kind === 'init-failed') return report.error;
  if (report?.kind === 'exited') {
    return { errorType: 'Runtime.ExitError', errorMessage: `Error: ${report.reason}` };
  }
  return { errorType: 'Sandbox.Timedout', errorMessage: 'Init timed out after 10.00 seconds' };
};
