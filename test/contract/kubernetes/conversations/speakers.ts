import assert from 'node:assert/strict';
import type { Speaker } from './play.ts';

/** Gives each conversation with a server a namespace of its own. */
export const createSpeakers = (url: string): (() => Promise<Speaker>) => {
  let count = 0;
  return async () => {
    count += 1;
    const namespace = `talk-${String(count).padStart(4, '0')}`;
    const made = await fetch(`${url}/api/v1/namespaces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name: namespace } }),
    });
    assert.equal(made.status, 201, await made.text());
    return { url, namespace };
  };
};
