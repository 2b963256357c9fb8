import type { KubeObject } from '../../resource.ts';
import { type Bag, bagOf, bagsOf, sameJson, withFields } from '../object/json-access.ts';
import {
  hasNodePorts,
  isExternallyAccessible,
  needsClusterIp,
  needsHealthCheck,
  type ServiceSpec,
  specOf,
  withPorts,
  withSpec,
} from './service-view.ts';

/** Node ports that clients left out are kept, except where the Service asked not to have any. */
function keepsNodePorts(spec: ServiceSpec): boolean {
  if (spec.type === 'LoadBalancer') return spec.allocateLoadBalancerNodePorts !== false;
  return spec.type === 'NodePort';
}

function usedNodePorts(spec: ServiceSpec): ReadonlySet<number> {
  return new Set(spec.ports.map(({ nodePort }) => nodePort).filter((port) => port !== 0));
}

function keepNodePorts(next: KubeObject, old: ServiceSpec): KubeObject {
  const spec = specOf(next);
  if (!keepsNodePorts(old) || !keepsNodePorts(spec)) return next;
  const before = usedNodePorts(old);
  const used = new Set([...usedNodePorts(spec)].filter((port) => before.has(port)));
  const byName = new Map(old.ports.map(({ name, nodePort }) => [name, nodePort]));
  return withPorts(next, ({ name, nodePort }) => {
    const known = byName.get(name) ?? 0;
    if (nodePort !== 0 || known === 0 || used.has(known)) return {};
    return { nodePort: known };
  });
}

/**
 * Takes over allocated values that the client left out, so that submitting the same manifest twice succeeds.
 * Source: `patchAllocatedValues` of the Service registry.
 */
export function keepAllocated(next: KubeObject, oldService: KubeObject): KubeObject {
  const [spec, old] = [specOf(next), specOf(oldService)];
  const addressed = needsClusterIp(old) && needsClusterIp(spec);
  const single = addressed && spec.clusterIP === '' && old.clusterIP !== '';
  const plural = addressed && spec.clusterIPs.length === 0 && old.clusterIPs.length > 0;
  const check = needsHealthCheck(old) && needsHealthCheck(spec) && spec.healthCheckNodePort === 0;
  const kept = withSpec(next, {
    ...(single ? { clusterIP: old.clusterIP } : {}),
    ...(plural ? { clusterIPs: old.clusterIPs } : {}),
    ...(check && old.healthCheckNodePort !== 0
      ? { healthCheckNodePort: old.healthCheckNodePort }
      : {}),
  });
  return keepNodePorts(kept, old);
}

function clusterIpsAfterUpdate(spec: ServiceSpec, old: ServiceSpec): readonly string[] {
  const unchanged = spec.clusterIP === old.clusterIP;
  if (unchanged) return spec.clusterIPs.length === 0 ? old.clusterIPs : spec.clusterIPs;
  if (!sameJson(spec.clusterIPs, old.clusterIPs)) return spec.clusterIPs;
  return spec.clusterIP === '' && old.clusterIP !== '' ? [] : [spec.clusterIP];
}

/**
 * Brings `clusterIPs` in line with `clusterIP` for clients that know only the latter.
 * Source: `normalizeClusterIPs` of the Service registry.
 */
export function alignClusterIps(next: KubeObject, oldService: KubeObject | undefined): KubeObject {
  const spec = specOf(next);
  if (oldService === undefined) {
    const alone = spec.clusterIP !== '' && spec.clusterIPs.length === 0;
    return alone ? withSpec(next, { clusterIPs: [spec.clusterIP] }) : next;
  }
  const clusterIPs = clusterIpsAfterUpdate(spec, specOf(oldService));
  return withSpec(next, { clusterIPs: clusterIPs.length === 0 ? undefined : clusterIPs });
}

function droppedAddresses(spec: ServiceSpec, old: ServiceSpec): Bag {
  if (!needsClusterIp(old) || needsClusterIp(spec)) return {};
  const sameIps = spec.clusterIP === old.clusterIP && sameJson(spec.clusterIPs, old.clusterIPs);
  return {
    ...(sameIps ? { clusterIP: undefined, clusterIPs: undefined } : {}),
    ...(sameJson(spec.ipFamilies, old.ipFamilies) ? { ipFamilies: undefined } : {}),
    ...(spec.ipFamilyPolicy === old.ipFamilyPolicy ? { ipFamilyPolicy: undefined } : {}),
  };
}

function droppedBalancing(spec: ServiceSpec, old: ServiceSpec): Bag {
  const leaves = old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer';
  const closes = isExternallyAccessible(old) && !isExternallyAccessible(spec);
  const check = needsHealthCheck(old) && !needsHealthCheck(spec);
  const unchanged = (key: keyof ServiceSpec) => sameJson(spec[key], old[key]);
  const rules: readonly (readonly [boolean, keyof ServiceSpec])[] = [
    [check, 'healthCheckNodePort'],
    [leaves, 'allocateLoadBalancerNodePorts'],
    [leaves, 'loadBalancerClass'],
    [closes, 'externalTrafficPolicy'],
  ];
  const dropped = rules.filter(([applies, key]) => applies && unchanged(key));
  return Object.fromEntries(dropped.map(([, key]) => [key, undefined]));
}

function dropNodePorts(next: KubeObject, spec: ServiceSpec, old: ServiceSpec): KubeObject {
  if (!hasNodePorts(old) || hasNodePorts(spec)) return next;
  const before = usedNodePorts(old);
  const added = [...usedNodePorts(spec)].some((port) => !before.has(port));
  return added ? next : withPorts(next, () => ({ nodePort: undefined }));
}

/**
 * Clears what the new type has no use for, unless the client changed it in the same request; a status of a load
 * balancer goes with the type. Source: `dropTypeDependentFields` of the Service registry.
 */
export function dropForType(next: KubeObject, oldService: KubeObject): KubeObject {
  const [spec, old] = [specOf(next), specOf(oldService)];
  const dropped = withSpec(next, {
    ...droppedAddresses(spec, old),
    ...droppedBalancing(spec, old),
  });
  const ported = dropNodePorts(dropped, spec, old);
  return spec.type === 'LoadBalancer' ? ported : withoutIngress(ported);
}

function withoutIngress(service: KubeObject): KubeObject {
  const status = bagOf(service['status']);
  if (bagsOf(bagOf(status['loadBalancer'])['ingress']).length === 0) return service;
  return withFields(service, { status: withFields(status, { loadBalancer: {} }) });
}
