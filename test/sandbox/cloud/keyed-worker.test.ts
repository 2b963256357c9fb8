import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createKeyedWorker } from '../../../infra/sandbox/cloud/keyed-worker.ts';

const pause = { firstMs: 1, maxMs: 4 };

describe('a keyed worker', () => {
  test('runs one at a time a key, keys side by side, and once more for what was asked meanwhile', async () => {
    const running: string[] = [];
    const log: string[] = [];
    const gates = new Map<string, () => void>();
    const { promise: allDone, resolve: finished } = Promise.withResolvers<void>();
    const worker = createKeyedWorker({
      pause,
      onFailure: (_, error) => assert.fail(String(error)),
      handle: async (key) => {
        assert.ok(!running.includes(key));
        running.push(key);
        log.push(key);
        if (log.length <= 2) await new Promise<void>((open) => gates.set(key, open));
        running.splice(running.indexOf(key), 1);
        if (log.length === 3) finished();
      },
    });
    worker.request('a');
    worker.request('b');
    worker.request('a');
    worker.request('a');
    assert.deepEqual(log, ['a', 'b']);
    gates.get('a')?.();
    await allDone;
    assert.deepEqual(log, ['a', 'b', 'a']);
    gates.get('b')?.();
    await worker.close();
    assert.deepEqual(running, []);
  });

  test('tries again after a failure until it works', async () => {
    const failures: string[] = [];
    let tries = 0;
    const { promise: worked, resolve } = Promise.withResolvers<void>();
    const worker = createKeyedWorker({
      pause,
      onFailure: (key, error) => failures.push(`${key} ${String(error)}`),
      handle: async () => {
        tries += 1;
        if (tries < 3) throw new Error(`try ${tries}`);
        resolve();
      },
    });
    worker.request('a');
    await worked;
    await worker.close();
    assert.deepEqual(failures, ['a Error: try 1', 'a Error: try 2']);
  });

  test('takes nothing after its end', async () => {
    let runs = 0;
    const worker = createKeyedWorker({
      pause,
      onFailure: () => undefined,
      handle: async () => {
        runs += 1;
        throw new Error('again');
      },
    });
    worker.request('a');
    await worker.close();
    worker.request('a');
    assert.equal(runs, 1);
  });
});
