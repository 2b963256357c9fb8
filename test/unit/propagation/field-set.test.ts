import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '../../../lib/core/model/json.ts';
import { fieldSet } from '../../../lib/core/propagation/field-set.ts';

describe('the fields of a value as a field manager owns them', () => {
  const table: readonly [string, Json, Json][] = [
    ['nothing below a value', 1, {}],
    ['nothing below null', null, {}],
    ['nothing of an empty object', {}, {}],
    ['names of an object', { a: 1, b: { c: null } }, { 'f:a': {}, 'f:b': { 'f:c': {} } }],
    [
      'values of a list',
      { a: ['x', 1, null] },
      { 'f:a': { 'v:"x"': {}, 'v:1': {}, 'v:null': {} } },
    ],
    [
      'ports by number and protocol',
      [{ protocol: 'UDP', port: 53, name: 'dns' }, { port: 80 }],
      {
        'k:{"port":53,"protocol":"UDP"}': { 'f:protocol': {}, 'f:port': {}, 'f:name': {} },
        'k:{"port":80,"protocol":"TCP"}': { 'f:port': {} },
      },
    ],
  ];
  for (const [title, value, expected] of table) {
    it(title, () => assert.deepEqual(fieldSet(value), expected));
  }
});
