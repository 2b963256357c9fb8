import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInMemory } from '../command/run-in-memory.ts';
import { exploreTool } from './explore-tool.ts';

describe('the explore command', () => {
  for (const [words, told] of [
    [['--only', 'nosuch'], /^Cannot use "nosuch" as --only: no name has it; there are "row: /],
    [
      ['--only', 'two of them'],
      /^Cannot use "two of them" as --only: no name has it; only with --long is there one$/,
    ],
    [['--executions', '0'], /^Cannot use "0" as --executions: give a whole number from 1 to /],
    [['--bad'], /^Cannot run explore: --bad is no flag of it; --help lists them$/],
  ] as const)
    it(`ends with 2 and one line for: ${words.join(' ')}`, async () => {
      const { code, out, talk } = await runInMemory(exploreTool, words);
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.match(talk.trimEnd(), told);
      assert.equal(talk.split('\n').length, 2);
    });

  it('explores what it is told, says that it is still at it, and keeps to the bound', async () => {
    let now = 0;
    const line = ['--only', 'a call fails', '--executions', '5'];
    const { code, out, talk } = await runInMemory(exploreTool, line, {
      // Each look at the clock finds it two seconds on.
      now: () => {
        now += 2_000;
        return now;
      },
    });
    assert.equal(code, 0);
    assert.match(out, /^row: two requests, a call fails: bound reached, .* 5 executions, /);
    assert.match(talk, /^still at it: row: two requests, a call fails$/m);
  });

  it('ends between two executions when it is stopped', async () => {
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    const { code, out, talk } = await runInMemory(exploreTool, [], { signal: stop.signal });
    assert.deepEqual({ code, out, talk }, { code: 1, out: '', talk: 'enough\n' });
  });
});
