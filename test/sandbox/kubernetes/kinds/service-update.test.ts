import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import { createOn, newCluster, type Outcome, objectOf, replaceWith } from './strategy-driver.ts';

const P80 = [{ port: 80 }] as const;

type Replaced = {
  readonly title: string;
  readonly first: object;
  /** The spec that replaces the first one; a function is given the stored one. */
  readonly next: object | ((stored: { readonly [field: string]: unknown }) => object);
};

type Kept = Replaced & { readonly kept?: readonly string[]; readonly gone?: readonly string[] };

const KEPT: readonly Kept[] = [
  {
    title: 'addresses that the client leaves out',
    first: { ports: P80 },
    next: { ports: P80 },
    kept: ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'],
  },
  {
    title: 'node ports and the health check port',
    first: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: P80 },
    next: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: P80 },
    kept: ['ports', 'healthCheckNodePort', 'clusterIP'],
  },
  {
    title: 'not what belongs to the type LoadBalancer',
    first: { type: 'LoadBalancer', loadBalancerClass: 'a', ports: P80 },
    next: (stored) => ({ ...stored, type: 'ClusterIP' }),
    kept: ['clusterIP'],
    gone: ['allocateLoadBalancerNodePorts', 'externalTrafficPolicy', 'loadBalancerClass'],
  },
  {
    title: 'nothing of its addresses as ExternalName',
    first: { ports: P80 },
    next: (stored) => ({ ...stored, type: 'ExternalName', externalName: 'db.example.com' }),
    gone: ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy'],
  },
  {
    title: 'the first family when the policy turns to SingleStack',
    first: { ports: P80, ipFamilyPolicy: 'RequireDualStack' },
    next: (stored) => ({ ...stored, ipFamilyPolicy: 'SingleStack' }),
    kept: ['clusterIP'],
  },
];

const REFUSED: readonly (Replaced & { readonly faults: readonly string[] })[] = [
  {
    title: 'another cluster IP',
    first: { ports: P80, clusterIP: '10.96.80.1' },
    next: { ports: P80, clusterIP: '10.96.80.2', clusterIPs: ['10.96.80.2'] },
    faults: ['spec.clusterIPs[0]: Invalid value: ["10.96.80.2"]: may not change once set'],
  },
  {
    title: 'no cluster IP any more',
    first: { ports: P80 },
    next: { ports: P80, clusterIP: 'None' },
    faults: ['spec.clusterIPs[0]: Invalid value: ["None"]: may not change once set'],
  },
  {
    title: 'a load balancer that was headless',
    first: { clusterIP: 'None', ports: P80, selector: { app: 'web' } },
    next: { type: 'LoadBalancer', ports: P80, selector: { app: 'web' } },
    faults: [
      'spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for LoadBalancer services',
    ],
  },
  {
    title: 'another load balancer class',
    first: { type: 'LoadBalancer', loadBalancerClass: 'a', ports: P80 },
    next: { type: 'LoadBalancer', loadBalancerClass: 'b', ports: P80 },
    faults: ['spec.loadBalancerClass: Invalid value: "b": may not change once set'],
  },
  {
    title: 'no load balancer class any more',
    first: { type: 'LoadBalancer', loadBalancerClass: 'a', ports: P80 },
    next: { type: 'LoadBalancer', ports: P80 },
    faults: ['spec.loadBalancerClass: Invalid value: null: may not change once set'],
  },
  {
    title: 'another health check port',
    first: {
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      healthCheckNodePort: 31_420,
      ports: P80,
    },
    next: {
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      healthCheckNodePort: 31_421,
      ports: P80,
    },
    faults: ['spec.healthCheckNodePort: Forbidden: field is immutable'],
  },
  {
    title: 'a new node port under a type that has none',
    first: { type: 'NodePort', ports: [{ port: 80, nodePort: 31_411 }] },
    next: { ports: [{ port: 80, nodePort: 31_412 }] },
    faults: ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
  },
  {
    title: 'fewer families under a policy that wants both',
    first: { ports: P80, ipFamilyPolicy: 'PreferDualStack' },
    next: (stored) => ({ ...stored, ipFamilies: ['IPv4'] }),
    faults: [
      'spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be \'SingleStack\' to release the secondary IP family',
    ],
  },
  {
    title: 'a node port of another Service',
    first: { type: 'NodePort', ports: [{ port: 80, nodePort: 31_430 }] },
    next: { type: 'NodePort', ports: [{ port: 80, nodePort: 31_999 }] },
    faults: ['spec.ports[0].nodePort: Invalid value: 31999: provided port is already allocated'],
  },
];

function specOf(service: KubeObject): { readonly [field: string]: unknown } {
  return Object(service['spec']);
}

function replace({ first, next }: Replaced): { readonly old: KubeObject; readonly to: Outcome } {
  const cluster = newCluster();
  const metadata = { name: 'web' };
  const old = objectOf(createOn(cluster, 'services', { metadata, spec: first }));
  const other = { type: 'NodePort', ports: [{ port: 1, nodePort: 31_999 }] };
  createOn(cluster, 'services', { metadata: { name: 'other' }, spec: other });
  const spec = typeof next === 'function' ? next(specOf(old)) : next;
  const body = { metadata, spec };
  return { old, to: replaceWith(cluster, cluster.resource('services'), { body, old }) };
}

describe('An update of a Service keeps', () => {
  for (const { kept = [], gone = [], ...replaced } of KEPT) {
    test(replaced.title, () => {
      const { old, to } = replace(replaced);
      const [before, after] = [specOf(old), specOf(objectOf(to))];
      for (const field of kept) assert.deepEqual(after[field], before[field], field);
      for (const field of gone) assert.equal(after[field], undefined, field);
    });
  }
});

describe('An update of a Service is refused for', () => {
  for (const { faults, ...replaced } of REFUSED) {
    test(replaced.title, () => assert.deepEqual(replace(replaced).to.faults, faults));
  }
});

test('a node port stated twice answers as a failure of the server', () => {
  const ports = [
    { name: 'a', port: 80, nodePort: 31_430 },
    { name: 'b', port: 81, nodePort: 31_430 },
  ];
  const first = { type: 'NodePort', ports: [{ port: 80, nodePort: 31_430 }] };
  const act = () => replace({ title: '', first, next: { type: 'NodePort', ports } });
  assert.throws(act, { message: 'duplicate nodePort: {TCP 31430}', code: 500 });
});
