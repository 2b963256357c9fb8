import type { EksMember, FederationSettings } from '../../../infra/settings/settings.ts';

/** Where the stack of these tests stands. */
export const home = { account: '444455556666', region: 'eu-west-1' } as const;

const hash = (char: string): string => char.repeat(43);

/** An EKS cluster of the stack's own account and region. */
export const anEksCluster = (name: string, particulars: Partial<EksMember> = {}): EksMember => ({
  name,
  ...home,
  auditLogs: false,
  cluster: name,
  ...particulars,
});

/** A federation of self-managed clusters: the host by a secret, a zone that is there, the webhook behind a function URL. */
export const someSettings = (
  particulars: Partial<FederationSettings> = {},
): FederationSettings => ({
  ...home,
  federation: 'prod',
  zone: { kind: 'existing', id: 'Z0PROD', name: 'example.org' },
  suffix: 'fed.example.org',
  ttlSeconds: 60,
  hostNames: 'alias',
  elbZoneIds: {},
  host: { kind: 'secret', name: 'seamark/host' },
  selector: 'federation.seamark.dev/enabled=true',
  namesakes: 'refuse',
  createNamespaces: true,
  leavePolicy: 'keep',
  secretNamespace: 'seamark-system',
  ownUsernames: ['seamark'],
  eksClusters: [],
  memberSecrets: [],
  webhook: {
    front: { kind: 'function-url' },
    reservedConcurrency: 10,
    tokenHashes: { host: [hash('a')], oslo: [hash('b'), hash('c')] },
  },
  delays: { reviewMs: 2_000, clusterAvailableMs: 20_000, publishMs: 1_000 },
  resyncMinutes: 10,
  healthMinutes: 1,
  health: {
    probeFailures: 3,
    probeSuccesses: 1,
    offlinePolicy: 'preserve',
    withdrawFailures: 3,
    withdrawLooks: 5,
    withdrawShare: 0.5,
  },
  route53RequestsPerSecond: 5,
  driftSweepMinutes: 1_440,
  driftPolicy: 'report',
  memberLimitMs: 10_000,
  logRetentionDays: 30,
  alarms: {},
  removalPolicy: 'retain',
  ...particulars,
});

/** Everything else that settings can ask for, at once. */
export const otherSettings = (): FederationSettings => {
  const { webhook, ...rest } = someSettings();
  return {
    ...rest,
    ...(webhook !== undefined && {
      webhook: {
        ...webhook,
        front: {
          kind: 'http-api',
          domainName: 'audit.example.org',
          certificateArn: 'arn:aws:acm:eu-west-1:444455556666:certificate/0f0f',
          truststore: 's3://seamark-trust/clients/roots.pem',
        },
      },
    }),
    zone: {
      kind: 'existing',
      id: 'Z0OTHER',
      roleArn: 'arn:aws:iam::777788889999:role/dns-writer',
    },
    host: { kind: 'eks', cluster: anEksCluster('control', { auditLogs: true }) },
    hostCluster: 'control',
    eksClusters: [
      anEksCluster('oslo', { auditLogs: true, cluster: 'north' }),
      anEksCluster('bergen', { roleArn: 'arn:aws:iam::444455556666:role/bergen-access' }),
      anEksCluster('lima', {
        account: '777788889999',
        region: 'us-east-1',
        roleArn: 'arn:aws:iam::777788889999:role/lima-access',
      }),
      anEksCluster('quito', { region: 'sa-east-1' }),
    ],
    memberSecrets: ['seamark/members/kyiv'],
    vpc: {
      id: 'vpc-0a1b2c3d4e5f60718',
      subnetIds: ['subnet-0a1b2c3d4e5f60718', 'subnet-0b1c2d3e4f5a60718'],
      availabilityZones: ['eu-west-1a', 'eu-west-1b'],
      securityGroupIds: ['sg-0a1b2c3d4e5f60718'],
    },
    alarms: { email: 'ops@example.org' },
  };
};
