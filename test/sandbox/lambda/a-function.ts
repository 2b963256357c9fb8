import { resolve } from 'node:path';
import type { Clock } from '../../../infra/sandbox/lambda/clock.ts';
import { createFunction, type LambdaFunction } from '../../../infra/sandbox/lambda/function.ts';

/** Path of a handler under test/fixtures/lambda. */
export const fixture = (name: string): string =>
  resolve(import.meta.dirname, '../../fixtures/lambda', `${name}.mjs`);

interface Wanted {
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly memoryMb?: number;
  readonly maxConcurrency?: number;
  readonly region?: string;
  readonly log?: (line: string) => void;
  readonly clock?: Clock;
}

/** A function with the handler of a fixture and, unless wanted otherwise, 10 s, 128 MB, one environment. */
export const aFunction = (name: string, wanted: Wanted = {}): LambdaFunction =>
  createFunction({
    name,
    handlerFile: fixture(name),
    environment: {},
    timeoutMs: 10_000,
    memoryMb: 128,
    maxConcurrency: 1,
    log: () => undefined,
    ...wanted,
  });
