import type { KubeObject } from '../../resource.ts';
import {
  type Bag,
  bagOf,
  bagsOf,
  countOf,
  textEntriesOf,
  textOf,
  textsOf,
  withFields,
} from '../object/json-access.ts';

/** One entry of `spec.ports`; zero values count as absent. */
export type ServicePort = {
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
  readonly targetPort: number | string;
  readonly nodePort: number;
  readonly appProtocol: string | undefined;
};

/** The fields of a `ServiceSpec` that the server's rules read; zero values count as absent. */
export type ServiceSpec = {
  readonly type: string;
  readonly clusterIP: string;
  readonly clusterIPs: readonly string[];
  readonly ipFamilies: readonly string[];
  readonly ipFamilyPolicy: string | undefined;
  readonly ports: readonly ServicePort[];
  readonly selector: readonly (readonly [string, string])[];
  readonly externalIPs: readonly string[];
  readonly externalName: string;
  readonly sessionAffinity: string;
  readonly externalTrafficPolicy: string;
  readonly internalTrafficPolicy: string | undefined;
  readonly trafficDistribution: string | undefined;
  readonly healthCheckNodePort: number;
  readonly allocateLoadBalancerNodePorts: boolean | undefined;
  readonly loadBalancerClass: string | undefined;
  readonly loadBalancerSourceRanges: readonly string[];
};

function portOf(bag: Bag): ServicePort {
  const target = bag['targetPort'];
  return {
    name: textOf(bag['name']) ?? '',
    protocol: textOf(bag['protocol']) ?? '',
    port: countOf(bag['port']) ?? 0,
    targetPort: typeof target === 'string' ? target : (countOf(target) ?? 0),
    nodePort: countOf(bag['nodePort']) ?? 0,
    appProtocol: optionalText(bag['appProtocol']),
  };
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads the spec of a Service as Go's decoder would. Source: `core/v1.ServiceSpec`. */
export function specOf(service: KubeObject): ServiceSpec {
  const spec = bagOf(service['spec']);
  const nodePorts = spec['allocateLoadBalancerNodePorts'];
  return {
    type: textOf(spec['type']) ?? '',
    clusterIP: textOf(spec['clusterIP']) ?? '',
    clusterIPs: textsOf(spec['clusterIPs']),
    ipFamilies: textsOf(spec['ipFamilies']),
    ipFamilyPolicy: optionalText(spec['ipFamilyPolicy']),
    ports: bagsOf(spec['ports']).map(portOf),
    selector: textEntriesOf(spec['selector']),
    externalIPs: textsOf(spec['externalIPs']),
    externalName: textOf(spec['externalName']) ?? '',
    sessionAffinity: textOf(spec['sessionAffinity']) ?? '',
    externalTrafficPolicy: textOf(spec['externalTrafficPolicy']) ?? '',
    internalTrafficPolicy: optionalText(spec['internalTrafficPolicy']),
    trafficDistribution: optionalText(spec['trafficDistribution']),
    healthCheckNodePort: countOf(spec['healthCheckNodePort']) ?? 0,
    allocateLoadBalancerNodePorts: typeof nodePorts === 'boolean' ? nodePorts : undefined,
    loadBalancerClass: optionalText(spec['loadBalancerClass']),
    loadBalancerSourceRanges: textsOf(spec['loadBalancerSourceRanges']),
  };
}

/** A Service with fields of its spec set, or removed where undefined. */
export function withSpec(service: KubeObject, fields: Bag): KubeObject {
  return withFields(service, { spec: withFields(bagOf(service['spec']), fields) });
}

/** A Service whose ports each take the fields that `change` gives. */
export function withPorts(
  service: KubeObject,
  change: (port: ServicePort, index: number) => Bag,
): KubeObject {
  const bags = bagsOf(bagOf(service['spec'])['ports']);
  if (bags.length === 0) return service;
  const ports = bags.map((bag, index) => withFields(bag, change(portOf(bag), index)));
  return withSpec(service, { ports });
}

/** `true` for a Service whose only cluster address is `None`. */
export function isHeadless(spec: ServiceSpec): boolean {
  return spec.clusterIPs.length === 1 && spec.clusterIPs[0] === 'None';
}

/** `true` for a type that has cluster addresses (or `None`). */
export function needsClusterIp(spec: ServiceSpec): boolean {
  return spec.type !== 'ExternalName';
}

/** `true` for the types NodePort and LoadBalancer, whose ports are open on nodes. */
export function hasNodePorts(spec: ServiceSpec): boolean {
  return spec.type === 'NodePort' || spec.type === 'LoadBalancer';
}

/** `true` if traffic from outside can reach the Service. Source: `service.ExternallyAccessible`. */
export function isExternallyAccessible(spec: ServiceSpec): boolean {
  return hasNodePorts(spec) || (spec.type === 'ClusterIP' && spec.externalIPs.length > 0);
}

/** `true` for a load balancer that keeps traffic on the node, which needs a health check. Source: `service.NeedsHealthCheck`. */
export function needsHealthCheck(spec: ServiceSpec): boolean {
  return spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local';
}
