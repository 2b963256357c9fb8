import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '../../../lib/core/model/json.ts';
import { parseClusterSelector, selects } from '../../../lib/core/propagation/cluster-selector.ts';

const read = (...requirements: readonly Json[]) =>
  parseClusterSelector(JSON.stringify(requirements));

describe('a cluster selector that can’t be read says why', () => {
  const key = 'n';
  const table: readonly [string, Json, string][] = [
    ['null', null, 'it is no object'],
    ['a text', 'n=1', 'it is no object'],
    ['no key', { operator: '=' }, 'null is no label key'],
    ['a key that no label has', { key: 'a b', operator: '=' }, '"a b" is no label key'],
    ['no operator', { key }, 'null is no operator'],
    ['an operator that is no text', { key, operator: ['in'] }, '["in"] is no operator'],
    ['an operator that nobody knows', { key, operator: 'like' }, '"like" is no operator'],
    [
      'values that are no list',
      { key, operator: 'in', values: 'a' },
      'values are no list of label values',
    ],
    [
      'an object for values',
      { key, operator: 'in', values: { 0: 'a' } },
      'values are no list of label values',
    ],
    [
      'a value that is no text',
      { key, operator: 'in', values: ['a', 1] },
      'values are no list of label values',
    ],
    [
      'a value that no label has',
      { key, operator: 'in', values: ['a b'] },
      'values are no list of label values',
    ],
    ['in without a value', { key, operator: 'in' }, 'In needs a value'],
    ['not in without a value', { key, operator: 'notin', values: [] }, 'NotIn needs a value'],
    ['equals without a value', { key, operator: '=' }, 'Equals needs exactly one value'],
    [
      'equals with two',
      { key, operator: '==', values: ['a', 'b'] },
      'Equals needs exactly one value',
    ],
    ['differs without a value', { key, operator: '!=' }, 'NotEquals needs exactly one value'],
    ['exists with a value', { key, operator: 'exists', values: ['a'] }, 'Exists takes no values'],
    [
      'does not exist with a value',
      { key, operator: '!', values: ['a'] },
      'DoesNotExist takes no values',
    ],
    [
      'greater without a value',
      { key, operator: 'gt' },
      'GreaterThan needs exactly one whole number',
    ],
    [
      'greater than words',
      { key, operator: '>', values: ['x1'] },
      'GreaterThan needs exactly one whole number',
    ],
    [
      'greater than a fraction',
      { key, operator: '>', values: ['1.5'] },
      'GreaterThan needs exactly one whole number',
    ],
    [
      'less than two numbers',
      { key, operator: 'lt', values: ['1', '2'] },
      'LessThan needs exactly one whole number',
    ],
    [
      'less than words',
      { key, operator: '<', values: ['1x'] },
      'LessThan needs exactly one whole number',
    ],
  ];
  for (const [title, requirement, message] of table) {
    it(title, () => {
      assert.deepEqual(read(requirement), {
        kind: 'invalid',
        message: `requirement 1: ${message}`,
      });
    });
  }

  it('what it quotes is short', () => {
    const selector = read({ key: 'n', operator: 'x'.repeat(1_000) });
    assert.deepEqual(selector, {
      kind: 'invalid',
      message: `requirement 1: "${'x'.repeat(79)} is no operator`,
    });
  });
});

describe('a cluster selector that can be read', () => {
  it('is a list of requirements; none chooses every cluster', () => {
    assert.deepEqual(parseClusterSelector(undefined), { kind: 'selector', requirements: [] });
    assert.deepEqual(read({ key: 'n', operator: 'gt', values: ['1'] }), {
      kind: 'selector',
      requirements: [{ key: 'n', operator: 'GreaterThan', values: ['1'] }],
    });
  });

  const table: readonly [string, readonly string[], string | undefined, boolean][] = [
    ['=', ['1'], undefined, false],
    ['in', ['1'], undefined, false],
    ['!=', ['1'], undefined, true],
    ['notin', ['1'], undefined, true],
    ['gt', ['5'], '6', true],
    ['gt', ['5'], '5', false],
    ['gt', ['9'], '10', true],
    ['gt', ['5'], 'x6', false],
    ['gt', ['5'], '6x', false],
    ['gt', ['5'], undefined, false],
    ['lt', ['10'], '9', true],
    ['lt', ['5'], '5', false],
    ['lt', ['5'], '6', false],
    ['lt', ['5'], '', false],
    ['lt', ['5'], undefined, false],
  ];
  for (const [operator, values, label, expected] of table) {
    it(`a label ${label ?? 'that is absent'} ${operator} ${values.join()}: ${expected}`, () => {
      const selector = read({ key: 'n', operator, values: [...values] });
      assert.ok(selector.kind === 'selector');
      const labels: { readonly [key: string]: string } = label === undefined ? {} : { n: label };
      assert.equal(selects(selector.requirements, labels), expected);
    });
  }

  it('a key may have a prefix of one letter', () => {
    assert.equal(read({ key: 'x/tier', operator: 'exists' }).kind, 'selector');
  });
});
