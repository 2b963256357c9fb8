import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  awaitReady,
  keepRunning,
  type Program,
  startProgram,
} from '../../../infra/sandbox/control-plane/program.ts';

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const limit = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > limit) assert.fail('it does not come true within 10 s');
    await pause(20);
  }
};

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a program beside the sandbox', () => {
  let folder = '';
  let started: Program[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-program-'));
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((program) => program.kill()));
    await rm(folder, { recursive: true, force: true });
  });

  const shell = (script: string) => ({
    file: '/bin/sh',
    args: ['-c', script],
    logFile: join(folder, 'log'),
  });
  const start = async (script: string): Promise<Program> => {
    const program = await startProgram(shell(script));
    started.push(program);
    return program;
  };
  /** The process that wrote its own id into the log. */
  const pidOf = async (program: Program): Promise<number> => {
    await until(async () => /^\d+$/.test(await program.lastLines()));
    return Number(await program.lastLines());
  };

  test('is gone once kill resolves, even where it would not go by itself', async () => {
    const program = await start("trap '' TERM INT HUP; echo $$; while :; do sleep 1; done");
    const pid = await pidOf(program);
    assert.equal(program.isRunning(), true);
    await program.kill();
    assert.equal(program.isRunning(), false);
    await until(() => !exists(pid));
  });

  test('may be killed twice, or after its end', async () => {
    const program = await start('exit 3');
    await program.ended;
    await program.kill();
    await program.kill();
    assert.equal(program.isRunning(), false);
  });

  test('is awaited until it is ready', async () => {
    const program = await start(`sleep 0.2; echo > ${folder}/ready; exec sleep 60`);
    const isReady = async (): Promise<boolean> => existsSync(join(folder, 'ready'));
    await awaitReady(program, { name: 'it', limitMs: 10_000, isReady });
    assert.equal(program.isRunning(), true);
  });

  test('that ends instead tells its last lines', async () => {
    const program = await start('for line in $(seq 20); do echo line $line; done; exit 1');
    const never = { name: 'it', limitMs: 10_000, isReady: async () => false };
    const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 9}`).join('\n');
    const message = `Cannot start it: it ended; its last lines are:\n${lines}`;
    await assert.rejects(awaitReady(program, never), { message });
  });

  test('that finds its port taken says so', async () => {
    const program = await start('echo listen tcp 127.0.0.1:1: bind: address already in use');
    const never = { name: 'it', limitMs: 10_000, isReady: async () => false };
    await assert.rejects(awaitReady(program, never), { code: 'EADDRINUSE' });
  });

  test('that takes too long is killed', async () => {
    const program = await start('echo still at it; exec sleep 60');
    const never = { name: 'it', limitMs: 300, isReady: async () => false };
    await assert.rejects(awaitReady(program, never), {
      message:
        /^Cannot start it: it does not answer within 0\.3 s; its last lines are:\nstill at it$/,
    });
    assert.equal(program.isRunning(), false);
  });

  test('that nobody waits for any more is killed', async () => {
    const program = await start('exec sleep 60');
    const signal = AbortSignal.abort(new Error('enough'));
    const never = { name: 'it', limitMs: 10_000, isReady: async () => false, signal };
    await assert.rejects(awaitReady(program, never), { message: 'enough' });
    assert.equal(program.isRunning(), false);
  });

  test('that does not exist fails as it is awaited', async () => {
    const program = await startProgram({ ...shell(''), file: join(folder, 'nothing') });
    const never = { name: 'it', limitMs: 10_000, isReady: async () => false };
    await assert.rejects(awaitReady(program, never), {
      message: /^Cannot start it: it ended; .*nothing: not found|No such file/s,
    });
  });

  test('that is kept running comes again when it ends, and no more once stopped', async () => {
    const runs = join(folder, 'runs');
    const { stop } = await keepRunning(shell(`echo >> ${runs}`));
    const count = async (): Promise<number> => (await readFile(runs, 'utf8')).length;
    await until(async () => existsSync(runs) && (await count()) > 1);
    await stop();
    const then = await count();
    await pause(800);
    assert.equal(await count(), then);
  });
});
