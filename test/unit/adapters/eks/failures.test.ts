import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classify } from '../../../../lib/adapters/eks/failures.ts';
import { ControllerError } from '../../../../lib/core/model/failure.ts';

const cluster = { clusterName: 'member-a', region: 'eu-nowhere-1' };
const failed = (name: string, more: object = {}): Error =>
  Object.assign(new Error('words of the service'), { name, ...more });
const answered = (httpStatusCode: number) => ({ $metadata: { httpStatusCode } });

const rows: readonly (readonly [string, unknown, string, RegExp])[] = [
  [
    'a region that does not exist',
    failed('Error', { code: 'ENOTFOUND', $metadata: { attempts: 2 } }),
    'transient',
    /eks\.eu-nowhere-1 has no address; check the region, and the way to EKS/,
  ],
  [
    'a region that is switched off',
    failed('UnrecognizedClientException', answered(403)),
    'terminal',
    /the region may be switched off in the account of the function/,
  ],
  ['a time-out', failed('TimeoutError'), 'transient', /EKS did not answer: words/],
  [
    'credentials that ended',
    failed('ExpiredTokenException', answered(403)),
    'transient',
    /EKS says ExpiredTokenException: words/,
  ],
  [
    'a request that EKS does not like',
    failed('InvalidParameterException', answered(400)),
    'terminal',
    /EKS says InvalidParameterException: words/,
  ],
  ['a fault of ours', new TypeError('x'), 'defect', /EKS did not answer: x/],
  ['anything else', 'thrown', 'defect', /thrown/],
];

for (const [title, error, kind, message] of rows) {
  test(`${title} is ${kind}`, () => {
    const failure = classify(error, cluster);
    assert.equal(failure.kind, kind);
    assert.match(failure.message, /^Cannot look up EKS cluster member-a in eu-nowhere-1: /);
    assert.match(failure.message, message);
  });
}

test('what is classified already stays as it is', () => {
  const failure = new ControllerError('terminal', 'Cannot assume role x');
  assert.equal(classify(failure, cluster), failure);
});
