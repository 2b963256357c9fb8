import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openThread, type Thread } from '../../../infra/sandbox/thread/open-thread.ts';
import type { Settings } from './a-thread.ts';

const file = new URL('./a-thread.ts', import.meta.url);

const open = (
  begins: Settings['begins'],
  onHeard: (heard: string) => void = () => undefined,
): Promise<Thread<{ readonly greeting: string }>> =>
  openThread<{ readonly greeting: string }, string>({ file, settings: { begins }, onHeard });

suite('a thread of the sandbox', () => {
  test('tells what has started, does what is ordered, and is heard before the order is done', async () => {
    const heard: string[] = [];
    const thread = await open('well', (word) => heard.push(word));
    await thread.order('speak');
    assert.deepEqual([thread.ready, heard], [{ greeting: 'hello' }, ['spoken']]);
    await thread.end();
  });

  test('throws what an order threw, and serves on', async () => {
    const thread = await open('well');
    await assert.rejects(thread.order('fail'), { message: 'Cannot do that' });
    await assert.rejects(thread.order('dance'), { message: 'Cannot dance: no such order' });
    await thread.order('speak');
    await thread.end();
  });

  test('that cannot start throws why, with the code of the system', async () => {
    await assert.rejects(open('with a taken port'), {
      message: 'Cannot start',
      code: 'EADDRINUSE',
    });
  });

  test('that ends leaves no order waiting', async () => {
    const thread = await open('well');
    const waiting = assert.rejects(thread.order('wait'), /^Error: Cannot go on: the thread of/);
    await thread.end();
    await waiting;
  });
});
