import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { federatedNames } from '../../../infra/sandbox/federated-names.ts';
import { expectedStates } from '../../../infra/sandbox/story/expected-states.ts';
import { defaultTopology } from '../../../infra/sandbox/topology.ts';
import { columns, wrap } from '../../../infra/sandbox/view/columns.ts';
import { nameTree } from '../../../infra/sandbox/view/name-tree.ts';

const names = federatedNames(defaultTopology, 'shop/web');
const withoutTokyo = expectedStates(
  names,
  new Map([
    ['oregon', ['198.51.100.8']],
    ['ohio', ['203.0.113.9']],
  ]),
);

describe('the tree of names', () => {
  test('shows each level with its addresses or where it falls up to', () => {
    assert.deepEqual(nameTree(names, withoutTokyo, 80), [
      'web.shop.demo.svc.seamark.example',
      'global                 198.51.100.8 203.0.113.9',
      '├─ ap-northeast-1      -> falls up to global: no ready endpoints',
      '│  ├─ ap-northeast-1a  -> falls up to ap-northeast-1: no ready endpoints',
      '│  └─ ap-northeast-1c  -> falls up to ap-northeast-1: no ready endpoints',
      '├─ us-east-2           203.0.113.9',
      '│  └─ us-east-2a       203.0.113.9',
      '└─ us-west-2           198.51.100.8',
      '   ├─ us-west-2a       198.51.100.8',
      '   └─ us-west-2b       198.51.100.8',
    ]);
  });

  test('never passes the width, and goes on below without breaking its lines', () => {
    const lines = nameTree(names, withoutTokyo, 46).slice(1);
    assert.ok(
      lines.every((line) => line.length <= 46),
      lines.join('\n'),
    );
    assert.deepEqual(lines.slice(1, 4), [
      '│                      203.0.113.9',
      '├─ ap-northeast-1      -> falls up to global:',
      '│                      no ready endpoints',
    ]);
  });

  test('says where there is no record', () => {
    assert.match(nameTree(names, new Map(), 80).join('\n'), /us-west-2b +no record$/);
  });
});

describe('columns', () => {
  test('stand under one another without trailing blanks', () => {
    assert.deepEqual(
      columns(
        [
          ['a', 'bb', 'c'],
          ['aaa', '', ''],
        ],
        '  ',
      ),
      ['  a    bb  c', '  aaa'],
    );
    assert.deepEqual(columns([]), []);
  });

  test('words wrap, a long one stands alone', () => {
    assert.deepEqual(wrap(['aa', 'bb', 'cccccc', 'd'], 5), ['aa bb', 'cccccc', 'd']);
  });
});
