import { startEks } from '../../../infra/sandbox/aws/access/eks.ts';
import { createEksAuthenticator } from '../../../infra/sandbox/aws/access/eks-authenticator.ts';
import { createIam, type Iam, type Role } from '../../../infra/sandbox/aws/access/iam.ts';
import { startSecretsManager } from '../../../infra/sandbox/aws/access/secrets-manager.ts';
import { startSts } from '../../../infra/sandbox/aws/access/sts.ts';
import { createTable, startDynamoDb } from '../../../infra/sandbox/aws/dynamodb.ts';
import { startSqs } from '../../../infra/sandbox/aws/sqs.ts';
import {
  type ClusterClient,
  createClusterClient,
} from '../../../infra/sandbox/clusters/cluster-client.ts';
import {
  createNodes,
  prepareHost,
  prepareMember,
} from '../../../infra/sandbox/clusters/join-clusters.ts';
import { kubeconfig } from '../../../infra/sandbox/clusters/kubeconfig.ts';
import { createServingCertificate } from '../../../infra/sandbox/control-plane/serving-certificate.ts';
import { startTlsFront } from '../../../infra/sandbox/control-plane/tls-front.ts';
import { startKubernetes } from '../../../infra/sandbox/kubernetes/server.ts';
import type { LambdaFunction } from '../../../infra/sandbox/lambda/function.ts';
import { startRoute53 } from '../../../infra/sandbox/route53/server.ts';
import { createTearDown, type TearDown } from '../../../infra/sandbox/tear-down.ts';
import { startSpy } from './spy.ts';
import { startFunctions, startMappings } from './start-functions.ts';

/** Role of the functions; the sandbox's runtime gives them the key of a session of it. */
const functionRole = 'arn:aws:iam::111122223333:role/seamark-functions';
/** Role in the account of the member, which has an access entry. */
export const memberRole = 'arn:aws:iam::444455556666:role/seamark-member';
/** Role in the account of the hosted zone. */
export const zoneRole = 'arn:aws:iam::777788889999:role/seamark-zone';

const region = 'us-east-1';
const zoneName = 'seamark.example';
const seamark = { username: 'seamark', groups: ['seamark'] };

/** The parts that tests look into. */
export type EksFederation = {
  readonly host: ClusterClient;
  readonly member: ClusterClient;
  readonly health: LambdaFunction;
  readonly resync: LambdaFunction;
  readonly iam: Iam;
  /** Roles that the member knows; a test may take one out. */
  readonly accessEntries: { [roleArn: string]: typeof seamark };
  /** Bearer tokens that the member was shown. */
  readonly tokens: () => readonly string[];
  /** Keys that requests to Route 53 were signed with. */
  readonly zoneKeys: () => readonly string[];
  /** Names in the hosted zone. */
  readonly names: () => readonly string[];
  readonly log: readonly string[];
  readonly close: () => Promise<void>;
};

const roles: readonly Role[] = [
  {
    arn: functionRole,
    allows: [
      { action: 'sts:AssumeRole', resource: memberRole },
      { action: 'sts:AssumeRole', resource: zoneRole },
      {
        action: 'secretsmanager:GetSecretValue',
        resource: 'arn:aws:secretsmanager:us-east-1:111122223333:secret:seamark/host-??????',
      },
    ],
  },
  {
    arn: memberRole,
    trusts: [functionRole],
    allows: [
      {
        action: 'eks:DescribeCluster',
        resource: 'arn:aws:eks:us-east-1:444455556666:cluster/member-a',
      },
    ],
  },
  { arn: zoneRole, trusts: [functionRole] },
];

/** What the sandbox's runtime puts into every function's environment. */
const functionSession = {
  accessKeyId: 'ASIASANDBOX',
  secretAccessKey: 'sandbox',
  sessionToken: 'sandbox',
  roleArn: functionRole,
  sessionName: 'seamark',
};

const now = Date.now;
const random = Math.random;

/**
 * A federation of a host behind a kubeconfig in Secrets Manager, one member on EKS in another account and a hosted zone in a third, run by
 * the bundles as they are deployed. Nothing but the roles above lets the functions in.
 */
export const startEksFederation = async (): Promise<EksFederation> => {
  const tearDown = createTearDown();
  const iam = createIam({ roles, sessions: [functionSession], now, random });
  const host = await startHost(tearDown);
  const member = await startMember(iam, tearDown);
  const aws = await startAws(tearDown);
  const access = await startAccess(iam, { host, member }, tearDown);
  const log: string[] = [];
  const functions = await startFunctions({ ...aws.variables, ...access }, log, tearDown);
  await startMappings(aws, functions, tearDown);
  return {
    host: host.client,
    member: member.client,
    health: functions['cluster-health'],
    resync: functions.resync,
    iam,
    accessEntries: member.accessEntries,
    tokens: () =>
      member.spy.seen().map(({ authorization }) => (authorization ?? '').replace('Bearer ', '')),
    zoneKeys: () =>
      aws.spy
        .seen()
        .map(({ authorization }) => /Credential=([^/]+)/.exec(authorization ?? '')?.[1] ?? ''),
    names: aws.names,
    log,
    close: tearDown.run,
  };
};

