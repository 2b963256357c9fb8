import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type EksClusterRecord, startEks } from '../../../infra/sandbox/aws/access/eks.ts';
import { createEksAuthenticator } from '../../../infra/sandbox/aws/access/eks-authenticator.ts';
import type { RunningService } from '../../../infra/sandbox/aws/access/signed-service.ts';
import { startSts } from '../../../infra/sandbox/aws/access/sts.ts';
import { createEksClusters } from '../../../lib/adapters/eks/eks-clusters.ts';
import { createRoleCredentials } from '../../../lib/adapters/sts/role-credentials.ts';
import type { AwsCredentials } from '../../../lib/ports/aws-credentials.ts';
import { createFakeEks } from '../../support/fakes/aws/fake-eks-clusters.ts';
import {
  closedRole,
  createTestClock,
  fedRole,
  homeAccount,
  openAccount,
  otherAccount,
  ownCredentials,
  ownRole,
} from './aws-account.ts';
import { type EksSubject, eksClustersContract } from './eks-clusters-contract.ts';

const region = 'eu-west-1';
const seamark = { username: 'seamark', groups: ['seamark'] };
const endpoint = {
  server: 'https://0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com',
  ca: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
};
const named = (clusterName: string) => ({ clusterName, region });
const clusters = {
  active: named('member-a'),
  starting: named('member-b'),
  leaving: named('member-c'),
  missing: named('member-x'),
};

const running: RunningService[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
});

const fake = async (): Promise<EksSubject> => {
  const clock = createTestClock();
  const { port, answers, asked, accepts } = createFakeEks(clock.now);
  const move: EksSubject['move'] = (next) =>
    answers.set('member-a', { kind: 'active', endpoint: next });
  move(endpoint);
  answers.set('member-b', { kind: 'refused', failure: 'transient', why: 'it is CREATING' });
  answers.set('member-c', { kind: 'refused', failure: 'terminal', why: 'it is DELETING' });
  const parts = { eks: port, ...clusters, endpoint, asked, accepts, move };
  return { ...parts, advance: clock.advance, stop: async () => undefined };
};

type World = EksSubject & {
  readonly setTrouble: (kind: 'throttled' | 'unavailable' | undefined) => void;
  readonly setOwn: (credentials: AwsCredentials) => void;
  readonly now: () => number;
};

const start = async (): Promise<World> => {
  const clock = createTestClock();
  const { now, advance } = clock;
  const iam = openAccount(now);
  const record = (name: string, status: EksClusterRecord['status']): EksClusterRecord => ({
    name,
    region,
    account: homeAccount,
    status,
    ...(status === 'CREATING' ? {} : { endpoint: endpoint.server, ca: endpoint.ca }),
  });
  const records = new Map(
    [
      record('member-a', 'ACTIVE'),
      record('member-b', 'CREATING'),
      record('member-c', 'DELETING'),
      record('member-d', 'FAILED'),
      record('member-e', 'UPDATING'),
      { ...record('member-f', 'ACTIVE'), account: otherAccount },
    ].map((one) => [one.name, one]),
  );
  const service = await startEks({ iam, now, clusters: () => [...records.values()] });
  const sts = await startSts({ iam, now });
  running.push(service, sts);
  let own = ownCredentials;
  const credentials = createRoleCredentials({
    own: async () => own,
    sessionName: 'seamark-test',
    region: async () => region,
    now,
    client: clock.clientConfig(sts.url),
  });
  const client = clock.clientConfig(service.url);
  return {
    eks: createEksClusters({ credentials, region: async () => region, now, client }),
    ...clusters,
    endpoint,
    move: ({ server, ca }) =>
      records.set('member-a', { ...record('member-a', 'ACTIVE'), endpoint: server, ca }),
    asked: service.requests,
    advance,
    now,
    accepts: (token, clusterName) => {
      const accessEntries = { [ownRole]: seamark, [fedRole]: seamark };
      const dnsSuffix = 'amazonaws.com';
      const judge = createEksAuthenticator({ iam, clusterName, dnsSuffix, accessEntries, now });
      return judge(token).kind === 'user';
    },
    setTrouble: service.setTrouble,
    setOwn: (next) => {
      own = next;
    },
    stop: async () => {
      await service.close();
      await sts.close();
    },
  };
};

eksClustersContract('a fake', fake);
eksClustersContract('EKS over HTTP', start);

test('a cluster that is being updated can be used', async () => {
  const { eks } = await start();
  const found = await eks.endpoint(named('member-e'));
  assert.deepEqual(found, endpoint);
});

