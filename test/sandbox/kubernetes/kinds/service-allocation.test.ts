import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Allocators, KubeObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import { createOn, NOW, newCluster, replaceWith, type TestCluster } from './strategy-driver.ts';

/** Allocators that remember what is held, beside those of a cluster. */
function watched(cluster: TestCluster) {
  const taken = new Set<string>();
  const { allocators } = cluster;
  const note = (key: string, refusal: string | undefined) => {
    if (refusal === undefined) taken.add(key);
    return refusal;
  };
  const spy: Allocators = {
    takeClusterIp: (family) => {
      const ip = allocators.takeClusterIp(family);
      taken.add(ip);
      return ip;
    },
    claimClusterIp: (ip) => note(ip, allocators.claimClusterIp(ip)),
    freeClusterIp: (ip) => {
      taken.delete(ip);
      allocators.freeClusterIp(ip);
    },
    takeNodePort: () => {
      const port = allocators.takeNodePort();
      taken.add(String(port));
      return port;
    },
    claimNodePort: (port) => note(String(port), allocators.claimNodePort(port)),
    freeNodePort: (port) => {
      taken.delete(String(port));
      allocators.freeNodePort(port);
    },
  };
  return { taken, cluster: { ...cluster, allocators: spy } };
}

function held(service: KubeObject): readonly string[] {
  const spec = Object(service['spec']);
  if (spec.type === 'ExternalName') return [];
  const ports = (spec.ports ?? []).flatMap((port: object) => Reflect.get(port, 'nodePort') ?? []);
  const all = [...(spec.clusterIPs ?? []), ...ports, ...[spec.healthCheckNodePort ?? []].flat()];
  return [...new Set(all.map(String))].filter((value) => value !== 'None');
}

/** Addresses and ports that Services hold by what is stored of them. */
function holdings(services: Iterable<KubeObject>): readonly string[] {
  return [...services].flatMap(held).toSorted();
}

const port = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'c'),
    port: fc.constantFrom(0, 80, 443),
    protocol: fc.constantFrom('TCP', 'UDP'),
    nodePort: fc.constantFrom(30_001, 30_002, 30_003),
  },
  { requiredKeys: ['name', 'port'] },
);

const spec = fc.record(
  {
    type: fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'),
    externalName: fc.constantFrom('db.example.com'),
    ports: fc.array(port, { maxLength: 3 }),
    clusterIP: fc.constantFrom('None', '10.96.9.1', '10.96.9.2', 'fd00:10:96::9'),
    ipFamilyPolicy: fc.constantFrom('SingleStack', 'PreferDualStack', 'RequireDualStack'),
    externalTrafficPolicy: fc.constantFrom('Local', 'Cluster'),
    healthCheckNodePort: fc.constantFrom(30_001, 30_009),
    allocateLoadBalancerNodePorts: fc.boolean(),
  },
  { requiredKeys: ['type', 'ports'] },
);

const step = fc.record({
  name: fc.constantFrom('one', 'two', 'three'),
  act: fc.constantFrom('write', 'write', 'write', 'remove'),
  spec,
});

test('what is held is what the stored Services hold, whatever was refused in between', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.integer(), (plan, seed) => {
      const { taken, cluster } = watched(newCluster(seed));
      const resource = cluster.resource('services');
      const stored = new Map<string, KubeObject>();
      for (const { name, act, spec: next } of plan) {
        const old = stored.get(name);
        if (act === 'remove') {
          const context = { now: () => NOW, random: () => 0, allocators: cluster.allocators };
          if (old !== undefined) resource.strategy.release?.(old, context);
          stored.delete(name);
        } else {
          const written = attempt(() => {
            const body = { metadata: { name }, spec: next };
            if (old === undefined) return createOn(cluster, 'services', body).object;
            return replaceWith(cluster, resource, { body, old }).object;
          });
          if (written !== undefined) stored.set(name, written);
        }
        assert.deepEqual([...taken].toSorted(), holdings(stored.values()));
      }
    }),
    { numRuns: 300 },
  );
});

/** Some refusals are failures of the server, which throw. */
function attempt(write: () => KubeObject | undefined): KubeObject | undefined {
  try {
    return write();
  } catch (error) {
    assert.match(String(error), /duplicate nodePort|failed to allocate requested HealthCheck/);
    return undefined;
  }
}
