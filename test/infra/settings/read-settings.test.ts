import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { readSettings } from '../../../infra/settings/read-settings.ts';
import { retentionPeriods } from '../../../infra/settings/settings-file.ts';
import { least, type RawFile, settingsFolder, shippedFile } from './settings-folder.ts';

const { read, faultsOf } = await settingsFolder();

const home = { account: '111122223333', region: 'eu-central-1' };
const role = (account: string): string => `arn:aws:iam::${account}:role/seamark`;

describe('settings that are read', () => {
  it('of the shipped file are those of an EKS host with members on EKS and elsewhere', async () => {
    const settings = await readSettings(shippedFile);
    assert.deepEqual(settings.host, {
      kind: 'eks',
      cluster: { name: 'control', ...home, auditLogs: true },
    });
    assert.deepEqual(settings.eksClusters, [
      { name: 'frankfurt', cluster: 'frankfurt', ...home, auditLogs: true },
      {
        name: 'production',
        cluster: 'oregon',
        account: '444455556666',
        region: 'us-west-2',
        roleArn: 'arn:aws:iam::444455556666:role/seamark-clusters',
        auditLogs: false,
      },
    ]);
    assert.deepEqual(Object.keys(settings.webhook?.tokenHashes ?? {}), ['lyon']);
    assert.deepEqual(settings.memberSecrets, ['seamark/lyon']);
    assert.equal(settings.suffix, 'federation.example.com');
  });

  it('have every default where the file says nothing', async () => {
    assert.deepEqual(await read(least), {
      ...home,
      federation: 'shop',
      zone: { kind: 'existing', id: 'Z1', name: 'example.com' },
      suffix: 'example.com',
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
      alarms: {},
      logRetentionDays: 30,
      removalPolicy: 'retain',
    });
  });

  it('are canonical: names in lower case without a trailing dot, ids bare', async () => {
    const settings = await read({
      ...least,
      zone: { id: '/hostedzone/Z1', name: 'Example.COM.' },
      suffix: 'Fed.example.com.',
      elbZoneIds: { 'ELB.example.com.': 'hostedzone/Z2' },
    });
    assert.deepEqual(settings.zone, { kind: 'existing', id: 'Z1', name: 'example.com' });
    assert.equal(settings.suffix, 'fed.example.com');
    assert.deepEqual(settings.elbZoneIds, { 'elb.example.com': 'Z2' });
  });

  it('take the account of a cluster from its role', async () => {
    const { eksClusters } = await read({
      ...least,
      eksClusters: [{ name: 'a', roleArn: role('444455556666') }],
    });
    assert.deepEqual(
      eksClusters.map(({ account, auditLogs }) => [account, auditLogs]),
      [['444455556666', false]],
    );
  });

  it('may have a zone that is made, and a webhook with client certificates', async () => {
    const front = {
      domainName: 'audit.example.com',
      certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0f0f-0f',
      truststore: 's3://bucket/roots.pem',
    };
    const { zone, suffix, webhook } = await read({
      ...least,
      zone: { name: 'example.com', create: true },
      webhook: { front: 'http-api', ...front },
    });
    assert.deepEqual([zone, suffix], [{ kind: 'created', name: 'example.com' }, 'example.com']);
    assert.deepEqual(webhook, {
      front: { kind: 'http-api', ...front },
      reservedConcurrency: 10,
      tokenHashes: {},
    });
  });

  it('know the retention periods of CloudWatch Logs', () => {
    const known = Object.values(RetentionDays).filter((days) => typeof days === 'number');
    assert.deepEqual(
      [...retentionPeriods],
      known.filter((days) => days !== RetentionDays.INFINITE).toSorted((a, b) => a - b),
    );
  });
});

const without = (key: string): RawFile =>
  Object.fromEntries(Object.entries(least).filter(([name]) => name !== key));

