import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { functionEnvironment } from '../../../infra/settings/function-environment.ts';
import type { FederationSettings } from '../../../infra/settings/settings.ts';
import type { FunctionName } from '../../../lib/config/function-fields.ts';
import {
  functionVariables,
  loadHealthSettings,
  loadLogsSettings,
  loadPublishSettings,
  loadReconcileSettings,
  loadResyncSettings,
  loadWebhookSettings,
} from '../../../lib/config/settings.ts';
import { arbitraryFile } from './arbitrary-file.ts';
import { least, settingsFolder } from './settings-folder.ts';

const { read } = await settingsFolder();

const names = Object.keys(functionVariables) as FunctionName[];

const resourcesOf = ({ zone }: FederationSettings) => ({
  tableName: 'table',
  serviceQueueUrl: 'https://sqs.example.test/services',
  zoneQueueUrl: 'https://sqs.example.test/zones',
  resyncQueueUrl: 'https://sqs.example.test/resync',
  hostedZoneId: zone.kind === 'existing' ? zone.id : 'ZMADE',
});

const environmentOf = (name: FunctionName, settings: FederationSettings) =>
  functionEnvironment(name, settings, resourcesOf(settings));

/** What the settings mean to each function, told from the settings alone. */
const base = (settings: FederationSettings) => ({
  metricsNamespace: `Seamark/${settings.federation}`,
  tableName: 'table',
});
const services = { services: 'https://sqs.example.test/services' };
const zones = { zones: 'https://sqs.example.test/zones' };
const resyncs = { resync: 'https://sqs.example.test/resync' };

const present = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

const hostOf = ({ host, secretNamespace, selector, clientIp }: FederationSettings) => ({
  host:
    host.kind === 'secret'
      ? host
      : {
          kind: 'eks',
          cluster: present({
            clusterName: host.cluster.name,
            region: host.cluster.region,
            roleArn: host.cluster.roleArn,
          }),
        },
  secretNamespace,
  selector: selector === '' ? [] : selector.split(',').map((part) => keyAndValue(part)),
  ...present({ clientIp }),
});

const keyAndValue = (part: string) => {
  const [key, value] = part.split('=');
  return { key, value };
};

const rulesOf = ({ health }: FederationSettings) => ({
  thresholds: { failures: health.probeFailures, successes: health.probeSuccesses },
  withdrawal: {
    policy: health.offlinePolicy,
    failures: health.withdrawFailures,
    looks: health.withdrawLooks,
    share: health.withdrawShare,
  },
});

const intakeOf = (settings: FederationSettings) => ({
  queue: { reviewDelayMs: settings.delays.reviewMs },
  hostSource: 'host',
  hostIsMember: settings.hostCluster !== undefined,
  ownUsernames: settings.ownUsernames,
  secretNamespace: settings.secretNamespace,
});

const zoneRole = ({ zone }: FederationSettings) =>
  present({ zoneRoleArn: zone.kind === 'existing' ? zone.roleArn : undefined });

const planOf = (settings: FederationSettings) => {
  const { zone, suffix, ttlSeconds, hostNames, elbZoneIds, hostCluster } = settings;
  const host = hostOf(settings);
  return {
    ...base(settings),
    queueUrls: { ...services, ...zones, ...resyncs },
    ...host,
    plan: {
      federation: settings.federation,
      selector: host.selector,
      namesakes: settings.namesakes,
      createNamespaces: settings.createNamespaces,
      leaving: settings.leavePolicy,
      dns: { suffix, ttlSeconds, hostNames, elbZoneIds },
      ...present({ hostCluster }),
    },
    zone: {
      id: resourcesOf(settings).hostedZoneId,
      ...present({ name: zone.name }),
      suffix,
      create: false,
      federation: settings.federation,
    },
    memberLimitMs: settings.memberLimitMs,
    resolver: { timeoutMs: 2_000 },
  };
};

const reconcileOf = (settings: FederationSettings) => ({
  ...planOf(settings),
  ...zoneRole(settings),
  delays: {
    clusterAvailableDelayMs: settings.delays.clusterAvailableMs,
    publishDelayMs: settings.delays.publishMs,
  },
  rules: rulesOf(settings),
});

const healthOf = (settings: FederationSettings) => ({
  ...base(settings),
  queueUrls: { ...services, ...resyncs },
  ...hostOf(settings),
  delays: { clusterAvailableDelayMs: settings.delays.clusterAvailableMs },
  federation: settings.federation,
  leaving: settings.leavePolicy,
  rules: rulesOf(settings),
});

