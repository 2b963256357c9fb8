import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonMergePatch } from '../../../../infra/sandbox/kubernetes/patch/merge-patch.ts';
import type { Json } from '../../../../infra/sandbox/kubernetes/resource.ts';

// The table of RFC 7386 appendix A: original, patch, result.
const cases: readonly (readonly [Json, Json, Json])[] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

for (const [original, patch, result] of cases) {
  test(`merging ${JSON.stringify(patch)} into ${JSON.stringify(original)}`, () => {
    assert.deepEqual(jsonMergePatch(original, patch), result);
  });
}
