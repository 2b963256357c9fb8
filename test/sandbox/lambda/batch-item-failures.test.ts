import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFailedItems } from '../../../infra/sandbox/lambda/batch-item-failures.ts';

const batch = new Set(['a', 'b', 'c']);
const failures = (...ids: readonly unknown[]): unknown => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('the partial batch response', () => {
  const cases: readonly {
    readonly name: string;
    readonly response: unknown;
    readonly failed: 'all' | readonly string[];
  }[] = [
    { name: 'nothing', response: undefined, failed: [] },
    { name: 'null', response: null, failed: [] },
    { name: 'an empty object', response: {}, failed: [] },
    { name: 'a null list', response: { batchItemFailures: null }, failed: [] },
    { name: 'an empty list', response: failures(), failed: [] },
    { name: 'one item', response: failures('b'), failed: ['b'] },
    { name: 'every item', response: failures('a', 'b', 'c'), failed: ['a', 'b', 'c'] },
    { name: 'one item twice', response: failures('b', 'b'), failed: ['b'] },
    { name: 'an empty identifier', response: failures(''), failed: 'all' },
    { name: 'a null identifier', response: failures(null), failed: 'all' },
    { name: 'a numeric identifier', response: failures(1), failed: 'all' },
    { name: 'an unknown identifier', response: failures('a', 'd'), failed: 'all' },
    { name: 'a wrong key', response: { batchItemFailures: [{ id: 'a' }] }, failed: 'all' },
    { name: 'a bare identifier', response: { batchItemFailures: ['a'] }, failed: 'all' },
    { name: 'no list', response: { batchItemFailures: 'a' }, failed: 'all' },
    { name: 'text', response: 'ok', failed: 'all' },
    { name: 'a list', response: [], failed: 'all' },
  ];
  for (const { name, response, failed } of cases) {
    it(`with ${name} fails ${failed === 'all' ? 'the whole batch' : `[${failed}]`}`, () => {
      const result = readFailedItems(response, batch);
      assert.deepEqual(result === 'all' ? result : [...result], failed);
    });
  }
});
