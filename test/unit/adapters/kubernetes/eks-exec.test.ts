import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purposeOf } from '../../../../lib/adapters/kubernetes/eks-exec.ts';
import { fixtureJson } from './fixtures.ts';

type Exec = Parameters<typeof purposeOf>[0];
type Config = {
  readonly clusters: readonly { readonly cluster: { readonly server: string } }[];
  readonly users: readonly { readonly user: { readonly exec: Exec } }[];
};
type Case = {
  readonly input: { readonly kubeconfig?: Config; readonly kubeconfigs?: readonly Config[] };
  readonly expect: {
    readonly auth?: Wanted;
    readonly results?: readonly (Wanted | 'ok')[];
  };
};
type Wanted = { readonly cluster: string; readonly region?: string; readonly role?: string | null };

const region = 'eu-west-1';

for (const name of ['K01-eks-get-token', 'K03-aws-iam-authenticator', 'K04-exec-api-versions']) {
  const { input, expect } = fixtureJson<Case>(`cases/kubeconfig/${name}.json`);
  const configs = input.kubeconfigs ?? (input.kubeconfig ? [input.kubeconfig] : []);
  for (const [at, config] of configs.entries()) {
    test(`${name}: the EKS cluster of kubeconfig ${at} is recognised`, () => {
      const [user] = config.users;
      const [cluster] = config.clusters;
      assert.ok(user && cluster);
      const result = expect.auth ?? expect.results?.[at];
      const want: Wanted =
        result === undefined || result === 'ok' ? { cluster: 'member-a' } : result;
      assert.deepEqual(purposeOf(user.user.exec, cluster.cluster.server), {
        kind: 'eks',
        cluster: {
          clusterName: want.cluster,
          // Where no flag says it, the server's name does.
          region: want.region ?? region,
          ...(want.role ? { roleArn: want.role } : {}),
        },
      });
    });
  }
}

const getToken = ['eks', 'get-token', '--cluster-name', 'a'];
const role = 'arn:aws:iam::111122223333:role/fed';

const recognised: readonly (readonly [string, Exec, string, object])[] = [
  [
    'no region anywhere',
    { command: 'aws', args: getToken },
    'https://10.0.0.1',
    { clusterName: 'a' },
  ],
  [
    'flags with =',
    { command: 'aws', args: ['eks', 'get-token', '--cluster-name=a', `--role-arn=${role}`] },
    '',
    { clusterName: 'a', roleArn: role },
  ],
  [
    'a variable',
    { command: 'aws', args: getToken, env: [{ name: 'AWS_REGION', value: 'us-gov-west-1' }] },
    `https://x.gr7.${region}.eks.amazonaws.com`,
    { clusterName: 'a', region: 'us-gov-west-1' },
  ],
  [
    'a flag before a variable',
    {
      command: 'aws',
      args: [...getToken, '--region', region],
      env: [{ name: 'AWS_DEFAULT_REGION', value: 'us-east-2' }],
    },
    '',
    { clusterName: 'a', region },
  ],
  [
    'China',
    { command: 'aws', args: getToken },
    'https://X.YL4.cn-north-1.EKS.amazonaws.com.cn',
    { clusterName: 'a', region: 'cn-north-1' },
  ],
  [
    'an endpoint of both address families',
    { command: 'aws', args: getToken },
    'https://0123.gr7.eks-cluster.eu-west-2.api.aws:443/',
    { clusterName: 'a', region: 'eu-west-2' },
  ],
  [
    'a host that only looks like an endpoint',
    { command: 'aws', args: getToken },
    `https://x.gr7.${region}.eks.amazonaws.com.evil.example`,
    { clusterName: 'a' },
  ],
  [
    'profiles of another machine say nothing here',
    {
      command: 'aws',
      args: [...getToken, '--profile', 'ops'],
      env: [
        { name: 'AWS_PROFILE', value: 'ops' },
        { name: 'AWS_REGION', value: null },
      ],
    },
    '',
    { clusterName: 'a' },
  ],
  [
    'a path on Windows',
    { command: 'C:\\tools\\aws-iam-authenticator.exe', args: ['token', '-i', 'a', '-r', role] },
    '',
    { clusterName: 'a', roleArn: role },
  ],
];

for (const [title, exec, server, expected] of recognised) {
  test(`an EKS plug-in is recognised: ${title}`, () => {
    assert.deepEqual(purposeOf(exec, server), { kind: 'eks', cluster: expected });
  });
}

const others: readonly (readonly [string, Exec])[] = [
  ['gke-gcloud-auth-plugin', { command: 'gke-gcloud-auth-plugin' }],
  ['aws', { command: 'aws', args: ['sts', 'get-caller-identity'] }],
  ['aws', { command: '/usr/bin/aws', args: ['eks', 'get-token'] }],
  ['aws-iam-authenticator', { command: 'aws-iam-authenticator', args: ['version'] }],
  ['aws-evil', { command: 'aws-evil', args: getToken }],
  ['without a command', { command: null, args: null, env: null }],
];

for (const [name, exec] of others) {
  test(`every other plug-in is refused by its name: ${name} ${exec.args?.join(' ') ?? ''}`, () => {
    assert.deepEqual(purposeOf(exec, ''), {
      kind: 'refused',
      reason: `runs the exec plug-in ${name}, and plug-ins are never run: give a token, a client certificate or spec.eks`,
    });
  });
}

const withEnv = (name: string): Exec => ({
  command: 'aws',
  args: getToken,
  env: [{ name, value: 'AKIAIOSFODNN7EXAMPLE' }],
});

const identities: readonly (readonly [string, Exec, RegExp])[] = [
  ['a key', withEnv('AWS_ACCESS_KEY_ID'), /gives aws the variable AWS_ACCESS_KEY_ID, which/],
  ['a role by variable', withEnv('AWS_ROLE_ARN'), /gives aws the variable AWS_ROLE_ARN, which/],
  [
    'an external id',
    { command: 'aws-iam-authenticator', args: ['token', '-i', 'a', '-r', role, '-e', 'x'] },
    /gives aws-iam-authenticator an external id, which/,
  ],
];

for (const [title, exec, message] of identities) {
  test(`a plug-in that signs as somebody of its own is refused: ${title}`, () => {
    const purpose = purposeOf(exec, '');
    assert.ok(purpose.kind === 'refused');
    assert.match(purpose.reason, message);
    assert.doesNotMatch(purpose.reason, /AKIA/);
  });
}
