import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = `
export const known = ['one', 'two'];

export const count = (from: number): number => {
  let sum = 0;
  for (let at = 0; at < from; at += 1) sum += at;
  return sum;
};

export const eventually = (tell: (text: string) => void): void => {
  tell('done');
};

export const noTestReaches = (text: string): string => text.trim();
`;

const tests = `
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { count, eventually, known } from './source.ts';

describe('source', () => {
  it('counts', () => assert.equal(count(4), 6));
  it('counts nothing', () => assert.equal(count(0), 0));
  it('ends', () => new Promise((resolve) => { eventually(resolve); }));
});
test('known', () => assert.equal(known.length, 2));
`;

const folder = mkdtempSync(join(tmpdir(), 'seamark-mutation-'));
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

type Mutant = {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
  readonly static?: boolean;
  readonly location: { readonly start: { readonly line: number } };
};

/** Mutates the source above, and returns what became of each mutant. */
const mutants = (): readonly Mutant[] => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'source.ts'), source);
  writeFileSync(join(folder, 'source.test.ts'), tests);
  const config = {
    mutate: ['source.ts'],
    plugins: [here('./node-test-runner.ts')],
    testRunner: 'node-test',
    nodeTest: { files: ['*.test.ts'], exclude: [], lawRuns: 1, lawSeed: 1 },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 500,
    timeoutFactor: 1,
    disableTypeChecks: false,
    reporters: ['json'],
    jsonReporter: { fileName: 'report.json' },
    tempDirName: 'sandbox',
  };
  writeFileSync(join(folder, 'stryker.json'), JSON.stringify(config));
  const stryker = here('../../node_modules/@stryker-mutator/core/bin/stryker.js');
  const run = spawnSync(process.execPath, [stryker, 'run', 'stryker.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).files['source.ts'].mutants;
};

describe('tests of node:test, run by Stryker in one process', () => {
  after(() => rmSync(folder, { recursive: true }));

  it('a mutant is killed, survives, takes too long, or is reached by no test', () => {
    const found = mutants();
    const statusOf = (line: number, replacement: string): string | undefined =>
      found.find((one) => one.location.start.line === line && one.replacement === replacement)
        ?.status;
    // Works only while the file is imported, so that the file is imported anew.
    assert.equal(statusOf(2, '[]'), 'Killed');
    assert.equal(statusOf(2, '""'), 'Survived');
    assert.equal(statusOf(6, 'sum -= at'), 'Killed');
    // Never ends, and is stopped by the count of its rounds.
    assert.equal(statusOf(6, 'at -= 1'), 'Timeout');
    // Nobody answers the test any more, so that only the clock ends it; what comes after it runs all the same.
    assert.equal(statusOf(10, '{}'), 'Timeout');
    assert.equal(statusOf(11, '""'), 'Survived');
    assert.equal(statusOf(14, 'text'), 'NoCoverage');
  });
});