test('a cluster without a region is one of the function’s own', async () => {
  const { eks, accepts } = await start();
  const cluster = { clusterName: 'member-a' };
  assert.deepEqual(await eks.endpoint(cluster), endpoint);
  assert.ok(accepts(await eks.token(cluster), 'member-a'));
});

test('a cluster of another account is reached by its role', async () => {
  const { eks, accepts } = await start();
  const cluster = { ...named('member-f'), roleArn: fedRole };
  assert.deepEqual(await eks.endpoint(cluster), endpoint);
  const token = await eks.token(cluster);
  assert.ok(accepts(token, 'member-f'));
});

const faults: readonly (readonly [string, object, string, RegExp])[] = [
  [
    'one that there is none of, with what to check',
    named('member-x'),
    'terminal',
    /^Cannot look up EKS cluster member-x in eu-west-1: there is none of that name and region in the account of the function; check clusterName, region and roleArn$/,
  ],
  [
    'one in another region',
    { ...named('member-a'), region: 'eu-central-1' },
    'terminal',
    /in eu-central-1: User: .+ is not authorized to perform: eks:DescribeCluster on resource: .+:eu-central-1:/,
  ],
  [
    'one that the function may not ask for, with who needs what',
    named('secret'),
    'terminal',
    /DescribeCluster on resource: .+cluster\/secret\. Allow eks:DescribeCluster on that cluster to the function's own role: the settings of the deployment must list the cluster$/,
  ],
  [
    'one that its role may not ask for',
    { ...named('member-a'), roleArn: fedRole },
    'terminal',
    /Allow eks:DescribeCluster on that cluster to arn:aws:iam::444455556666:role\/clusters\/fed: /,
  ],
  [
    'one whose role may not be assumed',
    { ...named('member-a'), roleArn: closedRole },
    'terminal',
    /^Cannot assume role arn:aws:iam::444455556666:role\/admin: /,
  ],
  [
    'one that failed',
    named('member-d'),
    'terminal',
    /^Cannot use EKS cluster member-d in eu-west-1: its status is FAILED$/,
  ],
  [
    'one that is being created',
    named('member-b'),
    'transient',
    /its status is CREATING, and it has no endpoint yet$/,
  ],
];

for (const [title, cluster, kind, message] of faults) {
  test(`says what is wrong with ${title}`, async () => {
    const { eks } = await start();
    // Each row of the table is a whole EksCluster.
    const asked = eks.endpoint(cluster as Parameters<typeof eks.endpoint>[0]);
    await assert.rejects(asked, { kind, message });
  });
}

test('a key that EKS does not know says so without the words of the service', async () => {
  const { eks, active, setOwn } = await start();
  setOwn({ ...ownCredentials, secretAccessKey: 'another' });
  await assert.rejects(eks.endpoint(active), {
    kind: 'terminal',
    message: /EKS does not know who asks \(InvalidSignatureException\)/,
    cause: undefined,
  });
});

test('while EKS is in trouble what it said last holds, for a day', async () => {
  const { eks, active, advance, setTrouble, asked } = await start();
  await eks.endpoint(active);
  setTrouble('throttled');
  advance(3_600_000);
  assert.deepEqual(await eks.endpoint(active), endpoint);
  advance(29_999);
  await eks.endpoint(active);
  assert.equal(asked(), 2);
  setTrouble('unavailable');
  advance(1);
  assert.deepEqual(await eks.endpoint(active), endpoint);
  assert.equal(asked(), 3);
  advance(86_400_000);
  await assert.rejects(eks.endpoint(active), { kind: 'transient' });
  setTrouble('throttled');
  await assert.rejects(eks.endpoint(active), { kind: 'throttled' });
});

test('what EKS refuses is not asked again within half a minute', async () => {
  const { eks, missing, advance, asked } = await start();
  for (const spanMs of [0, 29_999, 1]) {
    advance(spanMs);
    await assert.rejects(eks.endpoint(missing), { kind: 'terminal' });
  }
  assert.equal(asked(), 2);
});

test('a token ends with the credentials that signed it', async () => {
  const { eks, active, now, advance, setOwn } = await start();
  setOwn({ ...ownCredentials, expiration: new Date(now() + 120_000) });
  const first = await eks.token(active);
  advance(119_999);
  assert.equal(await eks.token(active), first);
  advance(1);
  assert.notEqual(await eks.token(active), first);
});

test('an EKS that nobody can reach is a transient failure', async () => {
  const { eks, active, stop } = await start();
  await stop();
  await assert.rejects(eks.endpoint(active), {
    kind: 'transient',
    message: /in eu-west-1: EKS did not answer: .*ECONNREFUSED/,
  });
});
