import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createOn, newCluster, objectOf } from './strategy-driver.ts';

const TCP_80 = { port: 80, protocol: 'TCP', targetPort: 80 } as const;
const V4 = { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' } as const;
const PLAIN = { sessionAffinity: 'None', internalTrafficPolicy: 'Cluster' } as const;

type Stored = {
  readonly title: string;
  readonly spec: object;
  /** The spec as stored, without the addresses and ports that chance decides. */
  readonly stored: object;
};

const STORED: readonly Stored[] = [
  {
    title: 'ClusterIP is the type that is not stated',
    spec: { ports: [{ port: 80 }] },
    stored: { type: 'ClusterIP', ports: [TCP_80], ...V4, ...PLAIN },
  },
  {
    title: 'NodePort has an external traffic policy',
    spec: { type: 'NodePort', ports: [{ port: 80, targetPort: 'http' }] },
    stored: {
      type: 'NodePort',
      ports: [{ ...TCP_80, targetPort: 'http' }],
      externalTrafficPolicy: 'Cluster',
      ...V4,
      ...PLAIN,
    },
  },
  {
    title: 'LoadBalancer allocates node ports',
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
    stored: {
      type: 'LoadBalancer',
      ports: [TCP_80],
      allocateLoadBalancerNodePorts: true,
      externalTrafficPolicy: 'Cluster',
      ...V4,
      ...PLAIN,
    },
  },
  {
    title: 'external addresses bring an external traffic policy',
    spec: { ports: [{ port: 80 }], externalIPs: ['192.0.2.1'] },
    stored: {
      type: 'ClusterIP',
      ports: [TCP_80],
      externalIPs: ['192.0.2.1'],
      externalTrafficPolicy: 'Cluster',
      ...V4,
      ...PLAIN,
    },
  },
  {
    title: 'affinity by client lasts three hours',
    spec: { ports: [{ port: 80 }], sessionAffinity: 'ClientIP' },
    stored: {
      type: 'ClusterIP',
      ports: [TCP_80],
      ...V4,
      ...PLAIN,
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } },
    },
  },
  {
    title: 'headless with a selector has one family',
    spec: { clusterIP: 'None', ports: [{ port: 80 }], selector: { app: 'web' } },
    stored: { type: 'ClusterIP', ports: [TCP_80], selector: { app: 'web' }, ...V4, ...PLAIN },
  },
  {
    title: 'headless without a selector has both families',
    spec: { clusterIP: 'None', ports: [{ port: 80 }] },
    stored: {
      type: 'ClusterIP',
      ports: [TCP_80],
      ipFamilies: ['IPv4', 'IPv6'],
      ipFamilyPolicy: 'RequireDualStack',
      ...PLAIN,
    },
  },
  {
    title: 'ExternalName has neither addresses nor policies',
    spec: { type: 'ExternalName', externalName: 'db.example.com' },
    stored: { type: 'ExternalName', externalName: 'db.example.com', sessionAffinity: 'None' },
  },
  {
    title: 'PreferDualStack takes both families',
    spec: { ports: [{ port: 80 }], ipFamilyPolicy: 'PreferDualStack' },
    stored: {
      type: 'ClusterIP',
      ports: [TCP_80],
      ipFamilies: ['IPv4', 'IPv6'],
      ipFamilyPolicy: 'PreferDualStack',
      ...PLAIN,
    },
  },
  {
    title: 'nulls and zero values count as absent',
    spec: { type: null, ports: [{ port: 80, name: '', nodePort: 0 }], selector: {}, clusterIP: '' },
    stored: { type: 'ClusterIP', ports: [TCP_80], ...V4, ...PLAIN },
  },
];

function withoutChance(spec: object): object {
  const {
    clusterIP: _ip,
    clusterIPs: _ips,
    healthCheckNodePort: _check,
    ...rest
  } = { ...spec } as {
    readonly [field: string]: unknown;
  };
  if (!Array.isArray(rest['ports'])) return rest;
  const ports = rest['ports'].map((port: object) => ({ ...port, nodePort: undefined }));
  return JSON.parse(JSON.stringify({ ...rest, ports }));
}

describe('A new Service is stored with its defaults', () => {
  for (const { title, spec, stored } of STORED) {
    test(title, () => {
      const service = objectOf(
        createOn(newCluster(), 'services', { metadata: { name: 'web' }, spec }),
      );
      assert.deepEqual(withoutChance(Object(service['spec'])), stored);
      assert.deepEqual(service['status'], { loadBalancer: {} });
    });
  }
});

describe('A new Service gets addresses and ports', () => {
  const specOf = (spec: object) =>
    Object(
      objectOf(createOn(newCluster(), 'services', { metadata: { name: 'web' }, spec }))['spec'],
    );

  test('one address a family, the first one on its own too', () => {
    const spec = specOf({ ports: [{ port: 80 }], ipFamilyPolicy: 'RequireDualStack' });
    assert.match(spec.clusterIPs[0], /^10\.96\.\d+\.\d+$/);
    assert.match(spec.clusterIPs[1], /^fd00:10:96::[0-9a-f]+$/);
    assert.equal(spec.clusterIP, spec.clusterIPs[0]);
  });

  test('one node port for one number under TCP and UDP', () => {
    const ports = [
      { name: 'tcp', port: 443 },
      { name: 'udp', port: 443, protocol: 'UDP' },
    ];
    const spec = specOf({ type: 'NodePort', ports });
    assert.equal(spec.ports[0].nodePort, spec.ports[1].nodePort);
    assert.ok(spec.ports[0].nodePort >= 30_000 && spec.ports[0].nodePort <= 32_767);
  });

  test('a health check port where traffic stays local', () => {
    const spec = specOf({
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      ports: [{ port: 80 }],
    });
    assert.ok(spec.healthCheckNodePort >= 30_000 && spec.healthCheckNodePort <= 32_767);
    assert.notEqual(spec.healthCheckNodePort, spec.ports[0].nodePort);
  });

  test('no node port where the Service asks for none', () => {
    const spec = specOf({
      type: 'LoadBalancer',
      allocateLoadBalancerNodePorts: false,
      ports: [{ port: 80 }],
    });
    assert.equal(spec.ports[0].nodePort, undefined);
  });
});
