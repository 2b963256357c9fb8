import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classify, NoAnswer, Refusal } from '../../../../lib/adapters/kubernetes/failures.ts';
import { ControllerError } from '../../../../lib/core/model/failure.ts';
import { refusal } from './fixtures.ts';

const kinds: readonly (readonly [number, string, ControllerError['kind']])[] = [
  [302, '', 'terminal'],
  [400, 'BadRequest', 'terminal'],
  [401, 'Unauthorized', 'terminal'],
  [403, 'Forbidden', 'terminal'],
  [404, 'NotFound', 'terminal'],
  [408, 'Timeout', 'transient'],
  [409, 'AlreadyExists', 'conflict'],
  [409, 'Conflict', 'conflict'],
  [410, 'Expired', 'transient'],
  [415, 'UnsupportedMediaType', 'terminal'],
  [422, 'Invalid', 'terminal'],
  [429, 'TooManyRequests', 'throttled'],
  [500, 'InternalError', 'transient'],
  [503, 'ServiceUnavailable', 'transient'],
  [504, 'Timeout', 'transient'],
];

for (const [status, reason, kind] of kinds) {
  test(`${status} ${reason} is ${kind}, in the server's words`, () => {
    const { json } = refusal(status, reason, `services "shop" said ${reason}`);
    const answer = { status, text: JSON.stringify(json), retryAfterMs: 3000 };
    const error = classify('read Service web/shop', new Refusal(answer));
    assert.equal(error.kind, kind);
    assert.equal(
      error.message,
      `Cannot read Service web/shop: the API server answered ${status}: services "shop" said ${reason}`.trim(),
    );
    assert.deepEqual(error.fields, { status, reason });
    assert.equal(error.retryAfterMs, kind === 'throttled' ? 3000 : undefined);
  });
}

test('a namespace that is being deleted is transient', () => {
  const { json } = refusal(403, 'Forbidden', 'unable to create new content', {
    causes: [{ reason: 'NamespaceTerminating', message: 'namespace web is being terminated' }],
  });
  const error = classify('x', new Refusal({ status: 403, text: JSON.stringify(json) }));
  assert.equal(error.kind, 'transient');
});

test('a page of a proxy is described, and quoted with its first words alone', () => {
  const text = `<html>\u001b[31m\nBad gateway${'x'.repeat(600)}`;
  const error = classify('x', new Refusal({ status: 502, text, contentType: 'text/html' }));
  assert.equal(error.kind, 'transient');
  assert.equal(
    error.message,
    `Cannot x: the API server answered 502: text/html of 623 characters, which is no Status and begins <html> Bad gateway${'x'.repeat(81)}…`,
  );
});

for (const [title, body] of [
  ['JSON that is no Status', '{"headers":{"authorization":"Bearer s3cr3t-token-1"}}'],
  ['a Status', '{"kind":"Status","message":"token \\"s3cr3t-token-1\\" was not accepted"}'],
  ['a Status with an odd reason', '{"kind":"Status","reason":"token=s3cr3t-token-1"}'],
  ['a page that is cut within a token', `${'x'.repeat(80)} Bearer s3cr3t-token-1`],
] as const) {
  test(`${title} is quoted without secrets of a known shape`, () => {
    const error = classify('x', new Refusal({ status: 401, text: body }));
    assert.doesNotMatch(JSON.stringify([error.message, error.stack, error.fields]), /s3cr3t/);
    assert.match(error.message, /answered 401: ./);
  });
}

test('a refusal without words says so', () => {
  const error = classify('x', new Refusal({ status: 403, text: '' }));
  assert.equal(error.message, 'Cannot x: the API server answered 403: no reason given');
});

const noAnswers: readonly (readonly [NoAnswer['why'], ControllerError['kind'], object])[] = [
  ['aborted', 'transient', { aborted: true }],
  ['timed-out', 'transient', {}],
  ['connection', 'transient', {}],
  ['too-large', 'terminal', { tooLarge: true }],
];

for (const [why, kind, fields] of noAnswers) {
  test(`no answer because ${why} is ${kind}`, () => {
    const error = classify('x', new NoAnswer(why, 'the reason', new Error('deeper')));
    assert.equal(error.kind, kind);
    assert.equal(error.message, 'Cannot x: the reason');
    assert.deepEqual(error.fields, fields);
  });
}

test('what was classified stays as it is, and anything else is transient', () => {
  const known = new ControllerError('defect', 'Cannot y: odd');
  assert.equal(classify('x', known), known);
  assert.equal(classify('x', new Error('boom')).kind, 'transient');
  assert.equal(classify('x', 'boom').message, 'Cannot x: boom');
});
