import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/core/model/json.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import {
  desiredClusterService,
  isCopy,
  serves,
} from '../../../lib/core/propagation/cluster-service.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';

const specOf = (spec: JsonObject, claimedSpec: JsonObject = {}): JsonObject =>
  desiredClusterService(aService({ spec, claimedSpec }), planSettings).spec;

describe('what a member should hold', () => {
  const table: readonly [string, JsonObject, JsonObject, JsonObject?][] = [
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
      'S03: node ports that the host allocated are not sent',
      {
        type: 'NodePort',
        ports: [
          { port: 80, nodePort: 30_080 },
          { port: 443, nodePort: 30_443, protocol: 'TCP' },
        ],
      },
      { type: 'NodePort', ports: [{ port: 80 }, { port: 443, protocol: 'TCP' }] },
    ],
    [
      'S03: those that somebody asked for are',
      {
        type: 'NodePort',
        ports: [
          { port: 80, nodePort: 30_080 },
          { port: 443, nodePort: 30_443 },
          { port: 443, nodePort: 30_444, protocol: 'UDP' },
        ],
      },
      {
        type: 'NodePort',
        ports: [
          { port: 80, nodePort: 30_080 },
          { port: 443 },
          { port: 443, nodePort: 30_444, protocol: 'UDP' },
        ],
      },
      {
        'f:ports': {
          'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:nodePort': {}, 'f:port': {} },
          'k:{"port":443,"protocol":"TCP"}': { '.': {}, 'f:port': {} },
          'k:{"port":443,"protocol":"UDP"}': { '.': {}, 'f:nodePort': {}, 'f:port': {} },
        },
      },
    ],
    [
      'S07: the health check port is the cluster’s',
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 31_000 },
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
    ],
    [
      'S07: but for one that somebody asked for',
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 31_000 },
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 31_000 },
      { 'f:healthCheckNodePort': {} },
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
      { 'f:ipFamilies': {}, 'f:ipFamilyPolicy': {} },
    ],
    [
      'the family of a host that speaks IPv6 alone is not',
      { ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
      {},
    ],
    [
      'S10: a policy that was asked for goes without the families that it led to',
      { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack' },
      { ipFamilyPolicy: 'PreferDualStack' },
      { 'f:ipFamilyPolicy': {} },
    ],
    [
      'an external name has no address and no family, whoever asked for one',
      {
        type: 'ExternalName',
        externalName: 'a.example',
        clusterIP: 'None',
        internalTrafficPolicy: 'Local',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
      },
      { type: 'ExternalName', externalName: 'a.example' },
      { 'f:ipFamilies': {}, 'f:ipFamilyPolicy': {} },
    ],
    [
      'the class that keeps the host’s cloud away does not keep the members’ away',
      { type: 'LoadBalancer', loadBalancerClass: 'federation.seamark.dev/host' },
      { type: 'LoadBalancer' },
    ],
    [
      'any other class is sent',
      { type: 'LoadBalancer', loadBalancerClass: 'service.k8s.aws/nlb' },
      { type: 'LoadBalancer', loadBalancerClass: 'service.k8s.aws/nlb' },
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
  for (const [name, spec, expected, claimed] of table) {
    it(name, () => assert.deepEqual(specOf(spec, claimed), expected));
  }

  const balancer: JsonObject = {
    allocateLoadBalancerNodePorts: false,
    externalTrafficPolicy: 'Local',
    healthCheckNodePort: 31_000,
    loadBalancerClass: 'service.k8s.aws/nlb',
    loadBalancerIP: '192.0.2.1',
    loadBalancerSourceRanges: ['198.51.100.0/24'],
    ports: [{ port: 80, nodePort: 30_080 }],
  };
  const claimed = {
    'f:healthCheckNodePort': {},
    'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { 'f:nodePort': {} } },
  };
  const types: readonly [string, JsonObject, JsonObject][] = [
    ['a load balancer keeps all', { ...balancer, type: 'LoadBalancer' }, balancer],
    [
      'a node port keeps its port and its policy',
      { ...balancer, type: 'NodePort' },
      { externalTrafficPolicy: 'Local', ports: [{ port: 80, nodePort: 30_080 }] },
    ],
    [
      'a cluster address keeps the port',
      { ...balancer, type: 'ClusterIP' },
      { ports: [{ port: 80 }] },
    ],
    [
      'external addresses keep their policy',
      { type: 'ClusterIP', externalIPs: ['192.0.2.7'], externalTrafficPolicy: 'Local' },
      { externalIPs: ['192.0.2.7'], externalTrafficPolicy: 'Local' },
    ],
    [
      'an external name has no address',
      { type: 'ExternalName', externalName: 'a.example', clusterIP: 'None', ipFamilies: ['IPv4'] },
      { externalName: 'a.example' },
    ],
    [
      'S07: a health check port needs a policy that makes one',
      { type: 'LoadBalancer', externalTrafficPolicy: 'Cluster', healthCheckNodePort: 31_000 },
      { externalTrafficPolicy: 'Cluster' },
    ],
    [
      'a policy for traffic inside the cluster stays',
      { type: 'ClusterIP', internalTrafficPolicy: 'Local' },
      { internalTrafficPolicy: 'Local' },
    ],
    ['what is no external name has none', { type: 'ClusterIP', externalName: 'a.example' }, {}],
    [
      'S25: a timeout goes with the affinity',
      {
        type: 'ClusterIP',
        sessionAffinity: 'None',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } },
      },
      { sessionAffinity: 'None' },
    ],
    [
      'S25: an affinity keeps its timeout',
      {
        type: 'ClusterIP',
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
      },
      {
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } },
      },
    ],
    [
      'a field that no one here knows goes along',
      { type: 'ClusterIP', trafficDistribution: 'PreferClose', futureField: { a: [1] } },
      { trafficDistribution: 'PreferClose', futureField: { a: [1] } },
    ],
    [
      'so does one that looks like ports, and what is no list of ports, for the member to refuse',
      { type: 'ClusterIP', futureField: [{ nodePort: 1 }], ports: { nodePort: 1 } },
      { futureField: [{ nodePort: 1 }], ports: { nodePort: 1 } },
    ],
  ];
  for (const [name, spec, expected] of types) {
    it(`W25: ${name}`, () =>
      assert.deepEqual(specOf(spec, claimed), { ...expected, type: spec['type'] }));
  }

  it('S03: kubectl’s note of what it sent is a witness too, for as long as it speaks of that port', () => {
    const spec = { type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] };
    const sent = (nodePort: number) =>
      desiredClusterService(
        aService({
          spec,
          annotations: {
            'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
              spec: { ports: [{ port: 80, protocol: 'TCP', nodePort }] },
            }),
          },
        }),
        planSettings,
      ).spec['ports'];
    assert.deepEqual(sent(30_080), spec.ports);
    assert.deepEqual(sent(31_999), [{ port: 80 }]);
  });

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

  it('a copy serves until it goes, and on a host that is a member the Service itself does', () => {
    const service = aService();
    const table: readonly [ServiceObject, boolean][] = [
      [aCopy(), true],
      [aCopy({ deletionTimestamp: '2026-01-05T10:00:00Z' }), false],
      [aCopy({ labels: {} }), false],
      [service, true],
    ];
    for (const [object, expected] of table) {
      assert.equal(serves(object, service, planSettings), expected);
    }
  });

  it('a copy is known by the name of its federation', () => {
    const copy = (federation: string) =>
      aService({ labels: { 'federation.seamark.dev/federation': federation } });
    assert.equal(isCopy(copy('demo'), planSettings), true);
    assert.equal(isCopy(copy('other'), planSettings), false);
    assert.equal(isCopy(aService(), planSettings), false);
  });
});
