import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { least, type RawFile, settingsFolder } from './settings-folder.ts';

const { read, faultsOf } = await settingsFolder();

const role = (account: string): string => `arn:aws:iam::${account}:role/seamark`;
const [hash, other] = ['A', 'E'].map((end) => `${'h'.repeat(42)}${end}`);
const find = 'aws route53 list-hosted-zones-by-name --dns-name example.com';
const front = {
  domainName: 'audit.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0f0f-0f',
  truststore: 's3://bucket/roots.pem',
};
const vpc = {
  id: 'vpc-0a1b2c3d4e5f60718',
  subnetIds: ['subnet-0a1b2c3d'],
  availabilityZones: ['eu-central-1a'],
  securityGroupIds: ['sg-0a1b2c3d'],
};

type Case = readonly [title: string, part: RawFile, ...faults: string[]];

const zone: readonly Case[] = [
  [
    'a name alone is not enough',
    { zone: { name: 'example.com' } },
    `zone.id is missing: add the id that \`${find}\` tells, or "create": true for a new zone`,
  ],
  [
    'nothing is not enough',
    { zone: {}, suffix: 'example.com' },
    `zone.id is missing: add the id that \`${find}\` tells, or name and "create": true for a new zone`,
  ],
  [
    'a zone is not there and made at once, nor made by a role',
    { zone: { id: 'Z1', name: 'example.com', create: true, roleArn: role('444455556666') } },
    'zone.id is that of a zone that is there: leave it or create out',
    "zone.roleArn has no use: a zone that the stack makes is of the stack's own account",
  ],
  [
    'a new zone has a name',
    { zone: { create: true }, suffix: 'a.b' },
    'zone.name is missing: what is the zone to be called?',
  ],
  [
    'names end in something',
    { zone: { id: 'Z1' } },
    'suffix is missing, and there is no zone.name to take its place',
  ],
  [
    'names end in the zone',
    { suffix: 'myexample.com' },
    'suffix is not the name of the zone, nor does it end in it',
  ],
];

const clusters: readonly Case[] = [
  ['there is a host', { host: {} }, 'host names no way to the host: add eks or kubeconfigSecret'],
  [
    'there is one host',
    { host: { eks: { name: 'a' }, kubeconfigSecret: 'b' } },
    'host names two ways to the host: keep eks or kubeconfigSecret',
  ],
  [
    'clusters of other accounts need a role',
    {
      host: { eks: { name: 'a', account: '444455556666' } },
      eksClusters: [{ name: 'b', account: '444455556666' }],
    },
    "host.eks.roleArn is missing: the cluster is another account's, where the functions must assume a role",
    "eksClusters[0].roleArn is missing: the cluster is another account's, where the functions must assume a role",
  ],
  [
    "a role is of its cluster's account",
    { eksClusters: [{ name: 'b', account: '111122223333', roleArn: role('444455556666') }] },
    "eksClusters[0].roleArn is a role of another account than the cluster's",
  ],
  [
    'audit logs come from the own region and account only',
    {
      eksClusters: [
        { name: 'b', region: 'us-east-1', auditLogs: true },
        { name: 'c', roleArn: role('444455556666'), auditLogs: true },
      ],
    },
    ...[0, 1].map(
      (index) =>
        `eksClusters[${index}].auditLogs cannot be true: logs of another account or region don't reach the functions; leave it out, and changes are seen with the next resync`,
    ),
  ],
  [
    'clusters have names of their own',
    {
      host: { eks: { name: 'control' } },
      hostCluster: 'hub',
      eksClusters: [
        { name: 'a' },
        { name: 'b', cluster: 'a' },
        { name: 'hub' },
        { name: 'host' },
        { name: 'Prod_1' },
      ],
    },
    'eksClusters[1].cluster is the name of an earlier entry too',
    'eksClusters[2].name is the name in hostCluster, which is that of the host',
    "eksClusters[3].name is what the host's audit events go by: give the cluster another name",
    'eksClusters[4].cluster is missing: name cannot be the name of a Cluster object, which is a DNS label in lower case',
  ],
  [
    'a cluster is there once',
    {
      host: { eks: { name: 'control' } },
      eksClusters: [
        { name: 'a' },
        { name: 'a', cluster: 'b', region: 'eu-central-1' },
        { name: 'control', cluster: 'c' },
      ],
    },
    'eksClusters[1] is an earlier entry once more',
    'eksClusters[2] is the host: leave it out, and name its Cluster object in hostCluster',
  ],
];

