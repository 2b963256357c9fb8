import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { functionLimits } from '../../infra/function-limits.ts';
import { benches } from './registry.ts';

type Run = { readonly code: unknown; readonly stdout: string; readonly stderr: string };

const run = (...parameters: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, 'cli.ts');
    execFile(process.execPath, [file, ...parameters], (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr });
    });
  });

describe('the bench command', () => {
  it('tells of every bench with --help', async () => {
    const { code, stdout } = await run('--help');
    assert.equal(code, 0);
    for (const { name, summary } of benches) {
      assert.ok(stdout.includes(name) && stdout.includes(summary), name);
    }
  });

  const mistakes = [
    { words: [], told: /^Cannot run bench '': there are planner, / },
    {
      words: ['warm-start'],
      told: /^Cannot run bench 'warm-start': there are planner, /,
    },
    { words: ['cold-start', 'cold-start'], told: /^Cannot run several benches at once/ },
    { words: ['cold-start', '--runs', '0'], told: /^Cannot read --runs 0: give a whole number/ },
    {
      words: ['planner', '--services', 'many'],
      told: /^Cannot read --services many: give a whole/,
    },
    { words: ['cold-start', '--seed', 'x'], told: /^Cannot read --seed x: give a whole number/ },
    { words: ['cold-start', '--fast'], told: /Unknown option '--fast'/ },
  ];
  for (const { words, told } of mistakes) {
    it(`ends with 2 and the reason for: ${words.join(' ')}`, async () => {
      const { code, stdout, stderr } = await run(...words);
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, told);
      assert.match(stderr, /Usage: npm run bench/);
    });
  }

  it('measures every function, prints JSON and keeps it', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'seamark-bench-'));
    t.after(() => rm(folder, { recursive: true }));
    const out = join(folder, 'report.json');
    const words = ['cold-start', '--runs', '1', '--seed', '7', '--json', '--out', out];
    const { code, stdout, stderr } = await run(...words);
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