const sourcesOf = ({ host, eksClusters }: FederationSettings) => [
  ...(host.kind === 'eks' && host.cluster.auditLogs ? [[host.cluster.name, 'host']] : []),
  ...eksClusters.filter(({ auditLogs }) => auditLogs).map(({ name, cluster }) => [name, cluster]),
];

const withoutLogGroups = <T extends { readonly logGroups: object }>({ logGroups: _, ...rest }: T) =>
  rest;

describe('the environment of a function', () => {
  it('means to the function what the settings say', async () => {
    const property = fc.asyncProperty(arbitraryFile, async (file) => {
      const settings = await read(file);
      const of = (name: FunctionName) => environmentOf(name, settings);
      const taking = {
        ...base(settings),
        queueUrls: { ...services, ...resyncs },
        intake: intakeOf(settings),
      };
      assert.deepEqual(loadWebhookSettings(of('audit-webhook')), {
        ...taking,
        tokenHashes: settings.webhook?.tokenHashes ?? {},
      });
      const logs = loadLogsSettings(of('audit-logs'));
      assert.deepEqual(withoutLogGroups(logs), taking);
      for (const [name = '', source] of sourcesOf(settings)) {
        assert.equal(logs.logGroups[`/aws/eks/${name}/cluster`] ?? name, source);
      }
      assert.deepEqual(loadReconcileSettings(of('reconcile-service')), reconcileOf(settings));
      assert.deepEqual(loadPublishSettings(of('publish-zone')), {
        ...base(settings),
        queueUrls: { ...services, ...zones },
        ...zoneRole(settings),
        requestsPerSecond: settings.route53RequestsPerSecond,
        driftSweepMs: settings.driftSweepMinutes * 60_000,
        driftPolicy: settings.driftPolicy,
      });
      assert.deepEqual(loadResyncSettings(of('resync')), {
        ...planOf(settings),
        delays: { publishDelayMs: settings.delays.publishMs },
        driftSweepMs: settings.driftSweepMinutes * 60_000,
      });
      assert.deepEqual(loadHealthSettings(of('cluster-health')), healthOf(settings));
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('has only variables that the function reads, and those that it cannot do without', async () => {
    const settings = await read(least);
    const always = ['SEAMARK_METRICS_NAMESPACE', 'SEAMARK_TABLE', 'SEAMARK_SERVICE_QUEUE_URL'];
    const zone = ['SEAMARK_ZONE_QUEUE_URL'];
    const resync = ['SEAMARK_RESYNC_QUEUE_URL'];
    const host = ['SEAMARK_HOST_SECRET'];
    const naming = ['SEAMARK_FEDERATION', 'SEAMARK_HOSTED_ZONE_ID', 'SEAMARK_HOSTED_ZONE_NAME'];
    const expected: { readonly [name in FunctionName]: readonly string[] } = {
      'audit-webhook': [...always, ...resync, 'SEAMARK_WEBHOOK_TOKEN_HASHES'],
      'audit-logs': [...always, ...resync],
      'reconcile-service': [...always, ...zone, ...resync, ...host, ...naming],
      'publish-zone': [...always, ...zone],
      resync: [...always, ...zone, ...resync, ...host, ...naming],
      'cluster-health': [...always, ...resync, ...host, 'SEAMARK_FEDERATION'],
    };
    for (const name of names) {
      const variables = Object.keys(environmentOf(name, settings));
      assert.deepEqual(variables.toSorted(), [...expected[name]].sort(), name);
    }
  });

  it('names the log groups only of clusters that EKS calls otherwise', async () => {
    const settings = await read({
      ...least,
      host: { eks: { name: 'control' } },
      eksClusters: [
        { name: 'oslo' },
        { name: 'prod', cluster: 'rome' },
        { name: 'test', cluster: 'bern', auditLogs: false },
      ],
    });
    assert.deepEqual(
      JSON.parse(environmentOf('audit-logs', settings)['SEAMARK_LOG_GROUPS'] ?? ''),
      {
        '/aws/eks/control/cluster': 'host',
        '/aws/eks/prod/cluster': 'rome',
      },
    );
  });

  it('leaves out what is the default anyway, wherever it was said', async () => {
    const said = await read({
      ...least,
      suffix: 'Example.com',
      ttlSeconds: 60,
      elbZoneIds: {},
      ownUsernames: ['seamark'],
      selector: 'federation.seamark.dev/enabled=true',
      health: { withdrawShare: 0.5, probeFailures: 3 },
      delays: { reviewMs: 2_000 },
    });
    const silent = await read(least);
    for (const name of names) {
      assert.deepEqual(environmentOf(name, said), environmentOf(name, silent), name);
    }
  });
});