const webhook: readonly Case[] = [
  [
    'an HTTP API is complete',
    { webhook: { front: 'http-api', domainName: 'audit.example.com' } },
    ...['certificateArn', 'truststore'].map(
      (key) =>
        `webhook.${key} is missing: the front http-api takes domainName, certificateArn and truststore`,
    ),
  ],
  [
    'a function URL has its own name',
    { webhook: { domainName: 'audit.example.com', truststoreVersion: 'v2' } },
    'webhook.domainName has no use: a function URL has a domain name and a certificate of its own',
    'webhook.truststoreVersion has no use: a function URL has a domain name and a certificate of its own',
  ],
  [
    'a certificate is of the own region',
    {
      webhook: {
        front: 'http-api',
        ...front,
        certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0f0f-0f',
      },
    },
    "webhook.certificateArn is of another region than the stack's, where the HTTP API looks for it",
  ],
  [
    'a share of concurrency is one',
    { webhook: { reservedConcurrency: 0 } },
    'webhook.reservedConcurrency is less than 1',
  ],
  [
    'or none, in this word',
    { webhook: { reservedConcurrency: 'off' } },
    'webhook.reservedConcurrency is neither a number nor "none"',
  ],
  [
    'a token tells its cluster',
    { webhook: { tokenHashes: { lyon: [hash, other], oslo: [other] } } },
    'webhook.tokenHashes.oslo[0] is there before: each cluster has tokens of its own',
  ],
  [
    'only clusters that can call send',
    {
      host: { eks: { name: 'control' } },
      eksClusters: [{ name: 'prod', cluster: 'oslo' }],
      webhook: { tokenHashes: { oslo: [hash], host: [other] } },
    },
    'webhook.tokenHashes.oslo is on EKS, where clusters cannot call a webhook',
    'webhook.tokenHashes.host is on EKS, where clusters cannot call a webhook',
  ],
  [
    'the host sends under its own name',
    { hostCluster: 'hub', webhook: { tokenHashes: { hub: [hash] } } },
    'webhook.tokenHashes.hub is the host, whose audit events go by host',
  ],
  [
    'at most two hashes, none in hex',
    { webhook: { tokenHashes: { lyon: [hash, other, 'a'.repeat(64)] } } },
    'webhook.tokenHashes.lyon[2] holds something that is no SHA-256 in base64url without padding',
    'webhook.tokenHashes.lyon has more than the two hashes of a token and its successor',
  ],
];

const others: readonly Case[] = [
  [
    'what failed was looked at',
    { health: { withdrawFailures: 6 } },
    'health.withdrawFailures is more than health.withdrawLooks, so nothing would ever be withdrawn',
  ],
  [
    'a zone for each subnet',
    { vpc: { ...vpc, subnetIds: ['subnet-0a1b2c3d', 'subnet-1a1b2c3d'] } },
    'vpc.availabilityZones has not as many entries as vpc.subnetIds: name the zone of each subnet',
  ],
  [
    'zones are of the own region',
    { vpc: { ...vpc, availabilityZones: ['us-east-1a'] } },
    'vpc.availabilityZones has one that is not of region',
  ],
  [
    'alarms go one way',
    {
      alarms: { email: 'ops@example.com', topicArn: 'arn:aws:sns:eu-central-1:111122223333:ops' },
    },
    'alarms.email is of no use beside alarms.topicArn: subscribe the address to that topic',
  ],
  [
    'alarms stay in the region',
    { alarms: { topicArn: 'arn:aws:sns:us-east-1:111122223333:ops' } },
    "alarms.topicArn is of another region than the stack's, whose alarms do not reach it",
  ],
];

