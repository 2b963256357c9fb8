import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { stsHost } from '../../../../lib/adapters/eks/partitions.ts';
import { signToken } from '../../../../lib/adapters/eks/sign-token.ts';
import type { AwsCredentials } from '../../../../lib/ports/aws-credentials.ts';

type Vectors = {
  readonly credentials: { readonly [name: string]: AwsCredentials };
  readonly tokens: readonly {
    readonly name: string;
    readonly clusterName: string;
    readonly region: string;
    readonly at: string;
    readonly signedBy: string;
    readonly token: string;
  }[];
  readonly stsHosts: { readonly [region: string]: string };
};

// The file's own field says where its values come from.
const vectors = JSON.parse(
  readFileSync(new URL('../../../fixtures/eks-tokens.json', import.meta.url), 'utf8'),
) as Vectors;

for (const { name, at, signedBy, token, ...target } of vectors.tokens) {
  test(`a token is the one that aws eks get-token gives: ${name}`, async () => {
    const credentials = vectors.credentials[signedBy];
    assert.ok(credentials);
    assert.equal(await signToken(target, credentials, Date.parse(at)), token);
  });
}

test('STS has its regional host in every region that there is', () => {
  const hosts = Object.keys(vectors.stsHosts).map((region) => [region, stsHost(region)]);
  assert.equal(hosts.length, 48);
  assert.deepEqual(Object.fromEntries(hosts), vectors.stsHosts);
});

const target = { clusterName: 'member-a', region: 'eu-west-1' };
const sessionOf = (length: number): AwsCredentials => ({
  accessKeyId: 'ASIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: 'x'.repeat(length),
});

test('a token of 4,095 bytes is the longest: one of 4,096 would not be base64url', async () => {
  const { length } = await signToken(target, sessionOf(2_000), 0);
  // Three bytes of the URL are four of the token.
  const fitting = 2_000 + Math.floor(((4_096 - length) * 3) / 4);
  assert.equal((await signToken(target, sessionOf(fitting), 0)).length, 4_095);
  await assert.rejects(signToken(target, sessionOf(fitting + 1), 0), {
    kind: 'terminal',
    message: `Cannot make a token for EKS cluster member-a: it would have 4097 bytes, and EKS reads 4096 at most. The session token of the credentials alone has ${fitting + 1}: give the session fewer tags and a shorter policy`,
  });
});

test('a session token that must be escaped counts three times, and is never quoted', async () => {
  const credentials = { ...sessionOf(0), sessionToken: '/+='.repeat(400) };
  await assert.rejects(signToken(target, credentials, 0), (error: Error) => {
    assert.doesNotMatch(error.message, /%2F|\/\+=|wJalr/);
    return true;
  });
});
