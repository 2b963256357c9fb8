import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Json } from '../../../lib/core/model/json.ts';
import { sameJson } from '../../../lib/core/model/same-json.ts';

describe('same JSON', () => {
  const table: readonly (readonly [string, Json, Json, boolean])[] = [
    ['equal texts', 'a', 'a', true],
    ['null and an object', null, {}, false],
    ['a list and an object with its places as keys', ['a'], { 0: 'a' }, false],
    ['lists in another order', [1, 2], [2, 1], false],
    ['a longer list', [1], [1, 2], false],
    ['keys in another order', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['as many keys, one of them another', { a: null, b: 1 }, { a: null, c: 1 }, false],
    ['an empty object and a missing key', { a: {} }, { b: {} }, false],
    ['a null and a missing key', { a: null }, {}, false],
    ['a number and its text', 1, '1', false],
  ];
  for (const [name, left, right, same] of table) {
    it(`${name}: ${same}`, () => assert.equal(sameJson(left, right), same));
  }

  it('says what the engine says, of any JSON', () => {
    const json = fc.json({ maxDepth: 4 }).map((text): Json => JSON.parse(text));
    fc.assert(
      fc.property(json, json, (left, right) => {
        assert.equal(sameJson(left, left), true);
        assert.equal(sameJson(left, structuredClone(left) as Json), true); // the same shape
        assert.equal(sameJson(left, right), isDeepStrictEqual(left, right));
      }),
    );
  });
});
