import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';
import { drain } from './drain.ts';
import type { InvokeResult } from './invoke-result.ts';

/** A schedule with one Lambda target. */
export interface ScheduleOptions {
  readonly name: string;
  /** The service knows whole minutes only; the sandbox may be faster. */
  readonly everyMs: number;
  /**
   * Event of the target. `<aws.scheduler.…>` keywords in its strings are replaced. Without it the function gets
   * the service's own event of detail type `Scheduled Event`.
   */
  readonly input?: unknown;
  readonly invoke: (event: unknown) => Promise<InvokeResult>;
  /** Fire once at the start too, not only after the first period. Default: no. */
  readonly fireAtStart?: boolean;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
}

/** A running schedule. */
export interface Schedule {
  /** Fires no more, and waits up to `drainMs` (default 2 s) for the invocations under way. */
  readonly stop: (drainMs?: number) => Promise<void>;
}

const accountId = '000000000000';
const retryMs = 1000;
const defaultDrainMs = 2000;

/**
 * Invokes a target at a fixed rate, as an EventBridge Scheduler schedule does: late invocations do not shift the
 * later ones, a throttled one is tried again until the next is due, and a failed one is only logged.
 * Throws when `everyMs` is not a positive whole number.
 */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { name, everyMs, log, clock = systemClock } = options;
  if (!Number.isInteger(everyMs) || everyMs < 1) {
    throw new Error(
      `Cannot start schedule ${name}: everyMs must be a positive whole number, not ${everyMs}.`,
    );
  }
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  const deliver = async (dueMs: number): Promise<void> => {
    const executionId = randomUUID();
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      const event = eventOf(options, { dueMs, executionId, attempt });
      const result = await options.invoke(event);
      if (result.kind !== 'throttled') return report(result, options);
      if (clock.now() + retryMs >= dueMs + everyMs) {
        return log(`schedule ${name}: throttled until the next one was due`);
      }
      await clock.sleep(retryMs, stopping.signal);
    }
  };
  const fire = (dueMs: number): void => {
    const delivery = deliver(dueMs)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log(`schedule ${name}: ${String(error)}`);
      })
      .finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  };
  const run = async (): Promise<void> => {
    let dueMs = clock.now();
    if (options.fireAtStart === true) fire(dueMs);
    while (!stopping.signal.aborted) {
      dueMs += everyMs;
      await clock.sleep(Math.max(0, dueMs - clock.now()), stopping.signal);
      fire(dueMs);
    }
  };

  // The only rejection is the sleep that stop() aborts.
  const running = run().catch(() => undefined);
  return {
    stop: async (drainMs = defaultDrainMs) => {
      stopping.abort();
      await drain(underWay, drainMs, clock);
      await running;
    },
  };
}

function report(result: InvokeResult, { name, log }: ScheduleOptions): void {
  if (result.kind === 'error') {
    log(`schedule ${name}: ${result.payload.errorType}: ${result.payload.errorMessage}`);
  }
  if (result.kind === 'too-large') log(`schedule ${name}: ${result.message}`);
}

interface Firing {
  readonly dueMs: number;
  readonly executionId: string;
  readonly attempt: number;
}

function eventOf(
  { name, input }: ScheduleOptions,
  { dueMs, executionId, attempt }: Firing,
): unknown {
  const arn = `arn:aws:scheduler:us-east-1:${accountId}:schedule/default/${name}`;
  const time = `${new Date(dueMs).toISOString().slice(0, 19)}Z`;
  if (input === undefined) {
    return {
      version: '0',
      id: executionId,
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account: accountId,
      time,
      region: 'us-east-1',
      resources: [arn],
      detail: '{}',
    };
  }
  const text = JSON.stringify(input)
    .replaceAll('<aws.scheduler.schedule-arn>', arn)
    .replaceAll('<aws.scheduler.scheduled-time>', time)
    .replaceAll('<aws.scheduler.execution-id>', executionId)
    .replaceAll('<aws.scheduler.attempt-number>', String(attempt));
  return JSON.parse(text);
}
