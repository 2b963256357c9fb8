import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiCall } from '../../../../lib/adapters/kubernetes/api-client.ts';
import type { ClusterAccess } from '../../../../lib/adapters/kubernetes/cluster-access.ts';
import { createMemberClusters } from '../../../../lib/adapters/kubernetes/member-clusters.ts';
import { ControllerError } from '../../../../lib/core/model/failure.ts';
import { memberAt } from './fixtures.ts';

const key = { namespace: 'web', name: 'shop' };
const tokyo = memberAt('https://tokyo.example');
const oregon = memberAt('https://oregon.example', { name: 'oregon' });

const settle = (): Promise<void> => new Promise((next) => setImmediate(next));

/** Members whose every answer is given by hand. */
const start = () => {
  const asked: {
    readonly cluster: string;
    readonly call: ApiCall;
    answer: (json: object) => void;
  }[] = [];
  const access: ClusterAccess = {
    clientOf: ({ name }) => ({
      place: `in cluster ${name}`,
      send: (call) =>
        new Promise((resolve, reject) => {
          const answer = (json: object): void =>
            resolve({ status: 200, text: JSON.stringify(json) });
          asked.push({ cluster: name, call, answer });
          const refused = (): void =>
            reject(
              new ControllerError('transient', 'Cannot: aborted', { fields: { aborted: true } }),
            );
          call.signal?.addEventListener('abort', refused, { once: true });
        }),
    }),
    close: () => undefined,
  };
  return { asked, members: createMemberClusters(access) };
};

const slice = (...addresses: readonly string[]) => ({ endpoints: [{ addresses }] });
const lastPage = { metadata: {}, items: [slice('a')] };

describe('lists of one cluster', () => {
  it('are read three at once, whatever they list; those of another cluster do not wait', async () => {
    const { asked, members } = start();
    const options = { labelSelector: '' };
    const all = [
      members.countReadyEndpoints(tokyo, key),
      members.listServices(tokyo, options),
      members.listSlices(tokyo, options),
      members.countReadyEndpoints(tokyo, key),
      members.countReadyEndpoints(oregon, key),
    ];
    await settle();
    assert.deepEqual(
      asked.map(({ cluster }) => cluster),
      ['tokyo', 'tokyo', 'tokyo', 'oregon'],
    );
    asked[1]?.answer({ metadata: {}, items: [] });
    await settle();
    assert.equal(asked.length, 5);
    asked[2]?.answer({ metadata: {}, items: [] });
    for (const at of [0, 3, 4]) asked[at]?.answer(lastPage);
    await Promise.all(all);
  });

  it('the slices of one Service are one list, to the last page', async () => {
    const { asked, members } = start();
    const all = Array.from({ length: 4 }, () => members.countReadyEndpoints(tokyo, key));
    await settle();
    asked[0]?.answer({ metadata: { continue: 'more' }, items: [slice('a')] });
    await settle();
    assert.deepEqual(
      asked.map(({ call }) => call.query?.['continue']),
      [undefined, undefined, undefined, 'more'],
    );
    for (const at of [1, 2, 3]) asked[at]?.answer(lastPage);
    await settle();
    asked[4]?.answer(lastPage);
    assert.deepEqual(await Promise.all(all), [1, 1, 1, 1]);
  });

  it('a call that is aborted while it waits fails in words, and never asks', async () => {
    const { asked, members } = start();
    const running = new AbortController();
    const three = Array.from({ length: 3 }, () =>
      members.countReadyEndpoints(tokyo, key, running.signal),
    );
    const own = new AbortController();
    const waiting = members.countReadyEndpoints(tokyo, key, own.signal);
    own.abort();
    await assert.rejects(waiting, {
      name: 'ControllerError',
      kind: 'transient',
      message: 'Cannot wait for other lists in cluster tokyo: the call was aborted',
      fields: { aborted: true },
    });
    running.abort();
    assert.equal((await Promise.allSettled(three)).length, 3);
    const next = members.countReadyEndpoints(tokyo, key);
    await settle();
    assert.equal(asked.length, 4);
    asked[3]?.answer(lastPage);
    assert.equal(await next, 1);
  });
});

describe('the slices of one Service', () => {
  it('are given up after a million characters of ever new addresses', async () => {
    const { asked, members } = start();
    const count = members.countReadyEndpoints(tokyo, key);
    const refused = assert.rejects(count, {
      kind: 'terminal',
      message:
        'Cannot read the EndpointSlices of Service web/shop in cluster tokyo: their addresses have more than 1000000 characters',
    });
    const address = (at: number): string => `${at}`.padStart(250_000, 'x');
    for (let page = 0; page < 5; page += 1) {
      await settle();
      // An address that is known already counts for nothing.
      asked[page]?.answer({
        metadata: { continue: 'more' },
        items: [slice(address(page), address(0))],
      });
    }
    await refused;
    assert.equal(asked.length, 5);
  });

  it('are asked for by twenty, and less where that is too large', async () => {
    const limits: (string | undefined)[] = [];
    const bytes = new Set<number | undefined>();
    const access: ClusterAccess = {
      clientOf: () => ({
        place: 'in cluster tokyo',
        send: async ({ query, maxAnswerBytes }) => {
          limits.push(query?.['limit']);
          bytes.add(maxAnswerBytes);
          if (query?.['limit'] === '1') return { status: 200, text: JSON.stringify(lastPage) };
          const fields = { tooLarge: true };
          throw new ControllerError('terminal', 'Cannot: too large', { fields });
        },
      }),
      close: () => undefined,
    };
    assert.equal(await createMemberClusters(access).countReadyEndpoints(tokyo, key), 1);
    assert.deepEqual(limits, ['20', '5', '1']);
    assert.deepEqual([...bytes], [4 * 1024 * 1024]);
  });
});
