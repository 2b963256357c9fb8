import type { FieldError, KubeObject } from '../../resource.ts';
import { cidrFaults } from '../faults/addresses.ts';
import { forbidden, invalid, invalidEach, notSupported, required } from '../faults/fault.ts';
import { portNumberFaults, qualifiedNameFaults, subdomainFaults } from '../faults/names.ts';
import { bagOf } from '../object/json-access.ts';
import {
  isExternallyAccessible,
  isHeadless,
  needsHealthCheck,
  type ServiceSpec,
} from './service-view.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'] as const;
const DISTRIBUTIONS = ['PreferClose', 'PreferSameZone', 'PreferSameNode'] as const;
const RANGES_ANNOTATION = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const ONLY_BALANCERS = "may only be used when `type` is 'LoadBalancer'";

function externalNameFaults(spec: ServiceSpec): readonly FieldError[] {
  const text = 'may not be set for ExternalName services';
  const name = spec.externalName.replace(/\.$/, '');
  return [
    ...(spec.clusterIPs.length > 0 ? [forbidden('spec.clusterIPs', text)] : []),
    ...(spec.ipFamilies.length > 0 ? [forbidden('spec.ipFamilies', text)] : []),
    ...(spec.ipFamilyPolicy === undefined ? [] : [forbidden('spec.ipFamilyPolicy', text)]),
    ...(name === ''
      ? [required('spec.externalName')]
      : invalidEach('spec.externalName', name, subdomainFaults(name))),
  ];
}

/** Faults of what a type rules out: `None` for ports on nodes, addresses for ExternalName. Source: `ValidateService`. */
export function typeRuleFaults(spec: ServiceSpec): readonly FieldError[] {
  if (spec.type === 'ExternalName') return externalNameFaults(spec);
  const external = spec.type === 'LoadBalancer' || spec.type === 'NodePort';
  if (!external || !isHeadless(spec)) return [];
  const text = `may not be set to 'None' for ${spec.type} services`;
  return [invalid('spec.clusterIPs[0]', 'None', text)];
}

/** The fault of an unknown type. */
export function typeFaults({ type }: ServiceSpec): readonly FieldError[] {
  if (type === '') return [required('spec.type')];
  return TYPES.some((known) => known === type) ? [] : [notSupported('spec.type', type, TYPES)];
}

function annotatedRanges(service: KubeObject): string | undefined {
  const value = bagOf(bagOf(service.metadata)['annotations'])[RANGES_ANNOTATION];
  return typeof value === 'string' ? value : undefined;
}

function annotationFaults(service: KubeObject, old: KubeObject | undefined, type: string) {
  const ranges = annotatedRanges(service);
  if (ranges === undefined) return [];
  const field = `metadata.annotations[${RANGES_ANNOTATION}]`;
  const misplaced = type === 'LoadBalancer' ? [] : [forbidden(field, ONLY_BALANCERS)];
  const known = old !== undefined && annotatedRanges(old) === ranges;
  const cidrs = known || ranges.trim() === '' ? [] : ranges.trim().split(',');
  return [...misplaced, ...cidrs.flatMap((cidr) => cidrFaults(field, cidr.trim()))];
}

/** Faults of the source ranges, stated in the spec or in the old annotation. Source: `ValidateService`. */
export function sourceRangeFaults(
  service: KubeObject,
  spec: ServiceSpec,
  before: { readonly service: KubeObject; readonly spec: ServiceSpec } | undefined,
): readonly FieldError[] {
  const ranges = spec.loadBalancerSourceRanges;
  if (ranges.length === 0) return annotationFaults(service, before?.service, spec.type);
  // The capital L is the API's own slip.
  const field = 'spec.LoadBalancerSourceRanges';
  const known = before?.spec.loadBalancerSourceRanges.map((range) => range.trim()) ?? [];
  return [
    ...(spec.type === 'LoadBalancer' ? [] : [forbidden(field, ONLY_BALANCERS)]),
    ...ranges.flatMap((range, index) => cidrFaults(`${field}[${index}]`, range.trim(), known)),
  ];
}

/** Faults of `allocateLoadBalancerNodePorts`. */
export function nodePortSwitchFaults(spec: ServiceSpec): readonly FieldError[] {
  const stated = spec.allocateLoadBalancerNodePorts !== undefined;
  const balances = spec.type === 'LoadBalancer';
  if (stated && !balances) return [forbidden('spec.allocateLoadBalancerNodePorts', ONLY_BALANCERS)];
  return !stated && balances ? [required('allocateLoadBalancerNodePorts')] : [];
}

/** Faults of `loadBalancerClass`, which stays as long as the type does. Source: `validateLoadBalancerClassField`. */
export function balancerClassFaults(spec: ServiceSpec, old?: ServiceSpec): readonly FieldError[] {
  const field = 'spec.loadBalancerClass';
  const value = spec.loadBalancerClass;
  const stays = old?.type === 'LoadBalancer' && spec.type === 'LoadBalancer';
  const changed =
    stays && old.loadBalancerClass !== value
      ? [invalid(field, value ?? null, 'may not change once set')]
      : [];
  if (value === undefined) return changed;
  if (spec.type !== 'LoadBalancer') return [...changed, forbidden(field, ONLY_BALANCERS)];
  return [...changed, ...invalidEach(field, value, qualifiedNameFaults(value))];
}

function policyFaults(spec: ServiceSpec): readonly FieldError[] {
  const field = 'spec.externalTrafficPolicy';
  const policy = spec.externalTrafficPolicy;
  if (!isExternallyAccessible(spec)) {
    const text = 'may only be set for externally-accessible services';
    return policy === '' ? [] : [invalid(field, policy, text)];
  }
  if (policy === '') return [required(field)];
  const known = policy === 'Cluster' || policy === 'Local';
  return known ? [] : [notSupported(field, policy, ['Cluster', 'Local'])];
}

function healthCheckFaults(spec: ServiceSpec): readonly FieldError[] {
  const field = 'spec.healthCheckNodePort';
  const port = spec.healthCheckNodePort;
  if (needsHealthCheck(spec)) {
    return port === 0 ? [required(field)] : invalidEach(field, port, portNumberFaults(port));
  }
  const text =
    "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return port === 0 ? [] : [invalid(field, port, text)];
}

function internalPolicyFaults(spec: ServiceSpec): readonly FieldError[] {
  const field = 'spec.internalTrafficPolicy';
  const policy = spec.internalTrafficPolicy;
  if (policy === undefined) {
    return ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type) ? [required(field)] : [];
  }
  const known = policy === 'Cluster' || policy === 'Local';
  return known ? [] : [notSupported(field, policy, ['Cluster', 'Local'])];
}

/** Faults of the traffic policies, the health check port and the traffic distribution. */
export function trafficFaults(spec: ServiceSpec): readonly FieldError[] {
  const distribution = spec.trafficDistribution;
  const known = DISTRIBUTIONS.some((name) => name === distribution);
  return [
    ...policyFaults(spec),
    ...healthCheckFaults(spec),
    ...internalPolicyFaults(spec),
    ...(distribution === undefined || known
      ? []
      : [notSupported('spec.trafficDistribution', distribution, DISTRIBUTIONS)]),
  ];
}
