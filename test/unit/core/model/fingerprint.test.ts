import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fingerprint } from '../../../../lib/core/model/fingerprint.ts';
import type { Json } from '../../../../lib/core/model/json.ts';

/** FNV-1a of 64 bits, as its specification puts it (RFC 9923, section 2). */
const fnv1a = (text: string): string => {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index += 1) {
    hash = ((hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n) % 2n ** 64n;
  }
  return hash.toString(16).padStart(16, '0');
};

describe('marks of values', () => {
  const table: readonly [string, Json, string][] = [
    ['a text', 'a', '"a"'],
    ['nothing', null, 'null'],
    ['a number', 1.5, '1.5'],
    ['a list', [1, 'a', [true]], '[1,"a",[true]]'],
    ['a list of objects', [{ b: 1, a: 2 }], '[{"a":2,"b":1}]'],
    ['no list', [], '[]'],
    ['an object, by its keys', { b: 1, a: { d: null, c: [] } }, '{"a":{"c":[],"d":null},"b":1}'],
    ['no object', {}, '{}'],
  ];
  for (const [title, value, canonical] of table) {
    it(`${title}: the hash of its text`, () => assert.equal(fingerprint(value), fnv1a(canonical)));
  }

  it('the hash is that of the specification, of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(fingerprint(text), fnv1a(JSON.stringify(text)));
      }),
    );
  });

  it('all of them are as long, though some begin with zeros', () => {
    const marks = Array.from({ length: 2_000 }, (_, value) => fingerprint(value));
    assert.ok(marks.some((mark) => mark.startsWith('0') || mark[8] === '0'));
    for (const mark of marks) assert.match(mark, /^[0-9a-f]{16}$/);
  });
});
