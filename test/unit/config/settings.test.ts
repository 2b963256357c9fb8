import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadReconcileSettings, loadWebhookSettings } from '../../../lib/config/settings.ts';

const reconcile = {
  SEAMARK_TABLE: 'seamark',
  SEAMARK_SERVICE_QUEUE_URL: 'https://sqs.example.test/services',
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
    assert.equal(settings.delays.reviewDelayMs, 2_000);
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

  it('token hashes must be hashes', () => {
    const load = (hashes: string) => () =>
      loadWebhookSettings({ ...reconcile, SEAMARK_WEBHOOK_TOKEN_HASHES: hashes });
    assert.throws(load('{"tokyo":["secret"]}'), /no SHA-256/);
    assert.throws(load('tokyo'), /is not JSON/);
    assert.doesNotThrow(load(`{"tokyo":["${'a'.repeat(64)}"]}`));
  });
});
