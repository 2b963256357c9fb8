import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UsageError } from '../../lib/cli/words/usage-error.ts';
import { runInMemory } from './run-in-memory.ts';
import { Stopped } from './stopped.ts';
import type { Tool } from './tool.ts';

const tool = (run: Tool['run'] = () => Promise.resolve(0)): Tool => ({
  name: 'weigh',
  summary: 'Weighs things.',
  usage: ['[--most N] [--all]', '--one'],
  flags: [
    { name: 'most', value: 'N', summary: 'how many' },
    { name: 'all', summary: 'everything' },
    { name: 'one', summary: 'one thing' },
  ],
  detail: ['Ends with 1 if something is too heavy.'],
  run,
});

const help = `Weighs things.

Usage: npm run weigh -- [--most N] [--all]
       npm run weigh -- --one

  --most N  how many
  --all     everything
  --one     one thing
  --help    this text

Ends with 1 if something is too heavy.
`;

describe('a tool', () => {
  for (const words of [['--help'], ['-h'], ['--most', '--help'], ['--nonsense', '--help']]) {
    it(`tells what it does with ${words.join(' ')}`, async () => {
      assert.deepEqual(await runInMemory(tool(), words), { code: 0, out: help, talk: '' });
    });
  }

  for (const [words, reason] of [
    [['--mosts', '3'], '--mosts is no flag of it; did you mean --most?'],
    [['--zzzz'], '--zzzz is no flag of it; --help lists them'],
    [['--most'], '--most needs a value, N'],
    [['--most='], '--most needs a value, N'],
    [['--most', ''], '--most needs a value, N'],
    [['--most', '--all'], '--most needs a value, N; write --most=--all if that is it'],
    [['--all=yes'], '--all takes no value'],
    [['--all', '--all'], '--all stands twice'],
    [['stray'], '"stray" is one word too many'],
  ] as const) {
    it(`ends with 2 and one line for: ${words.join(' ')}`, async () => {
      const talk = `Cannot run weigh: ${reason}\n`;
      assert.deepEqual(await runInMemory(tool(), words), { code: 2, out: '', talk });
    });
  }

  it('ends with 2 for what it can not mean itself', async () => {
    const refuses = tool(() => Promise.reject(new UsageError('Cannot weigh air: it is too light')));
    const talk = 'Cannot weigh air: it is too light\n';
    assert.deepEqual(await runInMemory(refuses, []), { code: 2, out: '', talk });
  });

  it('ends with 1 and the reason if it fails, and with what it returns if not', async () => {
    const fails = tool(() => Promise.reject(new Error('Cannot weigh it: the scales broke')));
    const talk = 'Cannot weigh it: the scales broke\n';
    assert.deepEqual(await runInMemory(fails, []), { code: 1, out: '', talk });
    const finds = tool(() => Promise.resolve(1));
    assert.deepEqual(await runInMemory(finds, []), { code: 1, out: '', talk: '' });
  });

  const stopped = (reason: Error) => {
    const stop = new AbortController();
    stop.abort(reason);
    return { signal: stop.signal };
  };

  it('that somebody stops says so, whether it throws or returns what it has', async () => {
    const given = stopped(new Stopped('SIGINT', 130));
    const expected = { code: 130, out: '', talk: 'Stopped by SIGINT\n' };
    const throws = tool((_, { signal }) => Promise.reject(signal.reason));
    assert.deepEqual(await runInMemory(throws, [], given), expected);
    assert.deepEqual(await runInMemory(tool(), [], given), expected);
  });

  it('that nobody reads any more says nothing', async () => {
    const given = stopped(new Stopped('SIGPIPE', 141, { quietly: true }));
    assert.deepEqual(await runInMemory(tool(), [], given), { code: 141, out: '', talk: '' });
  });

  it('that somebody stops after it found a fault ends with 1 all the same', async () => {
    const finds = tool(() => Promise.resolve(1));
    const { code } = await runInMemory(finds, [], stopped(new Stopped('SIGINT', 130)));
    assert.equal(code, 1);
  });

  it('is stopped, not failed, where a process that it waits for hears of Ctrl-C first', async () => {
    const stop = new AbortController();
    const fails = tool(() => {
      setImmediate(() => stop.abort(new Stopped('SIGINT', 130)));
      return Promise.reject(new Error('the process was killed'));
    });
    const { code, talk } = await runInMemory(fails, [], { signal: stop.signal });
    assert.deepEqual({ code, talk }, { code: 130, talk: 'Stopped by SIGINT\n' });
  });

  it('whose output can not be written has failed', async () => {
    const given = stopped(new Error('write ENOSPC'));
    const expected = { code: 1, out: '', talk: 'write ENOSPC\n' };
    assert.deepEqual(await runInMemory(tool(), [], given), expected);
  });
});
