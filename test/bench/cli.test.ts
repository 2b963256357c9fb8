import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { functionLimits } from '../../infra/function-limits.ts';
import { runInMemory } from '../command/run-in-memory.ts';
import { runProcess } from '../command/run-process.ts';
import { benchTool } from './bench-tool.ts';
import { benches } from './registry.ts';
import { sizesUpTo } from './sizes.ts';

const program = join(import.meta.dirname, 'cli.ts');

describe('the bench command', () => {
  it('tells of every bench with --help', async () => {
    const { code, out } = await runInMemory(benchTool, ['--help']);
    assert.equal(code, 0);
    assert.match(out, /^Usage: npm run bench -- BENCH /m);
    for (const { name, summary } of benches) {
      assert.ok(out.includes(name) && out.includes(summary), name);
    }
  });

  const mistakes = [
    { words: [], told: /^Cannot run bench '': there are planner, / },
    {
      words: ['warm-start'],
      told: /^Cannot run bench 'warm-start': there are planner, /,
    },
    { words: ['cold-start', 'cold-start'], told: /^Cannot run several benches at once/ },
    {
      words: ['cold-start', '--runs', '0'],
      told: /^Cannot use "0" as --runs: give a whole number/,
    },
    {
      words: ['planner', '--services', 'many'],
      told: /^Cannot use "many" as --services: give a whole number from 100 to 65536$/,
    },
    { words: ['planner', '--services', '99'], told: /from 100 to 65536$/ },
    { words: ['fleet', '--services', '0'], told: /from 1 to 65536$/ },
    { words: ['fleet', '--services', '65537'], told: /from 1 to 65536$/ },
    { words: ['fleet', '--runs', '2'], told: /^Cannot use --runs with bench 'fleet': / },
    { words: ['sandbox', '--runs', '2'], told: /^Cannot use --runs with bench 'sandbox': / },
    {
      words: ['cold-start', '--services', '5'],
      told: /^Cannot use --services with bench 'cold-start': /,
    },
    {
      words: ['cold-start', '--seed', 'x'],
      told: /^Cannot use "x" as --seed: give a whole number/,
    },
    { words: ['cold-start', '--fast'], told: /^Cannot run bench: --fast is no flag of it; / },
    {
      words: ['planner', '--out', '/no/such/folder/r.json'],
      told: /^Cannot use \/no\/such\/folder\/r\.json as --out: there is no such folder$/,
    },
    { words: ['planner', '--out', tmpdir()], told: /as --out: it is a folder; name a file in it$/ },
  ];
  for (const { words, told } of mistakes) {
    it(`ends with 2 and the reason for: ${words.join(' ')}`, async () => {
      const { code, out, talk } = await runInMemory(benchTool, words);
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.match(talk.trimEnd(), told);
      assert.equal(talk.trimEnd().split('\n').length, 1);
    });
  }

  it('a fleet of few Services is measured at that size, and said so again', async () => {
    const words = ['fleet', '--services', '3', '--seed', '1', '--json'];
    const { code, out, talk } = await runInMemory(benchTool, words);
    assert.equal(code, 0, talk);
    const report = JSON.parse(out);
    assert.deepEqual(
      report.rows.map(({ name }: { name: string }) => name),
      ['3 x 3', '3 x 10'],
    );
    assert.equal(report.command, 'npm run bench -- fleet --services 3 --seed 1');
  });

  it('a planner of few Services is measured at that size, and tells of no growth', async () => {
    const words = ['planner', '--services', '100', '--runs', '1', '--seed', '1', '--json'];
    const { code, out, talk } = await runInMemory(benchTool, words);
    assert.equal(code, 0, talk);
    const report = JSON.parse(out);
    assert.deepEqual(
      report.rows.map(({ name }: { name: string }) => name),
      ['100 x 3, at rest', '100 x 3, c1 empty', '100 x 10, at rest', '100 x 10, c1 empty'],
    );
    assert.equal(report.command, 'npm run bench -- planner --runs 1 --services 100 --seed 1');
  });

  for (const bench of ['planner', 'fleet'])
    it(`${bench} ends soon after it is stopped`, async () => {
      const stop = new AbortController();
      const lines: string[] = [];
      const { code, out } = await runInMemory(benchTool, [bench], {
        signal: stop.signal,
        say: (line) => {
          lines.push(line);
          stop.abort(new Error('enough'));
        },
      });
      assert.deepEqual(
        { code, out, lines: lines.slice(1) },
        { code: 1, out: '', lines: ['enough'] },
      );
    });

  it('leaves no folder behind when Ctrl-C ends it', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'seamark-bench-'));
    t.after(() => rm(folder, { recursive: true }));
    const { code, stdout, stderr } = await runProcess(program, ['cold-start', '--runs', '99'], {
      env: { TMPDIR: folder },
      interruptAt: 'round 1 of',
    });
    assert.deepEqual({ code, stdout }, { code: 130, stdout: '' });
    assert.match(stderr, /Stopped by SIGINT\n$/);
    assert.deepEqual(await readdir(folder), []);
  });

  it('measures every function, prints JSON and keeps it', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'seamark-bench-'));
    t.after(() => rm(folder, { recursive: true }));
    const out = join(folder, 'report.json');
    const words = ['cold-start', '--runs', '1', '--seed', '7', '--json', '--out', out];
    const { code, stdout, stderr } = await runProcess(program, words);
    assert.equal(code, 0, stderr);
    assert.equal(await readFile(out, 'utf8'), stdout);
    const report = JSON.parse(stdout);
    assert.equal(report.command, 'npm run bench -- cold-start --runs 1 --seed 7');
    const functions = Object.keys(functionLimits).sort();
    const names = report.rows.map(({ name }: { name: string }) => name);
    assert.deepEqual(names.sort(), [...functions, 'empty-handler'].sort());
    for (const { name, figures } of report.rows) {
      for (const figure of Object.values(figures)) assert.ok(Number(figure) > 0, name);
    }
    for (const { row, column, atMost, figure, kept } of report.targets) {
      assert.equal(typeof atMost, 'number');
      assert.equal(kept, figure <= atMost, `${row} ${column}`);
    }
    const sizes = report.targets.filter(({ column }: { column: string }) => column === 'bundleKb');
    assert.deepEqual(sizes.map(({ row }: { row: string }) => row).sort(), functions);
  });
});

describe('the sizes of a fleet', () => {
  const upTo = (services?: number) =>
    sizesUpTo(services).map(({ services: each, clusters }) => [each, clusters]);
  for (const [services, each] of [
    [1, [1]],
    [100, [100]],
    [101, [100, 101]],
    [10_000, [100, 1_000, 10_000]],
    [20_000, [100, 1_000, 10_000, 20_000]],
    [undefined, [100, 1_000, 10_000]],
  ] as const)
    it(`up to ${services ?? 'the usual'}`, () => {
      const expected = [3, 10].flatMap((clusters) => each.map((one) => [one, clusters]));
      assert.deepEqual(upTo(services), expected);
    });
});
