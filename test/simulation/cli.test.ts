import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runInMemory } from '../command/run-in-memory.ts';
import { runProcess } from '../command/run-process.ts';
import { runSeeds } from './fleet.ts';
import type { Run } from './simulate.ts';
import { simulateTool } from './simulate-tool.ts';

const program = join(import.meta.dirname, 'cli.ts');

describe('the simulate command', () => {
  const most = Number.MAX_SAFE_INTEGER;
  for (const [words, told] of [
    ['--seeds 0', 'Cannot use "0" as --seeds: give a whole number from 1 to 9007199254740991'],
    ['--threads 1000', 'Cannot use "1000" as --threads: give a whole number from 1 to 256'],
    ['--minutes soon', 'Cannot use "soon" as --minutes: give a number above 0, and up to 1000000'],
    [
      `--seeds 3 --from ${most}`,
      `Cannot use --seeds 3 from ${most} on: the last seed is at most ${most}`,
    ],
    [
      '--seed 99999999999999999999999',
      'Cannot use "99999999999999999999999" as --seed: give a whole number from 1 to 9007199254740991',
    ],
    ['--seed 1 --seeds 2', 'Cannot use --seed and --seeds together: leave one out'],
    ['--seed 1 --from 2', 'Cannot use --seed and --from together: leave one out'],
    ['--seed 1 --minutes 2', 'Cannot use --seed and --minutes together: leave one out'],
    ['--seed 1 --threads 2', 'Cannot use --seed and --threads together: leave one out'],
    ['--shrink', 'Cannot use --shrink without --seed: name the seed whose script it is'],
    ['--bad', 'Cannot run simulate: --bad is no flag of it; --help lists them'],
  ] as const)
    it(`ends with 2 and one line for: ${words}`, async () => {
      const expected = { code: 2, out: '', talk: `${told}\n` };
      assert.deepEqual(await runInMemory(simulateTool, words.split(' ')), expected);
    });

  it('runs up to the last seed that there is, and no further', async () => {
    const words = ['--seeds', '1', '--from', String(most), '--threads', '2', '--json'];
    const { code, out } = await runInMemory(simulateTool, words);
    assert.deepEqual([code, JSON.parse(out).seeds], [0, 1]);
  });

  it('prints the totals of one seed as one line of JSON', async () => {
    const { code, out, talk } = await runInMemory(simulateTool, ['--seed', '7', '--json']);
    assert.deepEqual([code, talk], [0, 'seed 7: every promise was kept\n']);
    assert.equal(out.split('\n').length, 2);
    const { seeds, simulatedHours } = JSON.parse(out);
    assert.deepEqual([seeds, simulatedHours], [1, 10]);
  });

  it('tells how far it is every few seconds, however many seeds are left', async () => {
    let now = 0;
    const { talk } = await runInMemory(
      simulateTool,
      ['--seeds', '100000', '--from', '1', '--minutes', '1', '--threads', '1', '--json'],
      {
        // Each look at the clock finds it five seconds on.
        now: () => {
          now += 5_000;
          return now;
        },
      },
    );
    const lines = talk.split('\n').filter((line) => /^\d+ of 100000 seeds, /.test(line));
    assert.ok(lines.length >= 4, talk);
  });

  it('prints the totals so far when Ctrl-C ends it', async () => {
    const words = ['--seeds', '20', '--threads', '1', '--json'];
    const end = await runProcess(program, words, { interruptAt: '1 of 20 seeds' });
    assert.equal(end.code, 130, end.stderr);
    assert.ok(JSON.parse(end.stdout).seeds < 20);
    assert.match(end.stderr, /Stopped by SIGINT\n$/);
  });
});

describe('threads that run seeds', () => {
  const running = (script: string, threads = 2, signal = new AbortController().signal) => {
    const program = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const heard: unknown[] = [];
    const hear = (run: Run): void => void heard.push(run);
    const ends = runSeeds([1, 2, 3, 4].values(), { threads, signal, program }, hear);
    return { ends, heard };
  };
  const onMessage = (act: string): string =>
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (seed) => { ${act} });`;

  it('answer each seed once', async () => {
    const { ends, heard } = running(onMessage('parentPort.postMessage(seed)'));
    await ends;
    assert.deepEqual(heard.toSorted(), [1, 2, 3, 4]);
  });

  for (const [what, act, told] of [
    ['throws', "throw new Error('out of luck')", /seed 1: its thread died: out of luck$/],
    ['ends', 'process.exit(3)', /seed 1: its thread died: it ended with 3$/],
    [
      'rejects',
      "Promise.reject(new Error('nobody hears'))",
      /seed 1: its thread died: nobody hears$/,
    ],
  ] as const)
    it(`of which one ${what} all end, and tell why`, async () => {
      const die = onMessage(`if (seed === 1) { ${act} }`);
      // The other thread never answers.
      await assert.rejects(running(die).ends, { message: told });
    });

  it('end when they are told to, in the middle of a seed', async () => {
    const stop = new AbortController();
    const { ends } = running(onMessage('for (;;);'), 2, stop.signal);
    setImmediate(() => stop.abort(new Error('enough')));
    await assert.rejects(ends, { message: 'enough' });
  });
});
