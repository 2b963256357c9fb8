import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json, JsonObject } from '../../../lib/core/model/json.ts';
import { holds, ownsBeyond } from '../../../lib/core/propagation/field-difference.ts';
import { fieldSet } from '../../../lib/core/propagation/field-set.ts';

describe('whether what is stored holds what is wanted', () => {
  const table: readonly [string, Json | undefined, Json, boolean][] = [
    ['the same value', 1, 1, true],
    ['another value', 1, 2, false],
    ['a value instead of an object', 'a', {}, false],
    ['a value instead of a list', 'a', [], false],
    ['a list instead of an object', [], {}, false],
    ['an object instead of a list', {}, [], false],
    ['a field more than wanted', { a: 1, b: 2 }, { a: 1 }, true],
    ['a field less than wanted', { a: 1 }, { a: 1, b: 2 }, false],
    ['nothing for an empty object', {}, { a: {} }, true],
    ['nothing for an empty list', {}, { a: [] }, true],
    ['nothing for null', {}, { a: null }, true],
    ['nothing for a list', {}, { a: [1] }, false],
    ['nothing for an object', {}, { a: { b: 1 } }, false],
    ['nothing for a value', {}, { a: 0 }, false],
    ['nothing for an empty text', {}, { a: '' }, false],
    ['a list as it is', { a: [1, 2] }, { a: [1, 2] }, true],
    ['a list in another order', { a: [2, 1] }, { a: [1, 2] }, false],
    ['a list with a value more', { a: [1, 2, 3] }, { a: [1, 2] }, false],
    ['a list with a value less', { a: [1] }, { a: [1, 2] }, false],
    ['a list with another value', { a: [1, 3] }, { a: [1, 2] }, false],
    ['a selector as it is', { selector: { a: 'x' } }, { selector: { a: 'x' } }, true],
    [
      'a selector with a key more',
      { selector: { a: 'x', b: 'y' } },
      { selector: { a: 'x' } },
      false,
    ],
    ['a selector with another key', { selector: { b: 'x' } }, { selector: { a: 'x' } }, false],
  ];
  for (const [title, stored, wanted, expected] of table) {
    it(`${title}: ${expected}`, () => assert.equal(holds(stored, wanted), expected));
  }

  const tcp = (port: number, given: JsonObject = {}) => ({ port, protocol: 'TCP', ...given });
  const ports: readonly [string, readonly Json[], readonly Json[], boolean][] = [
    ['none wanted', [tcp(80)], [], true],
    ['a port of its own added', [tcp(80), tcp(81)], [tcp(80)], true],
    ['one missing', [tcp(80)], [tcp(80), tcp(81)], false],
    ['all missing', [], [tcp(80)], false],
    ['a protocol left out, which is TCP', [tcp(80)], [{ port: 80 }], true],
    ['another protocol', [tcp(80)], [{ port: 80, protocol: 'UDP' }], false],
    ['no number where none was given', [{ protocol: 'TCP' }], [tcp(80)], false],
    ['another target', [tcp(80, { targetPort: 1 })], [tcp(80, { targetPort: 2 })], false],
    ['another order', [tcp(81), tcp(80)], [tcp(80), tcp(81)], false],
    ['what is no port', [null, 'x', tcp(80)], [tcp(80)], true],
    ['a wish that is no port', [tcp(80)], ['x'], false],
    ['the same port wanted twice', [tcp(80)], [tcp(80), tcp(80)], false],
  ];
  for (const [title, stored, wanted, expected] of ports) {
    it(`ports, ${title}: ${expected}`, () => {
      assert.equal(holds({ ports: stored }, { ports: wanted }), expected);
    });
  }
});

describe('whether we own a field that is no longer wanted', () => {
  const wanted: JsonObject = {
    spec: {
      type: 'LoadBalancer',
      loadBalancerSourceRanges: ['192.0.2.0/24', '198.51.100.0/24'],
      ports: [
        { port: 80, name: 'http' },
        { port: 53, protocol: 'UDP' },
      ],
    },
  };
  const spec = (fields: JsonObject): JsonObject => ({ 'f:spec': { '.': {}, ...fields } });
  const port = (key: string, fields: JsonObject = {}) =>
    spec({ 'f:ports': { '.': {}, [`k:${key}`]: { '.': {}, ...fields } } });
  const table: readonly [string, JsonObject, boolean][] = [
    ['nothing owned', {}, false],
    ['a field that is wanted', spec({ 'f:type': {} }), false],
    ['a field that is not', spec({ 'f:externalName': {} }), true],
    [
      'a field below one that is not',
      spec({ 'f:sessionAffinityConfig': { 'f:clientIP': {} } }),
      true,
    ],
    ['a field below a value', spec({ 'f:type': { 'f:name': {} } }), true],
    ['a value of a set', spec({ 'f:loadBalancerSourceRanges': { 'v:"192.0.2.0/24"': {} } }), false],
    [
      'a value that is not in it',
      spec({ 'f:loadBalancerSourceRanges': { 'v:"203.0.113.0/24"': {} } }),
      true,
    ],
    ['a value of what is no list', spec({ 'f:type': { 'v:"LoadBalancer"': {} } }), true],
    ['a port', port('{"port":53,"protocol":"UDP"}', { 'f:protocol': {} }), false],
    ['a port whose protocol is left out', port('{"port":80,"protocol":"TCP"}'), false],
    ['a port of another protocol', port('{"port":80,"protocol":"UDP"}'), true],
    ['a port of another number', port('{"port":81,"protocol":"TCP"}'), true],
    ['a field of a port', port('{"port":80,"protocol":"TCP"}', { 'f:name': {} }), false],
    [
      'a field that the port lacks',
      port('{"port":80,"protocol":"TCP"}', { 'f:nodePort': {} }),
      true,
    ],
    ['a port of what is no list', spec({ 'f:type': { 'k:{"port":80}': {} } }), true],
    ['a key that is no JSON', port('{port'), true],
    ['a key that is no object', port('80'), true],
    ['an entry of a form that nobody knows', spec({ 'f:ports': { 'i:0': {} } }), true],
    ['such an entry with an object in it', spec({ 'f:ports': { 'x:{"port":80}': {} } }), true],
  ];
  for (const [title, fields, expected] of table) {
    it(`${title}: ${expected}`, () => assert.equal(ownsBeyond(fields, fieldSet(wanted)), expected));
  }
});
