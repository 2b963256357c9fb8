import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiCall, ApiClient } from '../../../../lib/adapters/kubernetes/api-client.ts';
import { readAllPages } from '../../../../lib/adapters/kubernetes/list-pages.ts';

const call: ApiCall = { what: 'list things', method: 'GET', path: '/things' };

const clientOf = (answer: (call: ApiCall) => object): ApiClient & { readonly asked: ApiCall[] } => {
  const asked: ApiCall[] = [];
  return {
    place: 'in cluster tokyo',
    asked,
    send: async (one) => {
      asked.push(one);
      return { status: 200, text: JSON.stringify(answer(one)) };
    },
  };
};

describe('a list in pages', () => {
  it('is read to its end, and of each item only what is wanted', async () => {
    const pages = [
      { metadata: { continue: 'next' }, items: [{ at: 1 }, { at: 2 }] },
      { metadata: {}, items: [{ at: 3 }] },
    ];
    const client = clientOf(({ query }) => pages[query?.['continue'] === 'next' ? 1 : 0] ?? {});
    assert.deepEqual(
      await readAllPages(client, call, { read: (item) => Object(item).at }),
      [1, 2, 3],
    );
  });

  it('is given up where it has no end', async () => {
    const client = clientOf(() => ({ metadata: { continue: 'again' }, items: [1] }));
    await assert.rejects(readAllPages(client, call, { read: String }), {
      name: 'ControllerError',
      kind: 'terminal',
      message: 'Cannot list things in cluster tokyo: the list has more than 100 pages',
    });
    assert.equal(client.asked.length, 100);
  });

  it('is refused where a page has more items than were asked for', async () => {
    const page = (length: number) => ({ metadata: {}, items: Array.from({ length }, () => 0) });
    for (const limit of [500, 20]) {
      const reading = { read: Number, ...(limit === 500 ? {} : { limits: [limit] }) };
      const good = clientOf(() => page(limit));
      assert.equal((await readAllPages(good, call, reading)).length, limit);
      assert.equal(good.asked[0]?.query?.['limit'], String(limit));
      await assert.rejects(
        readAllPages(
          clientOf(() => page(limit + 1)),
          call,
          reading,
        ),
        {
          kind: 'terminal',
          message: `Cannot list things in cluster tokyo: a page has ${limit + 1} items where ${limit} were asked for`,
        },
      );
    }
  });

  it('is refused where it is no list', async () => {
    for (const items of ['x', { length: 1 }, 7]) {
      const client = clientOf(() => ({ metadata: {}, items }));
      await assert.rejects(readAllPages(client, call, { read: String }), {
        kind: 'defect',
        message: 'Cannot list things in cluster tokyo: expected a list at items',
      });
    }
  });
});
