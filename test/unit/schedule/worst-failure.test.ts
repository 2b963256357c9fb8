import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Failure } from '../../../lib/core/model/failure.ts';
import { worstFailure } from '../../../lib/core/schedule/worst-failure.ts';

const failure = (kind: Failure['failure'], retryAfterMs?: number): Failure => ({
  failure: kind,
  message: kind,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

describe('the failure that decides for a pass', () => {
  const table: readonly [string, readonly Failure[], unknown][] = [
    ['none', [], undefined],
    [
      'what passes by itself comes before what was refused for good',
      [failure('terminal'), failure('transient')],
      { failure: 'transient', message: 'transient; terminal' },
    ],
    [
      'W33: the words of all are kept',
      [failure('transient'), failure('conflict'), failure('terminal')],
      { failure: 'conflict', message: 'conflict; transient; terminal' },
    ],
    [
      'F28: the longest wait of those that were throttled counts',
      [failure('throttled', 1_000), failure('throttled', 9_000), failure('throttled')],
      { failure: 'throttled', message: 'throttled; throttled; throttled', retryAfterMs: 9_000 },
    ],
    [
      'a lost lease comes before all',
      [failure('throttled', 9_000), failure('lease-lost')],
      { failure: 'lease-lost', message: 'lease-lost; throttled' },
    ],
  ];
  it('each kind comes before those that may wait longer', () => {
    const order = [
      'lease-lost',
      'defect',
      'conflict',
      'throttled',
      'transient',
      'terminal',
    ] as const;
    for (const [at, kind] of order.entries()) {
      for (const other of order.slice(at)) {
        assert.equal(worstFailure([failure(other), failure(kind)])?.failure, kind);
      }
    }
  });

  for (const [name, failures, expected] of table) {
    it(name, () => assert.deepEqual(worstFailure(failures), expected));
  }
});
