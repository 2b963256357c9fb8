import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEksAuthenticator } from '../../../../infra/sandbox/aws/access/eks-authenticator.ts';
import { createIam } from '../../../../infra/sandbox/aws/access/iam.ts';
import { signToken } from '../../../../lib/adapters/eks/sign-token.ts';

const now = Date.parse('2026-01-05T10:00:00Z');
const roleArn = 'arn:aws:iam::111122223333:role/fed';
const session = {
  accessKeyId: 'ASIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: 'IQoJb3JpZ2luX2VjEXAMPLE+/==',
  roleArn,
  sessionName: 's',
  expiresAt: now + 600_000,
};
const target = { clusterName: 'member-a', region: 'eu-west-1' };
const prefix = 'k8s-aws-v1.';

const judgeAt = (at: number, entries: object = { [roleArn]: { username: 'u', groups: ['g'] } }) =>
  createEksAuthenticator({
    iam: createIam({
      roles: [{ arn: roleArn }],
      sessions: [session],
      now: () => at,
      random: Math.random,
    }),
    clusterName: 'member-a',
    dnsSuffix: 'amazonaws.com',
    // Each test gives entries of this form.
    accessEntries: entries as Parameters<typeof createEksAuthenticator>[0]['accessEntries'],
    now: () => at,
  });

const good = await signToken(target, session, now);
const url = Buffer.from(good.slice(prefix.length), 'base64url').toString('utf8');
const tokenOf = (text: string): string => `${prefix}${Buffer.from(text).toString('base64url')}`;

test('takes a token that is right, for 15 minutes or as long as its session', () => {
  const user = { kind: 'user', user: { username: 'u', groups: ['g'] } };
  assert.deepEqual(judgeAt(now)(good), user);
  assert.deepEqual(judgeAt(now + 599_999)(good), user);
  assert.match(JSON.stringify(judgeAt(now + 600_000)(good)), /security token .+ is expired/);
});

/** The words of aws-iam-authenticator `pkg/token` v0.6.13, which was given the same tokens; STS's own are not its. */
const refused: readonly (readonly [string, string, string])[] = [
  ['too long', `${prefix}${'A'.repeat(4_086)}`, 'token is too large'],
  ['no prefix', good.slice(4), 'token is missing expected "k8s-aws-v1." prefix'],
  ['no base64', `${good}!`, 'illegal base64 data'],
  ['no URL', tokenOf('x'), 'token holds no URL'],
  [
    'plain HTTP',
    tokenOf(url.replace('https', 'http')),
    'unexpected scheme "http" in pre-signed URL',
  ],
  [
    'a host that is not STS',
    tokenOf(url.replace('sts.eu-west-1.amazonaws.com', 'sts.evil.example')),
    'unexpected hostname "sts.evil.example" in pre-signed URL',
  ],
  ['a path', tokenOf(url.replace('.com/?', '.com/x?')), 'unexpected path in pre-signed URL'],
  [
    'another action',
    tokenOf(url.replace('GetCallerIdentity', 'AssumeRole')),
    'unexpected action parameter in pre-signed URL',
  ],
  ['more than it may say', tokenOf(`${url}&x=1`), 'non-whitelisted query parameter "x"'],
  [
    'a parameter twice',
    tokenOf(`${url}&ACTION=GetCallerIdentity`),
    'query parameter with multiple values not supported',
  ],
  [
    'no cluster',
    tokenOf(url.replace('%3Bx-k8s-aws-id', '')),
    'client did not sign the x-k8s-aws-id header in the pre-signed URL',
  ],
  [
    'a long life',
    tokenOf(url.replace('Expires=60', 'Expires=901')),
    'invalid X-Amz-Expires parameter in pre-signed URL: 901',
  ],
  [
    'no date',
    tokenOf(url.replace(/&X-Amz-Date=[^&]+/, '')),
    'X-Amz-Date parameter must be present in pre-signed URL',
  ],
  [
    'an old date',
    await signToken(target, session, now - 900_001),
    'X-Amz-Date parameter is expired (15 minute expiration)',
  ],
  ['a date to come', await signToken(target, session, now + 901_000), 'Signature not yet current'],
  [
    'another cluster',
    await signToken({ ...target, clusterName: 'member-b' }, session, now),
    'error from AWS (expected 200, got 403). Body: The request signature we calculated does not match',
  ],
  [
    'another session token',
    await signToken(target, { ...session, sessionToken: 'x' }, now),
    'error from AWS (expected 200, got 403). Body: The security token included in the request is invalid.',
  ],
  [
    'a key that nobody knows',
    await signToken(target, { ...session, accessKeyId: 'AKIA' }, now),
    'error from AWS (expected 200, got 403). Body: The security token included in the request is invalid.',
  ],
];

for (const [title, token, reason] of refused) {
  test(`refuses a token with ${title}`, () => {
    assert.deepEqual(judgeAt(now)(token), { kind: 'refused', reason });
  });
}

test('refuses a role without an access entry', () => {
  const verdict = judgeAt(now, {})(good);
  assert.deepEqual(verdict, { kind: 'refused', reason: `no access entry for ${roleArn}` });
});
