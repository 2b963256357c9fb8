import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startAll } from '../../../infra/sandbox/start-all.ts';
import { createTearDown } from '../../../infra/sandbox/tear-down.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';

describe('a tear-down', () => {
  test('ends the last first, once, and goes on after a failure', async () => {
    const ended: string[] = [];
    const tearDown = createTearDown();
    tearDown.add(() => void ended.push('first'));
    tearDown.add(() => Promise.reject(new Error('Cannot stop')));
    tearDown.add(async () => void ended.push('last'));
    const failed = { message: 'Cannot end the sandbox cleanly' };
    await Promise.all([
      assert.rejects(tearDown.run(), failed),
      assert.rejects(tearDown.run(), failed),
    ]);
    assert.deepEqual(ended, ['last', 'first']);
  });
});

describe('starting side by side', () => {
  test('waits for the slow ones before it throws', async () => {
    let slowDone = false;
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    const slow = gate.then(() => {
      slowDone = true;
      return 1;
    });
    const all = startAll([Promise.reject(new Error('Cannot start')), slow]);
    resolve();
    await assert.rejects(all, { message: 'Cannot start' });
    assert.equal(slowDone, true);
    assert.deepEqual(await startAll([Promise.resolve(1), Promise.resolve('a')]), [1, 'a']);
  });
});

describe('waiting', () => {
  test('returns what it saw, looking as often as it takes', async () => {
    let looks = 0;
    const look = async () => (++looks === 3 ? 'seen' : undefined);
    const wait = { what: 'it', limitMs: 1_000, everyMs: 1, now: () => 0 };
    assert.equal(await waitUntil(look, wait), 'seen');
    assert.equal(looks, 3);
  });

  test('gives up with the reason once the time has passed', async () => {
    let time = 0;
    const now = () => {
      time += 400;
      return time;
    };
    await assert.rejects(
      waitUntil(
        async () => undefined,
        { what: 'the names', limitMs: 1_000, everyMs: 1, now },
        () => 'two are missing',
      ),
      { message: 'Cannot see the names: not within 1 s; two are missing' },
    );
  });

  test('ends at once with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('Cannot go on: stopped by SIGINT'));
    await assert.rejects(
      waitUntil(async () => undefined, {
        what: 'it',
        limitMs: 60_000,
        everyMs: 60_000,
        now: () => 0,
        signal,
      }),
      /SIGINT/,
    );
  });
});
