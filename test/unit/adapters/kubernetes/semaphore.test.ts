import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSemaphore } from '../../../../lib/adapters/kubernetes/semaphore.ts';

const settle = (): Promise<void> => new Promise((next) => setImmediate(next));

/** Work for a semaphore of two, that ends when it is told to. */
const start = () => {
  const enter = createSemaphore(2);
  const began: string[] = [];
  const end = new Map<string, PromiseWithResolvers<string>>();
  const run = async (name: string, signal?: AbortSignal): Promise<string> =>
    await enter(() => {
      began.push(name);
      const own = Promise.withResolvers<string>();
      end.set(name, own);
      return own.promise;
    }, signal);
  return { began, end, run };
};

describe('a semaphore', () => {
  it('lets as many in as there is room for, and the others in the order of their coming', async () => {
    const { began, end, run } = start();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => run(name));
    await settle();
    assert.deepEqual(began, ['a', 'b']);
    end.get('b')?.resolve('b');
    await settle();
    assert.deepEqual(began, ['a', 'b', 'c']);
    // Whoever comes later waits behind those that wait.
    const late = run('late');
    for (const name of ['a', 'c', 'd', 'e', 'late']) {
      await settle();
      end.get(name)?.resolve(name);
    }
    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd', 'e']);
    assert.equal(await late, 'late');
    assert.deepEqual(began, ['a', 'b', 'c', 'd', 'e', 'late']);
  });

  it('gives the room of work that fails to the next', async () => {
    const { began, end, run } = start();
    const [first, ...rest] = ['a', 'b', 'c'].map((name) => run(name));
    await settle();
    end.get('a')?.reject(new Error('a failed'));
    await assert.rejects(first ?? assert.fail(), /a failed/);
    await settle();
    assert.deepEqual(began, ['a', 'b', 'c']);
    for (const name of ['b', 'c']) end.get(name)?.resolve(name);
    await Promise.all(rest);
    const again = ['f', 'g', 'h'].map((name) => run(name));
    await settle();
    assert.deepEqual(began.slice(3), ['f', 'g']);
    for (const name of ['f', 'g', 'h']) {
      end.get(name)?.resolve(name);
      await settle();
    }
    await Promise.all(again);
  });

  it('lets go of who is aborted while he waits, and of who is so already', async () => {
    const { began, end, run } = start();
    const running = ['a', 'b'].map((name) => run(name));
    const own = new AbortController();
    const waiting = run('c', own.signal);
    const behind = run('d');
    own.abort(new Error('no time'));
    await assert.rejects(waiting, { name: 'NoAnswer', why: 'aborted' });
    await assert.rejects(run('e', own.signal), { name: 'NoAnswer', why: 'aborted' });
    end.get('a')?.resolve('a');
    await settle();
    assert.deepEqual(began, ['a', 'b', 'd']);
    for (const name of ['b', 'd']) end.get(name)?.resolve(name);
    await Promise.all([...running, behind]);
  });
});
