import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { loadReconcileSettings, loadWebhookSettings } from '../../../lib/config/settings.ts';

const reconcile = {
  SEAMARK_TABLE: 'seamark',
  SEAMARK_SERVICE_QUEUE_URL: 'https://sqs.example.test/services',
  SEAMARK_RESYNC_QUEUE_URL: 'https://sqs.example.test/resync',
  SEAMARK_ZONE_QUEUE_URL: 'https://sqs.example.test/zones',
  SEAMARK_HOST_KUBECONFIG: '/opt/host',
  SEAMARK_FEDERATION: 'demo',
  SEAMARK_HOSTED_ZONE_ID: '/hostedzone/Z1',
  SEAMARK_DNS_SUFFIX: 'Seamark.Example.',
};

describe('settings of a function', () => {
  it('come typed, normalised and with defaults', () => {
    const settings = loadReconcileSettings(reconcile);
    assert.deepEqual(settings.plan, {
      federation: 'demo',
      selector: [{ key: 'federation.seamark.dev/enabled', value: 'true' }],
      namesakes: 'refuse',
      createNamespaces: true,
      leaving: 'keep',
      dns: {
        suffix: 'seamark.example',
        ttlSeconds: 60,
        hostNames: 'alias',
        elbZoneIds: {},
      },
    });
    assert.deepEqual(settings.zone, {
      id: 'Z1',
      suffix: 'seamark.example',
      create: false,
      federation: 'demo',
    });
    assert.deepEqual(settings.delays, { clusterAvailableDelayMs: 20_000, publishDelayMs: 1_000 });
    assert.deepEqual(settings.host, { kind: 'kubeconfig-file', path: '/opt/host' });
    assert.equal(settings.metricsNamespace, 'Seamark');
    assert.equal(settings.zoneRoleArn, undefined);
  });

  it('an empty selector selects every Service', () => {
    assert.deepEqual(loadReconcileSettings({ ...reconcile, SEAMARK_SELECTOR: '' }).selector, []);
  });

  it('all faults come in one error, which names the variables and quotes no value', () => {
    const load = () =>
      loadReconcileSettings({
        ...reconcile,
        SEAMARK_TABLE: undefined,
        SEAMARK_FEDERATION: 'Not A Label',
        SEAMARK_DNS_TTL_SECONDS: 'soon',
        SEAMARK_SELECTOR: 'enabled in (true)',
      });
    assert.throws(load, (error: Error) => {
      for (const name of ['TABLE is missing', 'FEDERATION', 'DNS_TTL_SECONDS', 'SELECTOR']) {
        assert.match(error.message, new RegExp(`SEAMARK_${name}`));
      }
      assert.doesNotMatch(error.message, /Not A Label|soon/);
      return true;
    });
  });

  it('token hashes must be SHA-256 in base64url', () => {
    const load = (hashes: string) => () =>
      loadWebhookSettings({ ...reconcile, SEAMARK_WEBHOOK_TOKEN_HASHES: hashes });
    const hash = createHash('sha256').update('token');
    const hex = hash.copy().digest('hex');
    for (const wrong of ['secret', hex, hash.copy().digest('base64'), `${'a'.repeat(42)}b`]) {
      assert.throws(load(JSON.stringify({ tokyo: [wrong] })), /no SHA-256 in base64url/);
    }
    assert.throws(load('tokyo'), /is not JSON/);
    assert.doesNotThrow(load(JSON.stringify({ tokyo: [hash.digest('base64url')] })));
  });
});
