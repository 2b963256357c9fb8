import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { functionNames } from '../../../infra/sandbox/function-limits.ts';
import { functionSettings, type SettingsSource } from '../../../infra/sandbox/function-settings.ts';
import { createTokens, tokenHash } from '../../../infra/sandbox/tokens.ts';
import { defaultTopology } from '../../../infra/sandbox/topology.ts';
import {
  functionVariables,
  loadHealthSettings,
  loadPublishSettings,
  loadReconcileSettings,
  loadResyncSettings,
  loadWebhookSettings,
} from '../../../lib/config/settings.ts';

const tokens = createTokens(defaultTopology);

const source: SettingsSource = {
  topology: defaultTopology,
  aws: {
    dynamodbUrl: 'http://127.0.0.1:1',
    sqsUrl: 'http://127.0.0.1:2',
    route53Url: 'http://127.0.0.1:3',
    dnsServer: '127.0.0.1:4',
    tableName: 'seamark',
    hostedZoneId: 'Z1',
    serviceQueueUrl: 'http://127.0.0.1:2/000000000000/seamark-services',
    zoneQueueUrl: 'http://127.0.0.1:2/000000000000/seamark-zones',
    resyncQueueUrl: 'http://127.0.0.1:2/000000000000/seamark-resync',
  },
  tokens,
  hostKubeconfig: '/tmp/functions.kubeconfig',
};

describe('settings of the functions in a sandbox', () => {
  test('are what each function reads, and endpoints of AWS, and nothing else', () => {
    for (const name of functionNames) {
      const unknown = Object.keys(functionSettings(name, source)).filter(
        (variable) =>
          !functionVariables[name].includes(variable) && !/^AWS_ENDPOINT_URL_/.test(variable),
      );
      assert.deepEqual(unknown, [], name);
    }
  });

  test('are accepted by every function', () => {
    loadWebhookSettings(functionSettings('audit-webhook', source));
    loadPublishSettings(functionSettings('publish-zone', source));
    loadResyncSettings(functionSettings('resync', source));
    const reconcile = loadReconcileSettings(functionSettings('reconcile-service', source));
    assert.deepEqual(reconcile.resolver.servers, ['127.0.0.1:4']);
    assert.equal(reconcile.plan.dns.ttlSeconds, 5);
    const health = loadHealthSettings(functionSettings('cluster-health', source));
    assert.deepEqual(health.host, { kind: 'kubeconfig-file', path: '/tmp/functions.kubeconfig' });
  });

  test('know the webhook tokens as hashes only, one cluster each', () => {
    const { tokenHashes } = loadWebhookSettings(functionSettings('audit-webhook', source));
    assert.deepEqual(Object.keys(tokenHashes).sort(), ['host', 'ohio', 'oregon', 'tokyo']);
    assert.deepEqual(tokenHashes['tokyo'], [tokenHash(tokens['tokyo']?.webhook ?? '')]);
    for (const name of functionNames) {
      const text = JSON.stringify(functionSettings(name, source));
      for (const token of Object.values(tokens).flatMap(Object.values))
        assert.ok(!text.includes(token), name);
    }
  });

  test('only who finds and who writes the hosted zone may reach Route 53, only who plans asks DNS', () => {
    const having = (variable: string) =>
      functionNames.filter((name) => variable in functionSettings(name, source));
    assert.deepEqual(having('AWS_ENDPOINT_URL_ROUTE_53'), ['reconcile-service', 'publish-zone']);
    assert.deepEqual(having('SEAMARK_DNS_SERVERS'), ['reconcile-service', 'resync']);
  });
});
