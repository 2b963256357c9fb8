import type { Allocators, FieldError, KubeObject } from '../../resource.ts';
import { invalid } from '../faults/fault.ts';
import { printedIps } from './cluster-ip-faults.ts';
import { keepsPreferredStack, type Outcome } from './ip-families.ts';
import { isHeadless, type ServiceSpec, specOf, withSpec } from './service-view.ts';

function allocateOne(
  wanted: { readonly family: string; readonly ip: string; readonly all: readonly string[] },
  allocators: Allocators,
): string | FieldError {
  const { family, ip, all } = wanted;
  if (ip === '') return allocators.takeClusterIp(family === 'IPv6' ? 'IPv6' : 'IPv4');
  const refusal = allocators.claimClusterIp(ip);
  if (refusal === undefined) return ip;
  return invalid('spec.clusterIPs', printedIps(all), `failed to allocate IP ${ip}: ${refusal}`);
}

function allocateFrom(start: number, next: KubeObject, allocators: Allocators): Outcome {
  const spec = specOf(next);
  const all = spec.ipFamilies.map((_family, index) => spec.clusterIPs[index] ?? '');
  const ips = [...spec.clusterIPs];
  for (const [index, family] of spec.ipFamilies.entries()) {
    if (index < start) continue;
    const result = allocateOne({ family, ip: all[index] ?? '', all }, allocators);
    if (typeof result !== 'string') return { errors: [result] };
    ips[index] = result;
  }
  const [clusterIP = spec.clusterIP] = ips;
  return { object: withSpec(next, { clusterIP, clusterIPs: ips }) };
}

function freeAll(ips: readonly string[], allocators: Allocators): void {
  for (const ip of ips) if (ip !== 'None') allocators.freeClusterIp(ip);
}

function changeAddresses(next: KubeObject, old: ServiceSpec, allocators: Allocators): Outcome {
  const spec = specOf(next);
  if (old.type === 'ExternalName') {
    const addressed = spec.type !== 'ExternalName' && !isHeadless(spec);
    return addressed ? allocateFrom(0, next, allocators) : { object: next };
  }
  if (old.clusterIPs[0] === 'None') return { object: next };
  if (spec.type === 'ExternalName') {
    freeAll(old.clusterIPs, allocators);
    return { object: next };
  }
  const growth = spec.ipFamilies.length - old.ipFamilies.length;
  if (growth === 1) return allocateFrom(1, next, allocators);
  if (growth === -1) freeAll(old.clusterIPs.slice(1), allocators);
  return { object: next };
}

/**
 * Gives a Service the cluster IPs that its families ask for, and marks those it no longer has to be freed.
 * Source: `allocClusterIPs` and `updateClusterIPs` of the Service registry.
 */
export function allocateClusterIps(
  next: KubeObject,
  old: ServiceSpec | undefined,
  allocators: Allocators,
): Outcome {
  const spec = specOf(next);
  if (keepsPreferredStack(spec, old)) return { object: next };
  if (old !== undefined) return changeAddresses(next, old, allocators);
  if (spec.type === 'ExternalName' || spec.clusterIPs[0] === 'None') return { object: next };
  return allocateFrom(0, next, allocators);
}
