import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  difference,
  fieldSetOf,
  hasPath,
  intersection,
  pathsOf,
  union,
  withoutTopFields,
} from '../../../../infra/sandbox/kubernetes/schema/field-set.ts';
import {
  decodeFieldsV1,
  encodeFieldsV1,
} from '../../../../infra/sandbox/kubernetes/schema/fields-v1.ts';
import {
  displayPath,
  type Path,
} from '../../../../infra/sandbox/kubernetes/schema/path-element.ts';

const element = fc.constantFrom('f:a', 'f:b', 'k:{"port":80,"protocol":"TCP"}', 'v:"x"', 'v:7');
const path: fc.Arbitrary<Path> = fc.array(element, { minLength: 1, maxLength: 4 });
const paths = fc.array(path, { maxLength: 8 });
const texts = (some: readonly Path[]): readonly string[] =>
  [...new Set(some.map((one) => one.join(' ')))].toSorted();

describe('field sets', () => {
  it('hold the paths they were made of, through FieldsV1 too', () => {
    fc.assert(
      fc.property(paths, (some) => {
        const set = fieldSetOf(some);
        assert.deepEqual(texts(pathsOf(set)), texts(some));
        assert.deepEqual(texts(pathsOf(decodeFieldsV1(encodeFieldsV1(set)))), texts(some));
      }),
    );
  });

  it('unite, intersect and subtract as sets of paths do', () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const [a, b] = [fieldSetOf(left), fieldSetOf(right)];
        assert.deepEqual(texts(pathsOf(union(a, b))), texts([...left, ...right]));
        const both = left.filter((one) => hasPath(b, one));
        assert.deepEqual(texts(pathsOf(intersection(a, b))), texts(both));
        const only = left.filter((one) => !hasPath(b, one));
        assert.deepEqual(texts(pathsOf(difference(a, b))), texts(only));
      }),
    );
  });

  it('lose a top field with all below it', () => {
    const set = fieldSetOf([['f:spec'], ['f:spec', 'f:type'], ['f:status', 'f:phase']]);
    assert.deepEqual(pathsOf(withoutTopFields(set, ['spec'])), [['f:status', 'f:phase']]);
  });

  it('come in the order of the server: fields, keyed items, set items; members before what is below', () => {
    const some = [['v:"x"'], ['f:b', 'f:c'], ['k:{"a":1}'], ['f:b'], ['v:7'], ['f:a', 'f:z']];
    const ordered = pathsOf(fieldSetOf(some)).map((one) => one.join(' '));
    assert.deepEqual(ordered, ['f:b', 'k:{"a":1}', 'v:7', 'v:"x"', 'f:a f:z', 'f:b f:c']);
  });

  it('read keys in any spelling as one', () => {
    const spaced = decodeFieldsV1({ 'k:{"protocol": "TCP", "port": 80}': {} });
    assert.ok(hasPath(spaced, ['k:{"port":80,"protocol":"TCP"}']));
  });

  it('pass over steps that they do not know', () => {
    assert.deepEqual(pathsOf(decodeFieldsV1({ 'z:a': {}, 'f:a': {}, 'k:{': {}, 'v:[': {} })), [
      ['f:a'],
    ]);
  });

  it('are shown as conflicts show them', () => {
    const shown = displayPath(['f:spec', 'f:ports', 'k:{"port":80,"protocol":"TCP"}', 'f:name']);
    assert.equal(shown, '.spec.ports[port=80,protocol="TCP"].name');
    assert.equal(
      displayPath(['f:metadata', 'f:finalizers', 'v:"a"']),
      '.metadata.finalizers[="a"]',
    );
  });
});
