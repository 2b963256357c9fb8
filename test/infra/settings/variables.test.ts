import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { functionEnvironment } from '../../../infra/settings/function-environment.ts';
import { listSettings } from '../../../infra/settings/list-settings.ts';
import type { FederationSettings } from '../../../infra/settings/settings.ts';
import { variables } from '../../../infra/settings/variables.ts';
import { type FunctionName, functionFields } from '../../../lib/config/function-fields.ts';
import { type RawFile, settingsFolder } from './settings-folder.ts';

const { read } = await settingsFolder();

const role = (account: string): string => `arn:aws:iam::${account}:role/seamark`;
const hash = `${'h'.repeat(42)}A`;
const vpc = {
  id: 'vpc-0a1b2c3d',
  subnetIds: ['subnet-0a1b2c3d'],
  availabilityZones: ['eu-central-1a'],
  securityGroupIds: ['sg-0a1b2c3d'],
};
const http = {
  front: 'http-api',
  domainName: 'audit.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/0f',
  truststore: 's3://bucket/roots.pem',
};

const plain: RawFile = {
  account: '111122223333',
  region: 'eu-central-1',
  federation: 'shop',
  zone: { id: 'Z1', name: 'example.com' },
  suffix: 'fed.example.com',
  host: { kubeconfigSecret: 'seamark/host' },
};

/** Everything else that a file may hold, so that a single value can be changed. */
const rich: RawFile = {
  ...plain,
  host: { eks: { name: 'control', account: '111122223333', auditLogs: true } },
  eksClusters: [
    { name: 'prod', cluster: 'oslo', auditLogs: true },
    { name: 'test', cluster: 'rome', account: '444455556666', roleArn: role('444455556666') },
  ],
  webhook: { ...http, tokenHashes: { lyon: [hash] } },
  vpc,
};

type Change = readonly [base: RawFile, path: string, value: unknown];

/** One change of each setting, by which the variables that depend on it change too. */
const changes: readonly Change[] = [
  [plain, '$schema', './other.json'],
  [plain, 'account', '444455556666'],
  [plain, 'region', 'eu-west-1'],
  [plain, 'federation', 'club'],
  [plain, 'zone.id', 'Z2'],
  [plain, 'zone.name', 'fed.example.com'],
  [plain, 'zone.roleArn', role('444455556666')],
  [plain, 'suffix', 'other.example.com'],
  [plain, 'ttlSeconds', 5],
  [plain, 'hostNames', 'resolve'],
  [plain, 'elbZoneIds', { 'elb.example.net': 'Z3' }],
  [plain, 'host.kubeconfigSecret', 'seamark/other'],
  [rich, 'host.eks.name', 'steering'],
  [rich, 'host.eks.region', 'eu-central-1'],
  [{ ...rich, host: { eks: { name: 'control' } } }, 'host.eks.account', '111122223333'],
  [rich, 'host.eks.roleArn', role('111122223333')],
  [rich, 'host.eks.auditLogs', false],
  [plain, 'hostCluster', 'hub'],
  [rich, 'eksClusters[0].name', 'staging'],
  [rich, 'eksClusters[0].cluster', 'bern'],
  [rich, 'eksClusters[0].auditLogs', false],
  [rich, 'eksClusters[0].roleArn', role('111122223333')],
  [rich, 'eksClusters[1].region', 'us-east-1'],
  [rich, 'eksClusters[1].account', '444455556666'],
  [plain, 'memberSecrets', ['seamark/lyon']],
  [plain, 'clientIp', '192.0.2.1'],
  [plain, 'secretNamespace', 'kube-seamark'],
  [plain, 'ownUsernames', ['seamark', 'mate']],
  [plain, 'memberLimitMs', 5_000],
  [plain, 'selector', ''],
  [plain, 'namesakes', 'adopt'],
  [plain, 'createNamespaces', false],
  [plain, 'leavePolicy', 'remove'],
  [{ ...rich, webhook: {} }, 'webhook.front', 'function-url'],
  [rich, 'webhook.domainName', 'other.example.com'],
  [rich, 'webhook.certificateArn', http.certificateArn.replace('/0f', '/1f')],
  [rich, 'webhook.truststore', 's3://bucket/others.pem'],
  [rich, 'webhook.truststoreVersion', '3HL4kqtJlcpXroDTDmJ.rmSpXd3dIbrHY'],
  [rich, 'webhook.reservedConcurrency', 3],
  [rich, 'webhook.tokenHashes', { nice: [hash] }],
  [plain, 'delays.reviewMs', 1],
  [plain, 'delays.clusterAvailableMs', 1],
  [plain, 'delays.publishMs', 1],
  [plain, 'resyncMinutes', 5],
  [plain, 'healthMinutes', 5],
  [plain, 'health.probeFailures', 5],
  [plain, 'health.probeSuccesses', 5],
  [plain, 'health.offlinePolicy', 'withdraw'],
  [plain, 'health.withdrawFailures', 2],
  [plain, 'health.withdrawLooks', 6],
  [plain, 'health.withdrawShare', 0.25],
  [plain, 'route53RequestsPerSecond', 2],
  [plain, 'driftSweepMinutes', 60],
  [plain, 'driftPolicy', 'repair'],
  [rich, 'vpc.id', 'vpc-1a1b2c3d'],
  [rich, 'vpc.subnetIds', ['subnet-1a1b2c3d']],
  [rich, 'vpc.availabilityZones', ['eu-central-1b']],
  [rich, 'vpc.securityGroupIds', ['sg-1a1b2c3d']],
  [plain, 'alarms.topicArn', 'arn:aws:sns:eu-central-1:111122223333:ops'],
  [plain, 'alarms.email', 'ops@example.com'],
  [plain, 'logRetentionDays', 90],
  [plain, 'removalPolicy', 'destroy'],
];

