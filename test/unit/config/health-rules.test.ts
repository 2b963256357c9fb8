import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadHealthSettings } from '../../../lib/config/settings.ts';

const environment = {
  SEAMARK_TABLE: 'seamark',
  SEAMARK_SERVICE_QUEUE_URL: 'https://sqs.example.test/services',
  SEAMARK_RESYNC_QUEUE_URL: 'https://sqs.example.test/resync',
  SEAMARK_ZONE_QUEUE_URL: 'https://sqs.example.test/zones',
  SEAMARK_HOST_KUBECONFIG: '/opt/host',
  SEAMARK_FEDERATION: 'demo',
};

describe('settings of the health looks', () => {
  it('preserve and keep, unless somebody says otherwise', () => {
    const { rules, leaving, clientIp } = loadHealthSettings(environment);
    assert.deepEqual(rules, {
      thresholds: { failures: 3, successes: 1 },
      withdrawal: { policy: 'preserve', failures: 3, looks: 5, share: 0.5 },
    });
    assert.deepEqual([leaving, clientIp], ['keep', undefined]);
  });

  it('come as they are set', () => {
    const { rules, leaving, clientIp } = loadHealthSettings({
      ...environment,
      SEAMARK_PROBE_FAILURES: '2',
      SEAMARK_PROBE_SUCCESSES: '4',
      SEAMARK_OFFLINE_POLICY: 'withdraw',
      SEAMARK_WITHDRAW_FAILURES: '4',
      SEAMARK_WITHDRAW_LOOKS: '6',
      SEAMARK_WITHDRAW_SHARE: '0.25',
      SEAMARK_LEAVE_POLICY: 'remove',
      SEAMARK_CLIENT_IP: '2001:db8::7',
    });
    assert.deepEqual(rules, {
      thresholds: { failures: 2, successes: 4 },
      withdrawal: { policy: 'withdraw', failures: 4, looks: 6, share: 0.25 },
    });
    assert.deepEqual([leaving, clientIp], ['remove', '2001:db8::7']);
  });

  const faults: readonly (readonly [string, string, RegExp])[] = [
    ['SEAMARK_OFFLINE_POLICY', 'drop', /is neither preserve nor withdraw/],
    ['SEAMARK_LEAVE_POLICY', 'drop', /is neither keep nor remove/],
    ['SEAMARK_WITHDRAW_SHARE', '1.5', /is not a number from 0 to 1/],
    ['SEAMARK_WITHDRAW_FAILURES', '6', /is more than SEAMARK_WITHDRAW_LOOKS/],
    ['SEAMARK_PROBE_FAILURES', '0', /is less than 1/],
    ['SEAMARK_CLIENT_IP', '10.0.0.0/8', /is not an IP address/],
  ];
  for (const [name, value, message] of faults) {
    it(`${name}=${value} is refused`, () => {
      assert.throws(() => loadHealthSettings({ ...environment, [name]: value }), message);
    });
  }
});
