import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ControllerError,
  failureKind,
  failureOf,
  messageOf,
} from '../../../../lib/core/model/failure.ts';

describe('anything thrown, as a value', () => {
  const table: readonly [string, unknown, object][] = [
    [
      'a failure of an adapter',
      new ControllerError('conflict', 'Cannot write it: stale'),
      { failure: 'conflict', message: 'Cannot write it: stale' },
    ],
    [
      'with the API’s word for it',
      new ControllerError('terminal', 'no', {
        fields: { reason: 'NamespaceMissing', status: 404 },
      }),
      { failure: 'terminal', message: 'no', reason: 'NamespaceMissing' },
    ],
    [
      'with a word that is none',
      new ControllerError('terminal', 'no', { fields: { reason: 404 } }),
      { failure: 'terminal', message: 'no' },
    ],
    [
      'with a wait',
      new ControllerError('throttled', 'slower', { retryAfterMs: 3_000 }),
      { failure: 'throttled', message: 'slower', retryAfterMs: 3_000 },
    ],
    [
      'any other error',
      new TypeError('x is not a function'),
      { failure: 'defect', message: 'x is not a function' },
    ],
    ['what is no error', 'oops', { failure: 'defect', message: 'oops' }],
  ];
  for (const [title, thrown, expected] of table) {
    it(title, () => {
      const failure = failureOf(thrown);
      assert.deepEqual(failure, expected);
      assert.equal(failureKind(thrown), failure.failure);
    });
  }
});

describe('the error that adapters throw', () => {
  it('keeps what led to it, and goes by its own name', () => {
    const cause = new Error('ECONNRESET');
    const error = new ControllerError('transient', 'Cannot read it: no answer', { cause });
    assert.equal(error.cause, cause);
    assert.equal(String(error), 'ControllerError: Cannot read it: no answer');
    assert.deepEqual([error.fields, error.retryAfterMs], [{}, undefined]);
  });

  it('quotes no secret of a known shape, in its text, its stack and its fields', () => {
    const said = 'Cannot read it: {"authorization":"Bearer s3cr3t-token-1"}\nnext line';
    const error = new ControllerError('terminal', said, {
      fields: { reason: 'token=s3cr3t-token-2', status: 401, asked: false },
    });
    assert.equal(error.message, 'Cannot read it: {"authorization":[redacted]} next line');
    assert.doesNotMatch(String(error.stack), /s3cr3t/);
    assert.deepEqual(error.fields, { reason: 'token=[redacted]', status: 401, asked: false });
    assert.deepEqual(failureOf(error), {
      failure: 'terminal',
      message: error.message,
      reason: 'token=[redacted]',
    });
  });

  it('nor does the text of anything else that was thrown', () => {
    for (const thrown of [new Error('password=opensesame'), 'password=opensesame']) {
      assert.equal(messageOf(thrown), 'password=[redacted]');
      assert.deepEqual(failureOf(thrown), { failure: 'defect', message: 'password=[redacted]' });
    }
  });
});