describe('a setting by itself', () => {
  const cases: readonly (readonly [RawFile, readonly string[]])[] = [
    [without('federation'), ['federation is missing']],
    [without('host'), ['host is missing']],
    [{ ...least, zone: [] }, ['zone is not an object']],
    [{ ...least, delays: [] }, ['delays is not an object']],
    [{ ...least, elbZoneIds: [] }, ['elbZoneIds is not an object']],
    [{ ...least, eksClusters: {} }, ['eksClusters is not a list']],
    [{ ...least, zone: 'example.com' }, ['zone is not an object']],
    [{ ...least, account: 111122223333 }, ['account is not text']],
    [{ ...least, account: '12' }, ['account is not an account: 12 digits in quotes']],
    [{ ...least, region: 'Frankfurt' }, ['region is not a region, such as eu-central-1']],
    [{ ...least, federation: 'My Shop' }, ['federation is not a DNS label in lower case']],
    [{ ...least, federation: null }, ['federation is not text']],
    [{ ...least, ttlSeconds: 0 }, ['ttlSeconds is less than 1']],
    [{ ...least, ttlSeconds: '60' }, ['ttlSeconds is not a number']],
    [{ ...least, ttlSeconds: 1.5 }, ['ttlSeconds is not a whole number']],
    [{ ...least, delays: { reviewMs: 900_001 } }, ['delays.reviewMs is more than 900000']],
    [{ ...least, hostNames: 'cname' }, ['hostNames is none of alias, resolve']],
    [{ ...least, createNamespaces: 'yes' }, ['createNamespaces is neither true nor false']],
    [{ ...least, selector: 'a in (b)' }, ['selector is not of the form key=value,key=value']],
    [{ ...least, clientIp: '10.0.0.0/8' }, ['clientIp is not an IP address']],
    [{ ...least, health: { withdrawShare: 2 } }, ['health.withdrawShare is more than 1']],
    [{ ...least, memberSecrets: ['a', 'a'] }, ['memberSecrets names something twice']],
    [{ ...least, ownUsernames: [] }, ['ownUsernames is empty']],
    [{ ...least, alarms: { email: 'ops' } }, ['alarms.email is not an e-mail address']],
    [{ ...least, removalPolicy: 'delete' }, ['removalPolicy is none of retain, destroy']],
    [
      { ...least, logRetentionDays: 31 },
      [`logRetentionDays is none of ${retentionPeriods.join(', ')}`],
    ],
    [
      { ...least, zone: { id: 'Z1', name: 'example.com', create: false } },
      ['zone.create is not true: leave it out'],
    ],
    [
      { ...least, elbZoneIds: { 'elb.example.com': 'zone!' } },
      ['elbZoneIds["elb.example.com"] is not the id of a hosted zone'],
    ],
  ];
  for (const [file, faults] of cases) {
    it(`${faults.join('; ')}`, async () => {
      assert.deepEqual(await faultsOf(file), faults);
    });
  }
});

describe('a key that is no setting', () => {
  const cases: readonly (readonly [RawFile, string])[] = [
    [{ fedaration: 'x' }, 'fedaration is no setting: did you mean federation?'],
    [{ webhok: {} }, 'webhok is no setting: did you mean webhook?'],
    [{ zone: { ID: 'Z1', id: 'Z1', name: 'a.b' } }, 'zone.ID is no setting: did you mean id?'],
    [{ withdrawLooks: 5 }, 'withdrawLooks is no setting: did you mean health.withdrawLooks?'],
    [{ reviewMs: 5 }, 'reviewMs is no setting: did you mean delays.reviewMs?'],
    [
      { eksClusters: [{ name: 'a', rolArn: '' }] },
      'eksClusters[0].rolArn is no setting: did you mean roleArn?',
    ],
    [{ pineapple: 1 }, 'pineapple is no setting'],
    [{ toString: 1 }, 'toString is no setting'],
  ];
  for (const [part, fault] of cases) {
    it(fault, async () => {
      assert.deepEqual(await faultsOf({ ...least, ...part }), [fault]);
    });
  }

  it('never comes alone: all of them are told', async () => {
    const faults = await faultsOf({ ...least, pear: 1, apple: 2, plum: 3 });
    assert.deepEqual(faults, ['pear is no setting', 'apple is no setting', 'plum is no setting']);
  });
});