/** The file with another value at a path. */
const changed = (value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown => {
  if (key === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      String(index) === key ? changed(item, rest, put) : item,
    );
  }
  const object = value as RawFile | undefined;
  return { ...object, [key]: changed(object?.[key], rest, put) };
};

const environments = (settings: FederationSettings) =>
  // The keys of an object literal of that type.
  (Object.keys(functionFields) as FunctionName[]).map((name) =>
    functionEnvironment(name, settings, {
      tableName: 'table',
      serviceQueueUrl: 'services',
      zoneQueueUrl: 'zones',
      resyncQueueUrl: 'resync',
      hostedZoneId: settings.zone.kind === 'existing' ? settings.zone.id : 'ZMADE',
    }),
  );

const differing = (one: FederationSettings, other: FederationSettings): readonly string[] => {
  const after = environments(other);
  const names = environments(one).flatMap((before, index) => {
    const now = after[index] ?? {};
    return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
      (name) => before[name] !== now[name],
    );
  });
  return [...new Set(names)].sort();
};

const dependent = (path: string): readonly string[] =>
  Object.entries(variables)
    .filter(([, { of }]) => of.includes(path))
    .map(([name]) => name)
    .sort();

const everywhere = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]');

/** This one says again what is so already: nothing may change by it. */
const idle = ['host.eks.region'];

describe('the variables that a setting is part of', () => {
  for (const [base, path, value] of changes) {
    it(`are those that change with ${path}`, async () => {
      const keys = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
      const file = changed(base, keys, value) as RawFile;
      const names = differing(await read(base), await read(file));
      assert.deepEqual(names, idle.includes(path) ? [] : dependent(everywhere(path)));
    });
  }

  it('change with a host in another region', async () => {
    const there = { ...rich, host: { eks: { name: 'control', region: 'us-east-1' } } };
    const here = { ...rich, host: { eks: { name: 'control', auditLogs: false } } };
    assert.deepEqual(differing(await read(here), await read(there)), dependent('host.eks.region'));
  });

  it('are none with a zone that is made', () => {
    assert.deepEqual(dependent('zone.create'), []);
  });

  it('are looked at for every setting', () => {
    const groups = new Set(
      listSettings().map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('.')))),
    );
    const leaves = listSettings()
      .map(({ path }) => path)
      .filter((path) => !groups.has(path) && !groups.has(`${path}[]`));
    const looked = new Set(['zone.create', ...changes.map(([, path]) => everywhere(path))]);
    assert.deepEqual(leaves.toSorted(), [...looked].sort());
  });

  it('are made of settings that are there', () => {
    const paths = new Set(listSettings().map(({ path }) => path));
    const lost = Object.values(variables).flatMap(({ of }) =>
      of.filter((path) => !paths.has(path)),
    );
    assert.deepEqual(lost, []);
  });
});
