import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  JsonPatchError,
  jsonPatch,
} from '../../../../infra/sandbox/kubernetes/patch/json-patch.ts';
import type { Json } from '../../../../infra/sandbox/kubernetes/resource.ts';

type Case = {
  readonly name: string;
  readonly document: Json;
  readonly patch: readonly Json[];
  readonly wanted: Json;
};

// The examples of RFC 6902 appendix A, in its order.
const cases: readonly Case[] = [
  {
    name: 'adding an object member',
    document: { foo: 'bar' },
    patch: [{ op: 'add', path: '/baz', value: 'qux' }],
    wanted: { foo: 'bar', baz: 'qux' },
  },
  {
    name: 'adding an array element',
    document: { foo: ['bar', 'baz'] },
    patch: [{ op: 'add', path: '/foo/1', value: 'qux' }],
    wanted: { foo: ['bar', 'qux', 'baz'] },
  },
  {
    name: 'removing an object member',
    document: { baz: 'qux', foo: 'bar' },
    patch: [{ op: 'remove', path: '/baz' }],
    wanted: { foo: 'bar' },
  },
  {
    name: 'removing an array element',
    document: { foo: ['bar', 'qux', 'baz'] },
    patch: [{ op: 'remove', path: '/foo/1' }],
    wanted: { foo: ['bar', 'baz'] },
  },
  {
    name: 'replacing a value',
    document: { baz: 'qux', foo: 'bar' },
    patch: [{ op: 'replace', path: '/baz', value: 'boo' }],
    wanted: { baz: 'boo', foo: 'bar' },
  },
  {
    name: 'moving a value',
    document: { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    patch: [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    wanted: { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  },
  {
    name: 'moving an array element',
    document: { foo: ['all', 'grass', 'cows', 'eat'] },
    patch: [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    wanted: { foo: ['all', 'cows', 'eat', 'grass'] },
  },
  {
    name: 'testing values that hold',
    document: { baz: 'qux', foo: ['a', 2, 'c'] },
    patch: [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    wanted: { baz: 'qux', foo: ['a', 2, 'c'] },
  },
  {
    name: 'adding a nested member object',
    document: { foo: 'bar' },
    patch: [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    wanted: { foo: 'bar', child: { grandchild: {} } },
  },
  {
    name: 'adding to the end of an array',
    document: { foo: ['bar'] },
    patch: [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    wanted: { foo: ['bar', ['abc', 'def']] },
  },
  {
    name: 'escapes in a pointer',
    document: { 'a/b': 1, '~c': 2 },
    patch: [
      { op: 'remove', path: '/a~1b' },
      { op: 'replace', path: '/~0c', value: 3 },
    ],
    wanted: { '~c': 3 },
  },
  {
    name: 'copying a value, even a null',
    document: { a: null },
    patch: [{ op: 'copy', from: '/a', path: '/b' }],
    wanted: { a: null, b: null },
  },
];

for (const { name, document, patch, wanted } of cases) {
  test(`a JSON patch: ${name}`, () => {
    const before = structuredClone(document);
    assert.deepEqual(jsonPatch(document, patch), wanted);
    assert.deepEqual(document, before);
  });
}

const refused: readonly (readonly [string, Json, readonly Json[]])[] = [
  ['no operation', {}, ['add']],
  ['unknown operation', {}, [{ op: 'merge', path: '/a', value: 1 }]],
  ['pointer without a slash', {}, [{ op: 'add', path: 'a', value: 1 }]],
  ['add without a value', {}, [{ op: 'add', path: '/a' }]],
  ['removing what is not there', {}, [{ op: 'remove', path: '/a' }]],
  ['replacing below what is not there', {}, [{ op: 'replace', path: '/a/b', value: 1 }]],
  ['replacing an item that is not there', { a: [] }, [{ op: 'replace', path: '/a/0', value: 1 }]],
  ['adding below what is not there', {}, [{ op: 'add', path: '/a/b', value: 1 }]],
  ['an index beyond the end', { a: [] }, [{ op: 'add', path: '/a/1', value: 1 }]],
  ['a test that fails', { a: 1 }, [{ op: 'test', path: '/a', value: '1' }]],
];

for (const [name, document, patch] of refused) {
  test(`a JSON patch is refused: ${name}`, () => {
    assert.throws(() => jsonPatch(document, patch), JsonPatchError);
  });
}
