import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runInMemory } from '../command/run-in-memory.ts';
import { runProcess, runUnread } from '../command/run-process.ts';
import { fuzzTool } from './fuzz-tool.ts';
import { targets } from './targets.ts';

const program = join(import.meta.dirname, 'cli.ts');
const seeds = 'give a whole number from 0 to 2147483647';
const names = targets.map(({ name }) => name).join(', ');

describe('the fuzz command', () => {
  for (const [words, told] of [
    [['--seed', 'abc'], `Cannot use "abc" as --seed: ${seeds}`],
    [['--seed', ''], 'Cannot run fuzz: --seed needs a value, SEED'],
    [['--seed', '1.5'], `Cannot use "1.5" as --seed: ${seeds}`],
    [['--seed', '2147483648'], `Cannot use "2147483648" as --seed: ${seeds}`],
    [['--minutes'], 'Cannot run fuzz: --minutes needs a value, N'],
    [['--minutes', '0'], 'Cannot use "0" as --minutes: give a number above 0, and up to 1000000'],
    [['--minutes', '1', '--seed', '1'], 'Cannot use --seed and --minutes together: leave one out'],
    [['--only', 'nosuch'], `Cannot use "nosuch" as --only: there are ${names}`],
    [['--bad'], 'Cannot run fuzz: --bad is no flag of it; --help lists them'],
    [['stray'], 'Cannot run fuzz: "stray" is one word too many'],
  ] as const)
    it(`ends with 2 and one line for: ${words.join(' ')}`, async () => {
      const expected = { code: 2, out: '', talk: `${told}\n` };
      assert.deepEqual(await runInMemory(fuzzTool, words), expected);
    });

  it('goes one round with a seed', async () => {
    const { code, out } = await runInMemory(fuzzTool, ['--seed', '7', '--only', 'log lines']);
    assert.equal(code, 0);
    assert.equal(out, 'seed 7: 1000 cases, 0 broken promises; 1000 cases so far\n');
  });

  it('tells how far it is every few seconds', async () => {
    let now = 0;
    const line = ['--seed', '7', '--only', 'log lines'];
    const { talk } = await runInMemory(fuzzTool, line, {
      // Each look at the clock finds it five seconds on.
      now: () => {
        now += 5_000;
        return now;
      },
    });
    assert.equal(talk, 'seed 7: log lines, after 0 cases\n');
  });

  it('ends quietly when nobody reads its output', async () => {
    const { code, stderr } = await runUnread(program, ['--only', 'log lines']);
    assert.deepEqual({ code, stderr }, { code: 141, stderr: '' });
  });

  it('is done with its help, read or not', async () => {
    const { code, stderr } = await runUnread(program, ['--help']);
    assert.equal(stderr, '');
    assert.ok(code === 0 || code === 141, String(code));
  });

  it('leaves no folder behind when Ctrl-C ends it', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'seamark-fuzz-cli-'));
    t.after(() => rm(folder, { recursive: true }));
    const { code, stderr } = await runProcess(program, ['--only', 'settings files'], {
      env: { TMPDIR: folder },
      interruptAt: 'settings files, after',
    });
    assert.equal(code, 130, stderr);
    assert.match(stderr, /Stopped by SIGINT\n$/);
    assert.deepEqual(await readdir(folder), []);
  });
});
