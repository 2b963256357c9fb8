/** A test runner of Stryker: tests written for `node:test`, imported once and run again and again within one process. */
import { globSync } from 'node:fs';
import type { InstrumenterContext, StrykerOptions } from '@stryker-mutator/api/core';
import {
  commonTokens,
  declareFactoryPlugin,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';
import { nearestFirst } from './nearest-first.ts';
import { type CollectedTest, collectTests, fileOf, takeTheTests } from './node-test.ts';

declare global {
  var __stryker__: InstrumenterContext | undefined;
}

/** What `.config/stryker.json` says under `nodeTest`. */
export type NodeTestOptions = {
  /** Globs of the test files that count. */
  readonly files: readonly string[];
  /** Globs of those among them that do not. */
  readonly exclude: readonly string[];
  /** How often each law is tried. */
  readonly lawRuns: number;
  /** The seed of all laws, so that a result can be had again. */
  readonly lawSeed: number;
};

/** The test files that count, sorted. */
export const testFilesOf = ({ files, exclude }: NodeTestOptions): readonly string[] =>
  globSync([...files], { exclude: [...exclude] }).sort();

const runTest = async (test: CollectedTest): Promise<TestResult> => {
  const begin = performance.now();
  const { id, file: fileName } = test;
  const result = () => ({ id, name: id, fileName, timeSpentMs: performance.now() - begin });
  try {
    await test.run();
    return { ...result(), status: TestStatus.Success };
  } catch (error) {
    const failureMessage = error instanceof Error ? error.message : String(error);
    return { ...result(), status: TestStatus.Failed, failureMessage };
  }
};

/** What instrumented code asks for: which mutant is active, which test runs. */
const instrumented = (): InstrumenterContext => {
  globalThis.__stryker__ ??= {};
  return globalThis.__stryker__;
};

const activate = ({ activeMutant, hitLimit }: MutantRunOptions): void => {
  const stryker = instrumented();
  stryker.activeMutant = activeMutant.id;
  if (hitLimit === undefined) return;
  stryker.hitLimit = hitLimit;
  stryker.hitCount ??= 0;
};

const rest = (): void => {
  const stryker = instrumented();
  delete stryker.activeMutant;
  delete stryker.hitLimit;
  delete stryker.hitCount;
};

/** Makes laws short, repeatable and quick to fall. */
const prepareLaws = ({ lawRuns, lawSeed }: NodeTestOptions): void => {
  process.env['SEAMARK_LAW_RUNS'] = String(lawRuns);
  fc.configureGlobal({ seed: lawSeed, endOnFailure: true });
};

/** Gives the tests of a file. */
type Load = (file: string) => Promise<readonly CollectedTest[]>;

/** Imports files once each, in a round of their own. */
const createLoader = (round: number): Load => {
  const loaded = new Map<string, Promise<readonly CollectedTest[]>>();
  return (file) => {
    const tests = loaded.get(file) ?? collectTests(file, round);
    loaded.set(file, tests);
    return tests;
  };
};

/** Runs every test, and keeps which mutants each one reaches. */
const runDry = async (files: readonly string[], load: Load): Promise<DryRunResult> => {
  const stryker = instrumented();
  const tests: CollectedTest[] = [];
  for (const file of files) tests.push(...(await load(file)));
  const results: TestResult[] = [];
  for (const test of tests) {
    stryker.currentTestId = test.id;
    results.push(await runTest(test));
    delete stryker.currentTestId;
  }
  const mutantCoverage = stryker.mutantCoverage ?? { static: {}, perTest: {} };
  return { status: DryRunStatus.Complete, tests: results, mutantCoverage };
};

/** The tests of a file, imported with the mutant at work only where the mutant acts on import alone. */
const loadFor = async (file: string, run: MutantRunOptions, load: Load) => {
  if (run.mutantActivation === 'static') activate(run);
  else delete instrumented().activeMutant;
  try {
    return await load(file);
  } catch (error) {
    if (run.mutantActivation === 'runtime') throw error;
    const fails = async () => {
      throw error;
    };
    return [{ id: file, file, run: fails }];
  }
};

/** Runs the tests that were asked for until one fails. */
const tryMutant = async (
  files: readonly string[],
  run: MutantRunOptions,
  load: Load,
): Promise<readonly TestResult[]> => {
  const results: TestResult[] = [];
  const wanted = new Set(run.testFilter);
  for (const file of files) {
    const tests = await loadFor(file, run, load);
    activate(run);
    for (const test of tests) {
      if (run.testFilter !== undefined && !wanted.has(test.id)) continue;
      const result = await runTest(test);
      results.push(result);
      if (result.status === TestStatus.Failed) return results;
    }
  }
  return results;
};

const createNodeTestRunner = (options: StrykerOptions): TestRunner => {
  // The schema below has been applied to it.
  const nodeTest = options['nodeTest'] as NodeTestOptions;
  let round = 0;
  let load = createLoader(round);
  const startRound = (): void => {
    round += 1;
    load = createLoader(round);
  };

  const mutantRun = async (run: MutantRunOptions): Promise<MutantRunResult> => {
    const wanted = run.testFilter === undefined ? undefined : new Set(run.testFilter.map(fileOf));
    const files = testFilesOf(nodeTest).filter((file) => wanted?.has(file) ?? true);
    if (run.reloadEnvironment) startRound();
    try {
      const tests = await tryMutant(nearestFirst(files, run.sandboxFileName), run, load);
      const { hitCount, hitLimit } = instrumented();
      const complete = { status: DryRunStatus.Complete as const, tests: [...tests] };
      return toMutantRunResult(determineHitLimitReached(hitCount, hitLimit) ?? complete);
    } finally {
      rest();
    }
  };

  return {
    capabilities: () => ({ reloadEnvironment: true }),
    init: async () => {
      prepareLaws(nodeTest);
      takeTheTests();
    },
    dryRun: () => runDry(testFilesOf(nodeTest), load),
    mutantRun,
  };
};

/** What Stryker loads. */
export const strykerPlugins = [
  declareFactoryPlugin(
    PluginKind.TestRunner,
    'node-test',
    Object.assign(createNodeTestRunner, { inject: tokens(commonTokens.options) }),
  ),
];

/** The options of this runner. */
export const strykerValidationSchema = {
  type: 'object',
  required: ['nodeTest'],
  properties: {
    nodeTest: {
      type: 'object',
      additionalProperties: false,
      required: ['files', 'exclude', 'lawRuns', 'lawSeed'],
      properties: {
        files: { type: 'array', items: { type: 'string' } },
        exclude: { type: 'array', items: { type: 'string' } },
        lawRuns: { type: 'integer', minimum: 1 },
        lawSeed: { type: 'integer' },
      },
    },
  },
};