describe('settings that do not fit together', () => {
  for (const [title, part, ...faults] of [...zone, ...clusters, ...webhook, ...others]) {
    it(title, async () => {
      assert.deepEqual(await faultsOf({ ...least, ...part }), faults);
    });
  }

  it('are told together with settings that are wrong by themselves', async () => {
    const faults = await faultsOf({
      ...least,
      ttlSeconds: 0,
      suffix: 'example.org',
      pineapple: 1,
      host: { eks: { name: 'a', account: '444455556666' } },
    });
    assert.deepEqual(
      faults.map((fault) => fault.split(' ')[0]),
      ['pineapple', 'ttlSeconds', 'suffix', 'host.eks.roleArn'],
    );
  });

  const together: readonly Case[] = [
    [
      'a token that is none hides nothing of the front',
      { webhook: { front: 'http-api', tokenHashes: { unknown: ['bad'] } } },
      'webhook.tokenHashes.unknown[0] holds something that is no SHA-256 in base64url without padding',
      ...['domainName', 'certificateArn', 'truststore'].map(
        (key) =>
          `webhook.${key} is missing: the front http-api takes domainName, certificateArn and truststore`,
      ),
    ],
    [
      'an address that is none hides nothing of the topic',
      { alarms: { email: 'nope', topicArn: 'arn:aws:sns:us-east-1:111122223333:ops' } },
      'alarms.email is not an e-mail address',
      'alarms.email is of no use beside alarms.topicArn: subscribe the address to that topic',
      "alarms.topicArn is of another region than the stack's, whose alarms do not reach it",
    ],
    [
      'an entry hides none of the others, nor what is wrong with itself',
      {
        host: { eks: { name: 'hub', account: '444455556666', region: 5 } },
        eksClusters: [
          { name: 'x', account: '444455556666' },
          { cluster: 'y', account: '444455556666' },
          { name: 'x', account: '444455556666', auditLogs: 'yes' },
          { name: 'z', cluster: 'Z' },
          5,
        ],
      },
      'host.eks.region is not text',
      'eksClusters[1].name is missing',
      'eksClusters[2].auditLogs is neither true nor false',
      'eksClusters[3].cluster is not a DNS label in lower case',
      'eksClusters[4] is not an object',
      ...['host.eks', 'eksClusters[0]', 'eksClusters[1]', 'eksClusters[2]'].map(
        (place) =>
          `${place}.roleArn is missing: the cluster is another account's, where the functions must assume a role`,
      ),
      'eksClusters[2].name is the name of an earlier entry too',
      'eksClusters[2] is an earlier entry once more',
    ],
    [
      'two ways to the host hide nothing of either',
      { host: { eks: { name: 5, account: '444455556666' }, kubeconfigSecret: 'b' } },
      'host.eks.name is not text',
      'host names two ways to the host: keep eks or kubeconfigSecret',
      "host.eks.roleArn is missing: the cluster is another account's, where the functions must assume a role",
    ],
    [
      'lists are counted and compared with odd items in them',
      {
        memberSecrets: ['a', 'a', 5],
        webhook: { tokenHashes: { lyon: [hash, 5, other], oslo: [other], bonn: 5 } },
        vpc: { ...vpc, availabilityZones: ['us-east-1a', 5] },
      },
      'memberSecrets[2] is not text',
      'memberSecrets names something twice',
      'webhook.tokenHashes.lyon[1] is not text',
      'webhook.tokenHashes.lyon has more than the two hashes of a token and its successor',
      'webhook.tokenHashes.bonn is not a list',
      'vpc.availabilityZones[1] is not text',
      'webhook.tokenHashes.oslo[0] is there before: each cluster has tokens of its own',
      'vpc.availabilityZones has not as many entries as vpc.subnetIds: name the zone of each subnet',
      'vpc.availabilityZones has one that is not of region',
    ],
    [
      'a zone that is none hides nothing of the suffix',
      { zone: { name: 'example.com', roleArn: 'me' }, suffix: 'example.org' },
      'zone.roleArn is not the ARN of a role',
      `zone.id is missing: add the id that \`${find}\` tells, or "create": true for a new zone`,
      'suffix is not the name of the zone, nor does it end in it',
    ],
  ];
  for (const [title, part, ...faults] of together) {
    it(`are told together with others: ${title}`, async () => {
      assert.deepEqual(await faultsOf({ ...least, ...part }), faults);
    });
  }

  it('are not looked at where they are wrong by themselves', async () => {
    const faults = await faultsOf({
      ...least,
      account: 5,
      eksClusters: [{ name: 'a', account: '444455556666' }],
    });
    assert.deepEqual(faults, ['account is not text']);
  });
});

describe('the environment of a function', () => {
  const hashes = (count: number, each: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, cluster) => [
        `cluster-${String(cluster).padStart(4, '0')}`,
        Array.from(
          { length: each },
          (_hash, index) => `${String(cluster * 2 + index).padStart(42, '0')}A`,
        ),
      ]),
    );

  it('holds the tokens of fifty clusters', async () => {
    const { webhook: read50 } = await read({ ...least, webhook: { tokenHashes: hashes(50, 1) } });
    assert.equal(Object.keys(read50?.tokenHashes ?? {}).length, 50);
  });

  it('is refused where Lambda would refuse it, with the setting that is to be shortened', async () => {
    const faults = await faultsOf({ ...least, webhook: { tokenHashes: hashes(50, 2) } });
    assert.equal(faults.length, 1);
    assert.match(
      faults[0] ?? '',
      /^webhook\.tokenHashes makes SEAMARK_WEBHOOK_TOKEN_HASHES \d+ bytes long, and with it the environment of audit-webhook \d+ bytes; Lambda takes 4096: shorten it$/,
    );
  });
});
