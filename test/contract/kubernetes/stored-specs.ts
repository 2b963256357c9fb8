import type { JsonObject } from '../../../lib/core/model/json.ts';
import { loadBalancerSpec } from './kubernetes-subject.ts';

/** A spec that is applied, and what an API server stores for it; `*` stands for what it allocates. */
export type StoredSpec = {
  readonly title: string;
  readonly applied: JsonObject;
  readonly stored: JsonObject;
};

const ports = [{ name: 'http', port: 80 }];
const storedPorts = [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 80 }];
const storedNodePorts = [{ ...storedPorts[0], nodePort: '*' }];
const inCluster = {
  clusterIP: '*',
  clusterIPs: ['*'],
  internalTrafficPolicy: 'Cluster',
  ipFamilies: ['IPv4'],
  ipFamilyPolicy: 'SingleStack',
  sessionAffinity: 'None',
};

/** Defaults and allocations of core/v1 Services (Kubernetes API reference, ServiceSpec). */
export const storedSpecs: readonly StoredSpec[] = [
  {
    title: 'LoadBalancer',
    applied: { type: 'LoadBalancer', ports },
    stored: {
      ...inCluster,
      allocateLoadBalancerNodePorts: true,
      externalTrafficPolicy: 'Cluster',
      ports: storedNodePorts,
      type: 'LoadBalancer',
    },
  },
  {
    title: 'LoadBalancer without node ports',
    applied: { ...loadBalancerSpec, ports, allocateLoadBalancerNodePorts: false },
    stored: {
      ...inCluster,
      allocateLoadBalancerNodePorts: false,
      externalTrafficPolicy: 'Cluster',
      ports: storedPorts,
      selector: { app: 'shop' },
      type: 'LoadBalancer',
    },
  },
  {
    title: 'LoadBalancer that keeps client addresses',
    applied: { type: 'LoadBalancer', ports, externalTrafficPolicy: 'Local' },
    stored: {
      ...inCluster,
      allocateLoadBalancerNodePorts: true,
      externalTrafficPolicy: 'Local',
      healthCheckNodePort: '*',
      ports: storedNodePorts,
      type: 'LoadBalancer',
    },
  },
  {
    title: 'NodePort with a port of its own',
    applied: { type: 'NodePort', ports: [{ name: 'http', port: 80, nodePort: 30_034 }] },
    stored: {
      ...inCluster,
      externalTrafficPolicy: 'Cluster',
      ports: storedNodePorts,
      type: 'NodePort',
    },
  },
  {
    title: 'ClusterIP without a name for its port',
    applied: { ports: [{ port: 53, protocol: 'UDP', targetPort: 'dns' }] },
    stored: {
      ...inCluster,
      ports: [{ port: 53, protocol: 'UDP', targetPort: 'dns' }],
      type: 'ClusterIP',
    },
  },
  {
    title: 'session affinity',
    applied: { ports, sessionAffinity: 'ClientIP' },
    stored: {
      ...inCluster,
      ports: storedPorts,
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } },
      type: 'ClusterIP',
    },
  },
  {
    title: 'headless',
    applied: { clusterIP: 'None', ports, selector: { app: 'shop' } },
    stored: {
      ...inCluster,
      clusterIP: 'None',
      clusterIPs: ['None'],
      ports: storedPorts,
      selector: { app: 'shop' },
      type: 'ClusterIP',
    },
  },
  {
    title: 'ExternalName',
    applied: { type: 'ExternalName', externalName: 'shop.example.com' },
    stored: { externalName: 'shop.example.com', sessionAffinity: 'None', type: 'ExternalName' },
  },
];

/** Puts `*` for what a server allocates. */
export const maskAllocated = (spec: JsonObject): JsonObject => {
  const masked: { [field: string]: JsonObject[string] } = { ...spec };
  if (typeof spec['clusterIP'] === 'string' && spec['clusterIP'] !== 'None') {
    masked['clusterIP'] = '*';
    masked['clusterIPs'] = ['*'];
  }
  if (spec['healthCheckNodePort'] !== undefined) masked['healthCheckNodePort'] = '*';
  const { ports: list } = spec;
  if (Array.isArray(list))
    masked['ports'] = list.map((port: JsonObject) =>
      port['nodePort'] === undefined ? port : { ...port, nodePort: '*' },
    );
  return masked;
};
