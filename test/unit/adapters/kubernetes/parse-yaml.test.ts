import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseYaml } from '../../../../lib/adapters/kubernetes/parse-yaml.ts';

describe('YAML', () => {
  it('is read with its anchors', () => {
    assert.deepEqual(parseYaml('a: &x {b: [1, yes]}\nc: *x\n'), {
      a: { b: [1, 'yes'] },
      c: { b: [1, 'yes'] },
    });
  });

  it('brings nothing into the objects that it becomes', () => {
    const read = parseYaml('__proto__: {polluted: true}\nconstructor: {prototype: {polluted: 1}}');
    assert.deepEqual(Object.keys(Object(read)), ['__proto__', 'constructor']);
    assert.equal(Object({}).polluted, undefined);
  });

  it('makes nothing but plain values, whatever its tags say', () => {
    assert.equal(parseYaml('!!js/function "() => 1"'), '() => 1');
  });
});

describe('YAML that is meant to do harm', () => {
  const size = 65_536;
  const fill = (part: string): string => part.repeat(size / part.length);
  const refused: readonly (readonly [title: string, text: string])[] = [
    ['a key twice', 'a: 1\na: 2'],
    ['a mapping as a key', '? {a: 1}\n: 2'],
    ['a key that is an alias', '&a k: 1\n? *a\n: 2'],
    [
      'aliases of aliases',
      ['a: &a [x,x,x,x,x,x,x,x,x]', ...[...'bcdefghij'].map(level)].join('\n'),
    ],
    ['lists in lists', fill('[')],
    ['mappings as keys of mappings', fill('{')],
    ['keys of keys', fill('? ')],
    ['faults all over', fill('}\n')],
  ];
  for (const [title, text] of refused) {
    it(`is refused: ${title}`, () => assert.throws(() => parseYaml(text)));
  }

  const endless: readonly (readonly [title: string, text: string])[] = [
    ['keys', Array.from({ length: 7_000 }, (_, at) => `k${at}: 1`).join('\n')],
    ['aliases', Array.from({ length: 3_000 }, (_, at) => `- &a${at} 1\n- *a${at}`).join('\n')],
    ['lines', `a: 1${fill('\n')}`],
  ];
  for (const [title, text] of endless) {
    it(`comes to an end: ${title}`, () => assert.ok(parseYaml(text)));
  }
});

function level(name: string, index: number): string {
  const before = '*'.concat('abcdefghi'.charAt(index));
  return `${name}: &${name} [${Array.from({ length: 9 }, () => before).join(',')}]`;
}
