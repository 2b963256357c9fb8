import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseJsonPath } from '../../../../infra/sandbox/kubernetes/kinds/custom/json-path.ts';

const ROOT = {
  metadata: { annotations: { 'a.b/c': 'noted' } },
  spec: { list: ['p', 'q', 'r'], 'x-y': 'dashed', nested: { deep: 'found' }, n: 0 },
  status: {
    conditions: [
      { type: 'Other', status: 'False', weight: 1 },
      { type: 'Ready', status: 'True', weight: 2, reason: 'a]b' },
    ],
  },
} as const;

const FOUND: readonly (readonly [path: string, values: readonly unknown[]])[] = [
  ['.spec.n', [0]],
  ['.spec.missing.deeper', []],
  ['.spec.list[0]', ['p']],
  ['.spec.list[-1]', ['r']],
  ['.spec.list[1:]', ['q', 'r']],
  ['.spec.list[-1:]', ['r']],
  ['.spec.list[0:3:2]', ['p', 'r']],
  ['.spec.list[0,2]', ['p', 'r']],
  ['.spec.list[*]', ['p', 'q', 'r']],
  ['.spec.list[9]', []],
  [".spec['x-y']", ['dashed']],
  ['.metadata.annotations.a\\.b/c', ['noted']],
  ['..deep', ['found']],
  ['.status.conditions[?(@.type=="Ready")].status', ['True']],
  [".status.conditions[?(@.type=='Ready')].status", ['True']],
  ['.status.conditions[?(@.type != "Ready")].status', ['False']],
  ['.status.conditions[?(@.weight>1)].type', ['Ready']],
  ['.status.conditions[?(@.weight<=1)].type', ['Other']],
  ['.status.conditions[?(@.reason)].type', ['Ready']],
  ['.status.conditions[?(@.reason=="a]b")].type', ['Ready']],
  ['.status.conditions[?(@.status==@.type)].type', []],
];

describe('A JSONPath leads to', () => {
  for (const [path, values] of FOUND) {
    test(`${path}`, () => assert.deepEqual(parseJsonPath(path)?.(ROOT), values));
  }
});

describe('A JSONPath is malformed', () => {
  for (const path of ['.spec[', '.spec[abc]', 'spec', '.a[?(x==1)]', '.a[?(@.b==)]', '.a b']) {
    test(path, () => assert.equal(parseJsonPath(path), undefined));
  }
});
