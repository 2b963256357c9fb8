import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadReconcileSettings, loadResyncSettings } from '../../../lib/config/settings.ts';

const base = {
  SEAMARK_TABLE: 'seamark',
  SEAMARK_SERVICE_QUEUE_URL: 'https://sqs.example.test/services',
  SEAMARK_RESYNC_QUEUE_URL: 'https://sqs.example.test/resync',
};
const planning = {
  SEAMARK_ZONE_QUEUE_URL: 'https://sqs.example.test/zones',
  SEAMARK_FEDERATION: 'demo',
  SEAMARK_DNS_SUFFIX: 'example.test',
};
const roleArn = 'arn:aws-cn:iam::111122223333:role/teams/seamark';
const hostOf = (environment: { readonly [name: string]: string }) =>
  loadResyncSettings({ ...base, ...planning, ...environment }).host;

describe('the host of a function', () => {
  it('is a file, a cluster on EKS or a secret', () => {
    assert.deepEqual(hostOf({ SEAMARK_HOST_KUBECONFIG: '/opt/host' }), {
      kind: 'kubeconfig-file',
      path: '/opt/host',
    });
    assert.deepEqual(hostOf({ SEAMARK_HOST_SECRET: 'seamark/host' }), {
      kind: 'secret',
      name: 'seamark/host',
    });
    assert.deepEqual(hostOf({ SEAMARK_HOST_EKS: '{"clusterName":"control"}' }), {
      kind: 'eks',
      cluster: { clusterName: 'control' },
    });
    const cluster = { clusterName: 'control', region: 'us-gov-west-1', roleArn };
    assert.deepEqual(hostOf({ SEAMARK_HOST_EKS: JSON.stringify(cluster) }), {
      kind: 'eks',
      cluster,
    });
  });

  const faults: readonly (readonly [{ readonly [name: string]: string }, RegExp])[] = [
    [
      {},
      /1 fault\(s\): none of SEAMARK_HOST_KUBECONFIG, SEAMARK_HOST_EKS and SEAMARK_HOST_SECRET is set/,
    ],
    [
      { SEAMARK_HOST_KUBECONFIG: '/opt/host', SEAMARK_HOST_SECRET: 'seamark/host' },
      /1 fault\(s\): more than one of SEAMARK_HOST_KUBECONFIG, .* is set/,
    ],
    [{ SEAMARK_HOST_EKS: 'control' }, /1 fault\(s\): SEAMARK_HOST_EKS is not JSON$/],
    [{ SEAMARK_HOST_EKS: '{"name":"control"}' }, /SEAMARK_HOST_EKS is not of the form/],
    [{ SEAMARK_HOST_EKS: '{"clusterName":"my cluster"}' }, /is not the name of an EKS cluster/],
    [{ SEAMARK_HOST_EKS: '{"clusterName":"a","region":"Ohio"}' }, /is not a region/],
    [
      { SEAMARK_HOST_EKS: '{"clusterName":"a","roleArn":"arn:aws:iam::1:user/x"}' },
      /is not the ARN of a role/,
    ],
    [{ SEAMARK_HOST_SECRET: '' }, /1 fault\(s\): SEAMARK_HOST_SECRET is empty$/],
  ];
  for (const [environment, message] of faults) {
    it(`is not ${JSON.stringify(environment)}`, () => {
      assert.throws(() => hostOf(environment), message);
    });
  }
});

describe('faults between variables', () => {
  it('are told together with those of single ones', () => {
    const load = () =>
      loadReconcileSettings({
        ...base,
        SEAMARK_ZONE_QUEUE_URL: 'https://sqs.example.test/zones',
        SEAMARK_ZONE_ROLE_ARN: 'dns-writer',
        SEAMARK_FEDERATION: 'demo',
        SEAMARK_WITHDRAW_LOOKS: '1',
      });
    assert.throws(load, (error: Error) => {
      assert.match(error.message, /4 fault\(s\)/);
      assert.match(error.message, /SEAMARK_ZONE_ROLE_ARN is not the ARN of a role/);
      assert.match(error.message, /none of SEAMARK_HOST_KUBECONFIG/);
      assert.match(error.message, /SEAMARK_WITHDRAW_FAILURES is more than/);
      assert.match(error.message, /SEAMARK_DNS_SUFFIX is missing/);
      return true;
    });
  });
});
