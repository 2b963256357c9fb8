import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/core/model/json.ts';
import { desiredClusterService, isCopy } from '../../../lib/core/propagation/cluster-service.ts';
import { aService, planSettings } from '../../support/builders/service.ts';

const specOf = (spec: JsonObject): JsonObject =>
  desiredClusterService(aService({ spec }), planSettings).spec;

describe('what a member should hold', () => {
  const table: readonly [string, JsonObject, JsonObject][] = [
    [
      'S05: addresses belong to the cluster that gave them',
      { type: 'ClusterIP', clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'] },
      { type: 'ClusterIP' },
    ],
    [
      'S12: headless is intent, not an allocation',
      { clusterIP: 'None', clusterIPs: ['None'] },
      { clusterIP: 'None' },
    ],
    [
      'S03: node ports of the host are not sent',
      {
        ports: [
          { port: 80, nodePort: 30_080 },
          { port: 443, nodePort: 30_443, protocol: 'TCP' },
        ],
      },
      { ports: [{ port: 80 }, { port: 443, protocol: 'TCP' }] },
    ],
    [
      'S07: the health check port is the cluster’s',
      { externalTrafficPolicy: 'Local', healthCheckNodePort: 31_000 },
      { externalTrafficPolicy: 'Local' },
    ],
    [
      'S10: a single filled-in family is not sent',
      { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
      {},
    ],
    [
      'a family that was asked for is',
      { ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
      { ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
    ],
    [
      'the class that keeps the host’s cloud away does not keep the members’ away',
      { loadBalancerClass: 'federation.seamark.dev/host' },
      {},
    ],
    [
      'any other class is sent',
      { loadBalancerClass: 'service.k8s.aws/nlb' },
      { loadBalancerClass: 'service.k8s.aws/nlb' },
    ],
    [
      'S01: the same port on TCP and UDP stays two ports',
      {
        ports: [
          { name: 'a', port: 443, protocol: 'TCP' },
          { name: 'b', port: 443, protocol: 'UDP' },
        ],
      },
      {
        ports: [
          { name: 'a', port: 443, protocol: 'TCP' },
          { name: 'b', port: 443, protocol: 'UDP' },
        ],
      },
    ],
  ];
  for (const [name, spec, expected] of table) {
    it(name, () => assert.deepEqual(specOf(spec), expected));
  }

  it('W23, W30: labels and annotations go along, but for bookkeeping and our own vocabulary', () => {
    const manifest = desiredClusterService(
      aService({
        labels: { app: 'web', 'federation.seamark.dev/enabled': 'true' },
        annotations: {
          team: 'shop',
          'federation.kubernetes.io/service-ingresses': '{}',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
          'federation.seamark.dev/deletion-policy': 'Orphan',
        },
      }),
      planSettings,
    );
    assert.deepEqual(manifest.labels, { app: 'web', 'federation.seamark.dev/federation': 'demo' });
    assert.deepEqual(manifest.annotations, { team: 'shop' });
  });

  it('a copy is known by the name of its federation', () => {
    const copy = (federation: string) =>
      aService({ labels: { 'federation.seamark.dev/federation': federation } });
    assert.equal(isCopy(copy('demo'), planSettings), true);
    assert.equal(isCopy(copy('other'), planSettings), false);
    assert.equal(isCopy(aService(), planSettings), false);
  });
});
