import { randomBytes, randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { type Clock, systemClock } from './clock.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { createEnvironmentPool } from './environment-pool.ts';
import type { InvokeResult } from './invoke-result.ts';
import { toInvokeResult } from './outcome-result.ts';
import { checkEnvironment, runtimeVariables } from './runtime-variables.ts';

/** Where the bundle is: its folder (entry `index.mjs`), or the entry itself. */
type Code = { readonly dir: string } | { readonly handlerFile: string };

/** A function as it would be configured on the service, and what the sandbox needs beside. */
export type FunctionOptions = Code & {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Longest invocation, 1 ms to 15 min; the service itself counts whole seconds. */
  readonly timeoutMs: number;
  /** 128 to 10,240; bounds the JavaScript heap of an environment. */
  readonly memoryMb: number;
  /** Reserved concurrency: most environments at a time. */
  readonly maxConcurrency: number;
  /** Default `us-east-1`. */
  readonly region?: string;
  /** Receives each line that the function or its runtime logs. */
  readonly log: (line: string) => void;
  readonly clock?: Clock;
};

/** A function that can be invoked, and ended with all its environments. */
export interface LambdaFunction {
  readonly name: string;
  readonly arn: string;
  readonly timeoutMs: number;
  /**
   * Invokes synchronously: the event passes through JSON, as does the result. Everything that the function can
   * do wrong comes back as a result. Throws only after `close`, and for an event that JSON cannot carry.
   */
  readonly invoke: (event: unknown) => Promise<InvokeResult>;
  /** Refuses new invocations, lets those under way finish for `drainMs` (default 2 s), ends all environments. */
  readonly close: (drainMs?: number) => Promise<void>;
}

const requestLimitBytes = 6_291_456;
const accountId = '000000000000';
const defaultDrainMs = 2000;

/**
 * Creates a stand-in for one Lambda function that runs its bundle in worker threads, one an execution environment.
 * Unlike on the service, idle environments are not frozen. Throws for a configuration that the service refuses.
 */
export function createFunction(options: FunctionOptions): LambdaFunction {
  checkConfiguration(options);
  const { name, timeoutMs, log, clock = systemClock, region = 'us-east-1' } = options;
  const functionArn = `arn:aws:lambda:${region}:${accountId}:function:${name}`;
  const pool = createEnvironmentPool(
    options.maxConcurrency,
    () => openEnvironment(options, region, clock),
    clock,
  );
  return {
    name,
    arn: functionArn,
    timeoutMs,
    invoke: async (event) => {
      if (pool.closed()) throw new Error(`Cannot invoke ${name}: the function is closed.`);
      const body = JSON.stringify(event) ?? 'null';
      if (Buffer.byteLength(body) > requestLimitBytes) return tooLarge;
      const requestId = randomUUID();
      const traceId = newTraceId(clock);
      const message = { requestId, traceId, functionArn, event: body, remainingMs: timeoutMs };
      const outcome = await pool.use((environment) => environment.run(message));
      if (outcome.kind === 'throttled') return { kind: 'throttled', message: 'Rate Exceeded.' };
      const result = toInvokeResult({ requestId, timeoutMs }, outcome);
      if (outcome.kind === 'timed-out' || outcome.kind === 'exited') {
        log(`${new Date(clock.now()).toISOString()} ${requestId} ${platformLine(result)}`);
      }
      return result;
    },
    close: (drainMs = defaultDrainMs) => pool.close(drainMs),
  };
}

const tooLarge: InvokeResult = {
  kind: 'too-large',
  message: `Request must be smaller than ${requestLimitBytes} bytes for the InvokeFunction operation`,
};

function openEnvironment(
  options: FunctionOptions,
  region: string,
  clock: Clock,
): Promise<Environment> {
  const { name, memoryMb, environment, log } = options;
  const handlerFile = resolve(
    'dir' in options ? join(options.dir, 'index.mjs') : options.handlerFile,
  );
  const day = new Date(clock.now()).toISOString().slice(0, 10).replaceAll('-', '/');
  const logStreamName = `${day}/[$LATEST]${randomBytes(16).toString('hex')}`;
  const settings = { name, region, memoryMb, taskRoot: dirname(handlerFile), environment };
  const variables = runtimeVariables(settings, logStreamName);
  return startEnvironment({ handlerFile, variables, memoryMb, clock, log });
}

function platformLine(result: InvokeResult): string {
  if (result.kind !== 'error') return result.kind;
  return result.payload.errorMessage.replace(/^RequestId: \S+ Error: /, '');
}

function newTraceId(clock: Clock): string {
  const epochSeconds = Math.floor(clock.now() / 1000).toString(16);
  const root = `1-${epochSeconds}-${randomBytes(12).toString('hex')}`;
  return `Root=${root};Parent=${randomBytes(8).toString('hex')};Sampled=0`;
}

function checkConfiguration(options: FunctionOptions): void {
  const ranges: readonly (readonly [string, number, number, number])[] = [
    ['timeoutMs', options.timeoutMs, 1, 900_000],
    ['memoryMb', options.memoryMb, 128, 10_240],
    ['maxConcurrency', options.maxConcurrency, 1, 1000],
  ];
  for (const [label, value, least, most] of ranges) {
    if (Number.isInteger(value) && value >= least && value <= most) continue;
    throw new Error(
      `Cannot create function ${options.name}: ${label} must be a whole number from ${least} to ${most}, not ${value}`,
    );
  }
  checkEnvironment(options.name, options.environment);
}
