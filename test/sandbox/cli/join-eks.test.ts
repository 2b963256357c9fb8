import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, suite, test } from 'node:test';
import { stringify } from 'yaml';
import { startEks } from '../../../infra/sandbox/aws/access/eks.ts';
import { createEksAuthenticator } from '../../../infra/sandbox/aws/access/eks-authenticator.ts';
import { createIam } from '../../../infra/sandbox/aws/access/iam.ts';
import { startSecretsManager } from '../../../infra/sandbox/aws/access/secrets-manager.ts';
import { startSts } from '../../../infra/sandbox/aws/access/sts.ts';
import { createServingCertificate } from '../../../infra/sandbox/control-plane/serving-certificate.ts';
import { startTlsFront } from '../../../infra/sandbox/control-plane/tls-front.ts';
import { createTearDown } from '../../../infra/sandbox/tear-down.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { applyPrinted } from './apply-printed.ts';
import { type ExtraMember, startExtraMember } from './extra-member.ts';

const account = '111122223333';
const region = 'eu-central-1';
/** Of the person at the prompt, who administers the clusters. */
const operatorRole = `arn:aws:iam::${account}:role/operator`;
/** Trusts the operator too. */
const openRole = `arn:aws:iam::${account}:role/seamark-open`;
/** Trusts nobody but functions, as roles of deployments do. */
const closedRole = `arn:aws:iam::${account}:role/seamark-closed`;

const describe = {
  action: 'eks:DescribeCluster',
  resource: `arn:aws:eks:${region}:${account}:cluster/production`,
};
const roles = [
  {
    arn: operatorRole,
    allows: [
      describe,
      { action: 'sts:AssumeRole', resource: `arn:aws:iam::${account}:role/*` },
      { action: 'secretsmanager:GetSecretValue', resource: '*' },
    ],
  },
  { arn: openRole, trusts: [operatorRole], allows: [describe] },
  { arn: closedRole, trusts: ['arn:aws:iam::1:role/other'], allows: [describe] },
];
const session = {
  accessKeyId: 'ASIAOPERATOR',
  secretAccessKey: 'operator-secret',
  sessionToken: 'operator-session',
  roleArn: operatorRole,
  sessionName: 'jane',
};
const seamark = { username: 'seamark', groups: ['seamark'] };

type Ended = { readonly code: number | null; readonly out: string; readonly talk: string };