const startHost = async (tearDown: TearDown) => {
  const users = { admin: 'kubernetes-admin', 'host-token': 'seamark' };
  const server = await startKubernetes({ name: 'host', now, random, users, authorization: 'RBAC' });
  tearDown.add(server.close);
  const client = createClusterClient({ url: server.url, token: 'admin' });
  await prepareHost(client, now);
  const text = kubeconfig('seamark', [{ name: 'host', url: server.url, token: 'host-token' }]);
  return { client, text };
};

const startMember = async (iam: Iam, tearDown: TearDown) => {
  const accessEntries: EksFederation['accessEntries'] = { [memberRole]: seamark };
  const judge = createEksAuthenticator({
    iam,
    clusterName: 'member-a',
    dnsSuffix: 'amazonaws.com',
    accessEntries,
    now,
  });
  const server = await startKubernetes({
    name: 'member-a',
    now,
    random,
    users: { admin: 'kubernetes-admin' },
    tokenless: 'anonymous',
    authorization: 'RBAC',
    tokenReview: (token) => {
      const verdict = judge(token);
      return verdict.kind === 'user' ? verdict.user : undefined;
    },
  });
  tearDown.add(server.close);
  const client = createClusterClient({ url: server.url, token: 'admin' });
  await prepareMember(client);
  const zone = `${region}a`;
  const node = { name: 'node-1', zone, region, address: '10.32.0.11', podPrefix: '10.64.1' };
  await createNodes(client, [node], { now, version: 'v1.34.2' });
  const spy = await startSpy(server.url);
  tearDown.add(spy.close);
  const certificate = createServingCertificate(now());
  const front = await startTlsFront(spy.url, certificate);
  tearDown.add(front.close);
  return { client, spy, accessEntries, endpoint: front.url, ca: certificate.certificate };
};

const startAws = async (tearDown: TearDown) => {
  const [dynamodb, sqs, route53] = await Promise.all([
    startDynamoDb(),
    startSqs(),
    startRoute53({ now, random }),
  ]);
  for (const { close } of [dynamodb, sqs, route53]) tearDown.add(close);
  await createTable(dynamodb.url, 'seamark');
  const queue = (name: string) => sqs.createQueue(name, { visibilityTimeoutSeconds: 300 });
  const [services, zones, resync] = await Promise.all([
    queue('services'),
    queue('zones'),
    queue('resync'),
  ]);
  const zoneId = route53.createZone({ name: zoneName });
  const spy = await startSpy(route53.url);
  tearDown.add(spy.close);
  return {
    spy,
    sqsUrl: sqs.url,
    queues: { services, zones, resync },
    names: () => route53.recordSets(zoneId).map(({ name }) => name),
    variables: {
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
      AWS_ENDPOINT_URL_SQS: sqs.url,
      AWS_ENDPOINT_URL_ROUTE_53: spy.url,
      SEAMARK_TABLE: 'seamark',
      SEAMARK_SERVICE_QUEUE_URL: services,
      SEAMARK_ZONE_QUEUE_URL: zones,
      SEAMARK_RESYNC_QUEUE_URL: resync,
      SEAMARK_HOSTED_ZONE_ID: zoneId,
      SEAMARK_DNS_SUFFIX: zoneName,
      SEAMARK_FEDERATION: 'demo',
      SEAMARK_PUBLISH_DELAY_MS: '0',
      SEAMARK_ZONE_ROLE_ARN: zoneRole,
      SEAMARK_HOST_SECRET: 'seamark/host',
    },
  };
};

const startAccess = async (
  iam: Iam,
  clusters: {
    readonly host: { readonly text: string };
    readonly member: { readonly endpoint: string; readonly ca: string };
  },
  tearDown: TearDown,
) => {
  const { endpoint, ca } = clusters.member;
  const record = { name: 'member-a', region, account: '444455556666', endpoint, ca } as const;
  const secret = {
    arn: 'arn:aws:secretsmanager:us-east-1:111122223333:secret:seamark/host-AbCdEf',
    value: { text: clusters.host.text },
  };
  const [sts, eks, secrets] = await Promise.all([
    startSts({ iam, now }),
    startEks({ iam, now, clusters: () => [{ ...record, status: 'ACTIVE' }] }),
    startSecretsManager({ iam, now, secrets: () => [secret] }),
  ]);
  for (const { close } of [sts, eks, secrets]) tearDown.add(close);
  return {
    AWS_ENDPOINT_URL_STS: sts.url,
    AWS_ENDPOINT_URL_EKS: eks.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  };
};
