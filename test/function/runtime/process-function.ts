import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Clock, systemClock } from '../../../infra/sandbox/lambda/clock.ts';
import type { Environment } from '../../../infra/sandbox/lambda/environment.ts';
import { createEnvironmentPool } from '../../../infra/sandbox/lambda/environment-pool.ts';
import type { LambdaFunction } from '../../../infra/sandbox/lambda/function.ts';
import type { InvokeResult } from '../../../infra/sandbox/lambda/invoke-result.ts';
import { toInvokeResult } from '../../../infra/sandbox/lambda/outcome-result.ts';
import {
  checkEnvironment,
  runtimeVariables,
} from '../../../infra/sandbox/lambda/runtime-variables.ts';
import { startProcessEnvironment } from './process-environment.ts';

/** A function as it is configured on the service. */
export type ProcessFunctionOptions = {
  readonly name: string;
  /** Folder of the bundle, as it is deployed. */
  readonly dir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** 1 to 900. */
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** Most environments at a time; 1 without it. */
  readonly maxConcurrency?: number;
  /** Takes what its environments print. */
  readonly logFile: string;
  readonly clock?: Clock;
};

/** A function whose environments are processes of their own. */
export type ProcessFunction = LambdaFunction & {
  /** Ends all its environments as hosts that die would. */
  readonly kill: () => Promise<void>;
  /** How many environments were started. */
  readonly starts: () => number;
  /** Lines that its environments printed. */
  readonly printed: () => readonly string[];
};

const requestLimitBytes = 6_291_456;
const region = 'us-east-1';

/**
 * Creates a function that runs its bundle as Lambda does: handler `index.handler`, one process an execution environment, driven over
 * the Runtime API, frozen between invocations. Throws for a configuration that the service refuses.
 */
export const createProcessFunction = (options: ProcessFunctionOptions): ProcessFunction => {
  const { name, timeoutSeconds, clock = systemClock, maxConcurrency = 1 } = options;
  if (!Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > 900) {
    throw new Error(`Cannot create function ${name}: a timeout is 1 to 900 whole seconds`);
  }
  checkEnvironment(name, options.environment);
  writeFileSync(options.logFile, '');
  const functionArn = `arn:aws:lambda:${region}:111122223333:function:${name}`;
  const timeoutMs = timeoutSeconds * 1000;
  const started: Environment[] = [];
  const start = async (): Promise<Environment> => {
    const environment = await startProcessEnvironment({ ...processOf(options), clock });
    started.push(environment);
    return environment;
  };
  const pool = createEnvironmentPool(maxConcurrency, start, clock);
  return {
    name,
    arn: functionArn,
    timeoutMs,
    invoke: async (event) => {
      const body = JSON.stringify(event);
      if (Buffer.byteLength(body) > requestLimitBytes) return tooLarge;
      const requestId = randomUUID();
      const traceId = traceIdAt(clock.now());
      const message = { requestId, traceId, functionArn, event: body, remainingMs: timeoutMs };
      const outcome = await pool.use((environment) => environment.run(message));
      if (outcome.kind === 'throttled') return { kind: 'throttled', message: 'Rate Exceeded.' };
      return toInvokeResult({ requestId, timeoutMs }, outcome);
    },
    close: (drainMs = 0) => pool.close(drainMs),
    kill: async () => {
      await Promise.all(started.map((environment) => environment.end()));
    },
    starts: () => started.length,
    printed: () => {
      const text = readFileSync(options.logFile, 'utf8');
      return text.split('\n').filter((line) => line !== '');
    },
  };
};

const tooLarge: InvokeResult = {
  kind: 'too-large',
  message: `Request must be smaller than ${requestLimitBytes} bytes for the InvokeFunction operation`,
};

const processOf = (options: ProcessFunctionOptions) => {
  const { name, dir, memoryMb, environment, logFile } = options;
  const logStream = `2026/01/05/[$LATEST]${randomBytes(16).toString('hex')}`;
  const settings = { name, region, memoryMb, taskRoot: dir, environment };
  // As the stack sets the function's logging configuration (infra/constructs/federation-function.ts).
  const logging = { AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'INFO' };
  const variables = { ...runtimeVariables(settings, logStream), ...logging };
  return { variables, taskRoot: dir, memoryMb, logFile };
};

/** The value of a tracing header (AWS X-Ray Developer Guide, "Tracing header"). */
const traceIdAt = (now: number): string => {
  const seconds = Math.floor(now / 1000).toString(16);
  const root = `1-${seconds}-${randomBytes(12).toString('hex')}`;
  return `Root=${root};Parent=${randomBytes(8).toString('hex')};Sampled=0`;
};
