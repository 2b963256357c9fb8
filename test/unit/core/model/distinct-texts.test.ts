import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { distinctTexts, unionOf } from '../../../../lib/core/model/distinct-texts.ts';

describe('distinct texts', () => {
  const table: readonly [string, readonly (readonly string[])[], string][] = [
    ['none of no list', [], ''],
    ['none of empty lists', [[], []], ''],
    ['one alone', [['a']], 'a'],
    ['one list in any order, with twins', [['b', 'a', 'b']], 'a b'],
    ['one list among empty ones', [[], ['b', 'a'], []], 'a b'],
    ['several lists', [['c', 'a'], ['b'], ['a']], 'a b c'],
    ['in the order of their characters', [['a'], ['B'], ['a-b'], ['a.b']], 'B a a-b a.b'],
  ];
  for (const [title, lists, expected] of table) {
    it(title, () => {
      assert.equal(unionOf(lists).join(' '), expected);
      assert.equal(distinctTexts(lists.flat()).join(' '), expected);
    });
  }
});
