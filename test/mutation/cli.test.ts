import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { runInMemory } from '../command/run-in-memory.ts';
import { mutateTool } from './mutate-tool.ts';

describe('the mutate command', () => {
  for (const [words, told] of [
    [
      ['zone-order', 'nosuchfile'],
      'Cannot mutate "nosuchfile": no file of lib/core has that in its path',
    ],
    [['--bad'], 'Cannot run mutate: --bad is no flag of it; --help lists them'],
  ] as const)
    it(`ends with 2 and one line for: ${words.join(' ')}`, async () => {
      const expected = { code: 2, out: '', talk: `${told}\n` };
      assert.deepEqual(await runInMemory(mutateTool, words), expected);
    });

  it('leaves no folder behind when Ctrl-C ends it', async () => {
    const program = join(import.meta.dirname, 'cli.ts');
    const child = spawn(process.execPath, [program, 'schedule/backoff'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const folder = `.mutation/sandbox-${child.pid}`;
    let wasThere = false;
    child.stdout.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('initial test run')) return;
      wasThere = existsSync(folder);
      child.kill('SIGINT');
    });
    const [, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    assert.equal(code, 130, stderr);
    assert.deepEqual([wasThere, existsSync(folder)], [true, false]);
  });
});
