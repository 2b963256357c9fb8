import type { KubeObject } from '../../resource.ts';
import { bagOf, bagsOf, countOf, textOf, withFields, withoutNulls } from '../object/json-access.ts';
import {
  isExternallyAccessible,
  type ServiceSpec,
  specOf,
  withPorts,
  withSpec,
} from './service-view.ts';

/** Seconds a client stays with one endpoint if the Service does not say. */
const DEFAULT_AFFINITY_SECONDS = 10_800;

const STRUCT_FREE = [
  'clusterIPs',
  'ipFamilies',
  'ports',
  'externalIPs',
  'loadBalancerSourceRanges',
] as const;

function withoutZeroes(service: KubeObject): KubeObject {
  const spec = bagOf(service['spec']);
  const empty = STRUCT_FREE.filter((key) => Array.isArray(spec[key]) && spec[key].length === 0);
  const texts = ['type', 'clusterIP', 'sessionAffinity', 'loadBalancerIP', 'externalName'];
  const blank = [...texts, 'externalTrafficPolicy'].filter((key) => spec[key] === '');
  const zero = spec['healthCheckNodePort'] === 0 ? ['healthCheckNodePort'] : [];
  const off = spec['publishNotReadyAddresses'] === false ? ['publishNotReadyAddresses'] : [];
  const bare = Object.keys(bagOf(spec['selector'])).length === 0 ? ['selector'] : [];
  const dropped = [...empty, ...blank, ...zero, ...off, ...bare].map((key) => [key, undefined]);
  const kept = dropped.length === 0 ? service : withSpec(service, Object.fromEntries(dropped));
  return withPorts(kept, (port) => ({
    nodePort: port.nodePort === 0 ? undefined : port.nodePort,
    name: port.name === '' ? undefined : port.name,
  }));
}

function affinityConfig(spec: ServiceSpec, config: unknown): unknown {
  const affinity = spec.sessionAffinity === '' ? 'None' : spec.sessionAffinity;
  if (affinity === 'None') return undefined;
  const seconds = bagOf(bagOf(config)['clientIP'])['timeoutSeconds'];
  if (affinity !== 'ClientIP' || seconds !== undefined) return config;
  return { clientIP: { timeoutSeconds: DEFAULT_AFFINITY_SECONDS } };
}

function trafficDefaults(spec: ServiceSpec, type: string) {
  const typed = { ...spec, type };
  const external = isExternallyAccessible(typed) && spec.externalTrafficPolicy === '';
  const internal = spec.internalTrafficPolicy === undefined && type !== 'ExternalName';
  const nodePorts = spec.allocateLoadBalancerNodePorts === undefined && type === 'LoadBalancer';
  return {
    ...(external ? { externalTrafficPolicy: 'Cluster' } : {}),
    ...(internal && KNOWN_TYPES.has(type) ? { internalTrafficPolicy: 'Cluster' } : {}),
    ...(nodePorts ? { allocateLoadBalancerNodePorts: true } : {}),
  };
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(['ClusterIP', 'NodePort', 'LoadBalancer']);

function withIpModes(service: KubeObject): KubeObject {
  const status = bagOf(service['status']);
  const loadBalancer = bagOf(status['loadBalancer']);
  const ingress = bagsOf(loadBalancer['ingress']);
  if (ingress.length === 0) return service;
  const moded = ingress.map((entry) => {
    const bare = textOf(entry['ip']) !== undefined && entry['ipMode'] === undefined;
    return bare ? withFields(entry, { ipMode: 'VIP' }) : entry;
  });
  return withFields(service, {
    status: withFields(status, { loadBalancer: withFields(loadBalancer, { ingress: moded }) }),
  });
}

/** A Service as it is after decoding: zero values gone, defaults set. Source: `SetDefaults_Service` of core v1. */
export function defaultService(submitted: KubeObject): KubeObject {
  // In the status, times that nobody has stated are null.
  const { spec: stated } = withoutNulls(submitted);
  const service = withoutZeroes(withFields(submitted, { spec: bagOf(stated) }));
  const spec = specOf(service);
  const type = spec.type === '' ? 'ClusterIP' : spec.type;
  const filled = withSpec(service, {
    type,
    sessionAffinity: spec.sessionAffinity === '' ? 'None' : spec.sessionAffinity,
    sessionAffinityConfig: affinityConfig(spec, bagOf(service['spec'])['sessionAffinityConfig']),
    ...trafficDefaults(spec, type),
  });
  const ported = withPorts(filled, (port) => ({
    protocol: port.protocol === '' ? 'TCP' : port.protocol,
    targetPort: port.targetPort === '' || port.targetPort === 0 ? port.port : port.targetPort,
    port: port.port,
    nodePort: countOf(port.nodePort),
  }));
  return type === 'LoadBalancer' ? withIpModes(ported) : ported;
}
