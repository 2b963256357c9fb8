import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DescribeClusterCommand, EKSClient } from '@aws-sdk/client-eks';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { startEks } from '../../../../infra/sandbox/aws/access/eks.ts';
import { createIam } from '../../../../infra/sandbox/aws/access/iam.ts';
import { startSecretsManager } from '../../../../infra/sandbox/aws/access/secrets-manager.ts';
import type { RunningService } from '../../../../infra/sandbox/aws/access/signed-service.ts';
import { startSts } from '../../../../infra/sandbox/aws/access/sts.ts';

const roleArn = 'arn:aws:iam::111122223333:role/seamark';
const other = 'arn:aws:iam::444455556666:role/other';
const near = 'arn:aws:iam::111122223333:role/near';
const key = { accessKeyId: 'ASIAOWN', secretAccessKey: 'secret', sessionToken: 'token' };
const region = 'eu-west-1';
const now = Date.now;

const iam = createIam({
  roles: [{ arn: roleArn }, { arn: other, trusts: [roleArn] }, { arn: near, trusts: [roleArn] }],
  sessions: [
    { ...key, roleArn, sessionName: 's' },
    { ...key, accessKeyId: 'ASIAOVER', roleArn, sessionName: 's', expiresAt: 1 },
  ],
  now,
  random: Math.random,
});

let sts: RunningService;
let eks: RunningService;
let secrets: RunningService;
before(async () => {
  sts = await startSts({ iam, now });
  eks = await startEks({ iam, now, clusters: () => [] });
  secrets = await startSecretsManager({ iam, now, secrets: () => [] });
});
after(async () => {
  for (const service of [sts, eks, secrets]) await service.close();
});

type Config = { readonly credentials?: typeof key; readonly systemClockOffset?: number };

/** How the three services fail a client that is set up like that, in this order. */
const failures = async (config: Config): Promise<readonly string[]> => {
  const common = { region, credentials: key, maxAttempts: 1, ...config };
  const clients = [
    new STSClient({ ...common, endpoint: sts.url }),
    new EKSClient({ ...common, endpoint: eks.url }),
    new SecretsManagerClient({ ...common, endpoint: secrets.url }),
  ] as const;
  const calls = [
    clients[0].send(new AssumeRoleCommand({ RoleArn: near, RoleSessionName: 'x' })),
    clients[1].send(new DescribeClusterCommand({ name: 'a' })),
    clients[2].send(new GetSecretValueCommand({ SecretId: 'a' })),
  ];
  const results = await Promise.allSettled(calls);
  for (const client of clients) client.destroy();
  return results.map((result) => (result.status === 'rejected' ? result.reason.name : 'none'));
};

const keys: readonly (readonly [string, Config, readonly string[]])[] = [
  [
    'a key that nobody knows',
    { credentials: { ...key, accessKeyId: 'x' } },
    ['InvalidClientTokenId', 'UnrecognizedClientException', 'UnrecognizedClientException'],
  ],
  [
    'a session token that is not the key’s',
    { credentials: { ...key, sessionToken: 'x' } },
    ['InvalidClientTokenId', 'UnrecognizedClientException', 'UnrecognizedClientException'],
  ],
  [
    'another secret',
    { credentials: { ...key, secretAccessKey: 'x' } },
    ['SignatureDoesNotMatch', 'InvalidSignatureException', 'InvalidSignatureException'],
  ],
  [
    'a session that is over',
    { credentials: { ...key, accessKeyId: 'ASIAOVER' } },
    ['ExpiredToken', 'ExpiredTokenException', 'ExpiredTokenException'],
  ],
  [
    'a clock that is six minutes late',
    { systemClockOffset: -360_000 },
    ['SignatureDoesNotMatch', 'InvalidSignatureException', 'InvalidSignatureException'],
  ],
  [
    'a clock that is six minutes early',
    { systemClockOffset: 360_000 },
    ['SignatureDoesNotMatch', 'InvalidSignatureException', 'InvalidSignatureException'],
  ],
];

describe('services that check signatures', () => {
  for (const [title, config, names] of keys) {
    test(`refuse ${title}`, async () => assert.deepEqual(await failures(config), names));
  }

  test('refuse a request that is not signed', async () => {
    const unsigned = await fetch(sts.url, { method: 'POST', body: 'Action=AssumeRole' });
    assert.equal(unsigned.status, 403);
    assert.match(await unsigned.text(), /<Code>MissingAuthenticationToken<\/Code>/);
    const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=x' };
    const half = await fetch(`${eks.url}/clusters/a`, { headers });
    assert.equal(half.headers.get('x-amzn-errortype'), 'IncompleteSignatureException');
    assert.equal((await fetch(secrets.url, { method: 'POST' })).status, 400);
  });
});

describe('STS', () => {
  const send = async (input: object): Promise<string> => {
    const client = new STSClient({ region, credentials: key, maxAttempts: 1, endpoint: sts.url });
    const command = new AssumeRoleCommand({ RoleArn: near, RoleSessionName: 'ok', ...input });
    const outcome = client.send(command).then(
      ({ AssumedRoleUser: user }) => user?.Arn ?? '',
      ({ name, message }: Error) => `${name}: ${message}`,
    );
    return await outcome.finally(() => client.destroy());
  };

  test('lets a role in that the trust policy names, at home without a policy of its own', async () => {
    assert.equal(await send({}), 'arn:aws:sts::111122223333:assumed-role/near/ok');
  });

  const refused: readonly (readonly [string, object, RegExp])[] = [
    [
      'another account without a policy',
      { RoleArn: other },
      /^AccessDenied.*: User: arn:aws:sts::/,
    ],
    ['a name with spaces', { RoleSessionName: 'a b' }, /^ValidationError: .+'roleSessionName'/],
    [
      'twelve hours',
      { DurationSeconds: 43_200 },
      /the 1 hour session limit for roles assumed by role/,
    ],
    ['a minute', { DurationSeconds: 60 }, /greater than or equal to 900/],
  ];
  for (const [title, input, message] of refused) {
    test(`refuses ${title}`, async () => assert.match(await send(input), message));
  }

  test('does nothing else', async () => {
    const client = new STSClient({ region, credentials: key, maxAttempts: 1, endpoint: sts.url });
    const asked = client.send(new GetCallerIdentityCommand({}));
    await assert.rejects(asked, { name: 'InvalidAction' }).finally(() => client.destroy());
  });
});