suite('a cluster on EKS joins', () => {
  const tearDown = createTearDown();
  let folder: string;
  let host: ExtraMember;
  let member: ExtraMember;
  let endpoint: string;
  let environment: { [name: string]: string };

  const startMember = async (iam: ReturnType<typeof createIam>) => {
    const judge = createEksAuthenticator({
      iam,
      clusterName: 'production',
      dnsSuffix: 'amazonaws.com',
      accessEntries: {
        [openRole]: seamark,
        [operatorRole]: { username: operatorRole, groups: ['system:masters'] },
      },
      now: Date.now,
    });
    const started = await startExtraMember('production', {
      zones: [`${region}a`, `${region}b`],
      options: {
        tokenReview: (token) => {
          const verdict = judge(token);
          return verdict.kind === 'user' ? verdict.user : undefined;
        },
      },
    });
    tearDown.add(started.server.close);
    return started;
  };

  const run = async (name: string, ...words: readonly string[]): Promise<Ended> => {
    const line = ['join', name, '--host-kubeconfig', join(folder, 'host'), ...words];
    const child = spawn(process.execPath, [resolve('lib/cli/seamark.mjs'), ...line], {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, talk, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, out, talk };
  };

  const specOf = async (name: string): Promise<unknown> =>
    (await host.admin.read(`/apis/federation.seamark.dev/v1beta1/clusters/${name}`))?.['spec'];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-eks-'));
    tearDown.add(() => rm(folder, { recursive: true }));
    host = await startExtraMember('host', { zones: [] });
    tearDown.add(host.server.close);
    await applyPrinted(host.admin, '--host');
    await waitUntil(
      () => host.admin.list('/apis/federation.seamark.dev/v1beta1/clusters').catch(() => undefined),
      { what: 'the type Cluster', limitMs: 10_000, everyMs: 20, now: Date.now },
    );
    await writeFile(join(folder, 'host'), host.kubeconfigOf('admin'));
    const now = Date.now;
    const iam = createIam({ roles, sessions: [session], now, random: Math.random });
    member = await startMember(iam);
    await applyPrinted(member.admin, '--member');
    const certificate = createServingCertificate(now());
    const front = await startTlsFront(member.server.url, certificate);
    tearDown.add(front.close);
    endpoint = front.url;
    const record = { name: 'production', region, account, endpoint, ca: certificate.certificate };
    const kubeconfigSecret = {
      arn: `arn:aws:secretsmanager:${region}:${account}:secret:seamark/lyon-AbCdEf`,
      value: { text: member.kubeconfigOf('seamark') },
    };
    const [sts, eks, secrets] = await Promise.all([
      startSts({ iam, now }),
      startEks({ iam, now, clusters: () => [{ ...record, status: 'ACTIVE' }] }),
      startSecretsManager({ iam, now, secrets: () => [kubeconfigSecret] }),
    ]);
    for (const { close } of [sts, eks, secrets]) tearDown.add(close);
    environment = {
      AWS_ACCESS_KEY_ID: session.accessKeyId,
      AWS_SECRET_ACCESS_KEY: session.secretAccessKey,
      AWS_SESSION_TOKEN: session.sessionToken,
      AWS_REGION: region,
      AWS_CONFIG_FILE: join(folder, 'none'),
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
      AWS_ENDPOINT_URL_STS: sts.url,
      AWS_ENDPOINT_URL_EKS: eks.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    };
  });
  after(tearDown.run);
  // A cluster joins under one name, and each test has one of its own.
  afterEach(async () => {
    const path = '/apis/federation.seamark.dev/v1beta1/clusters';
    const { items } = await host.admin.list(path);
    await Promise.all(items.map(({ metadata }) => host.admin.remove(`${path}/${metadata.name}`)));
  });

  test('by its name, as the role that the functions assume', async () => {
    const words = ['--eks', 'production', '--role-arn', openRole, '--no-wait'];
    const { code, out, talk } = await run('oregon', ...words);
    assert.deepEqual([code, out], [0, 'oregon is registered\n'], talk);
    assert.match(talk, /^ok +identity: you come as "seamark"$/m);
    assert.match(talk, /^ok +rights: seamark may do all that is needed$/m);
    assert.match(talk, /^ok +places: region eu-central-1, zones eu-central-1a, eu-central-1b$/m);
    const eks = { clusterName: 'production', region, roleArn: openRole };
    assert.deepEqual(await specOf('oregon'), { eks });
    const secret = '/api/v1/namespaces/seamark-system/secrets/oregon';
    assert.equal(await host.admin.read(secret), undefined);
    const again = await run('oregon-1', ...words);
    assert.equal(again.code, 1);
    assert.match(again.talk, /^failed +once: Cluster oregon leads to \S+ too: /m);
  });

  test('by its name alone: the rights of the access entry are asked for, as yourself', async () => {
    const { code, talk } = await run('oregon-2', '--eks', 'production', '--no-wait');
    assert.equal(code, 0, talk);
    assert.match(talk, /^ok +identity: you come as "arn:aws:iam::111122223333:role\/operator"$/m);
    assert.match(talk, /^ok +rights: seamark may do all that is needed$/m);
    assert.doesNotMatch(talk, /ownUsernames/);
    assert.deepEqual(await specOf('oregon-2'), { eks: { clusterName: 'production', region } });
  });

  test('as a role that lets in functions alone, which you are not', async () => {
    const words = ['--eks', 'production', '--role-arn', closedRole, '--no-wait'];
    const { code, talk } = await run('oregon-3', ...words);
    assert.equal(code, 0, talk);
    assert.match(
      talk,
      /^note +Cannot assume role \S+seamark-closed: .*It is looked at with your own credentials instead$/m,
    );
    assert.match(talk, /^ok +rights: seamark may do all that is needed$/m);
    const eks = { clusterName: 'production', region, roleArn: closedRole };
    assert.deepEqual(await specOf('oregon-3'), { eks });
  });

  test('missing rights of the access entry are named', async () => {
    const binding = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/seamark-member';
    await member.admin.remove(binding);
    const { code, talk } = await run('oregon-4', '--eks', 'production');
    await applyPrinted(member.admin, '--member');
    assert.equal(code, 1);
    assert.match(talk, /^failed +rights: seamark may not get services, .*, list nodes$/m);
    assert.match(talk, /^ +npx seamark manifests --member \| kubectl/m);
  });

  test('a kubeconfig that runs aws eks get-token goes by the name of the cluster', async () => {
    const file = join(folder, 'exec');
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1beta1',
      command: 'aws',
      args: ['--region', region, 'eks', 'get-token', '--cluster-name', 'production'],
    };
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: endpoint } }],
      users: [{ name: 'u', user: { exec } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'c',
    };
    await writeFile(file, stringify(config));
    const { code, talk } = await run('oregon-5', '--kubeconfig', file, '--no-wait');
    assert.equal(code, 0, talk);
    assert.match(talk, /^note +The kubeconfig is for EKS cluster production: it goes by its name/m);
    assert.deepEqual(await specOf('oregon-5'), { eks: { clusterName: 'production', region } });
  });

  test('a kubeconfig in Secrets Manager stays there', async () => {
    const { code, talk } = await run('lyon', '--secret', 'seamark/lyon', '--no-wait');
    assert.equal(code, 0, talk);
    assert.match(talk, /^ok +identity: you come as "seamark"$/m);
    assert.deepEqual(await specOf('lyon'), { kubeconfigSecret: 'seamark/lyon' });
  });

  const troubles: readonly (readonly [what: string, words: readonly string[], reason: RegExp])[] = [
    [
      'a cluster that is not there',
      ['--eks', 'gone'],
      /^Cannot look up EKS cluster gone in eu-central-1: /m,
    ],
    [
      'a secret that is not there',
      ['--secret', 'gone'],
      /^Cannot read secret gone of Secrets Manager: /m,
    ],
  ];
  for (const [what, words, reason] of troubles) {
    test(`${what} is told of, and nothing is stored`, async () => {
      const { code, out, talk } = await run('nobody', ...words);
      assert.deepEqual([code, out], [1, '']);
      assert.match(talk, reason);
      assert.doesNotMatch(talk, /operator-se/);
      assert.equal(await specOf('nobody'), undefined);
    });
  }

  test('without a region it says so', async () => {
    const { AWS_REGION: _region, ...rest } = environment;
    environment = rest;
    const { code, talk } = await run('nobody', '--eks', 'production');
    environment = { ...rest, AWS_REGION: region };
    assert.equal(code, 1);
    assert.match(talk, /^Cannot tell the region of the EKS cluster: .*; give --region$/m);
  });
});
