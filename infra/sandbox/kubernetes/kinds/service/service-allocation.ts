import type { Allocators, KubeObject } from '../../resource.ts';
import { beginAllocation } from './allocation-transaction.ts';
import { allocateClusterIps } from './cluster-ip-allocation.ts';
import { completeFamilies, type Outcome } from './ip-families.ts';
import { allocateNodePorts, heldNodePorts } from './node-port-allocation.ts';
import { needsHealthCheck, specOf, withSpec } from './service-view.ts';

function allocateIn(
  next: KubeObject,
  oldService: KubeObject | undefined,
  allocators: Allocators,
): Outcome {
  const old = oldService === undefined ? undefined : specOf(oldService);
  const complete = completeFamilies(next, old);
  if ('errors' in complete) return complete;
  const addressed = allocateClusterIps(complete.object, old, allocators);
  if ('errors' in addressed) return addressed;
  return allocateNodePorts(addressed.object, old, allocators);
}

/** Allocates without leaving a trace: what the API checks before it validates, and what it would then validate. */
export function rehearseAllocation(
  next: KubeObject,
  old: KubeObject | undefined,
  allocators: Allocators,
): Outcome {
  const transaction = beginAllocation(allocators);
  try {
    return allocateIn(next, old, transaction.allocators);
  } finally {
    transaction.revert();
  }
}

/**
 * A valid Service as the API gives it out: a lone `clusterIP` is listed, ExternalName has no traffic policy.
 * Source: `defaultOnReadService` of the Service registry.
 */
function asRead(service: KubeObject): KubeObject {
  const { type, clusterIP, clusterIPs } = specOf(service);
  const lone = clusterIP !== '' && clusterIPs.length === 0;
  const listed = lone ? withSpec(service, { clusterIPs: [clusterIP] }) : service;
  return type === 'ExternalName' ? withSpec(listed, { internalTrafficPolicy: undefined }) : listed;
}

/** Allocates what a Service needs and frees what it no longer holds; on faults the allocators stay as they were. */
export function allocateService(
  next: KubeObject,
  old: KubeObject | undefined,
  allocators: Allocators,
): Outcome {
  const transaction = beginAllocation(allocators);
  let kept = false;
  try {
    const outcome = allocateIn(next, old, transaction.allocators);
    if ('errors' in outcome) return outcome;
    kept = true;
    return { object: asRead(outcome.object) };
  } finally {
    if (kept) transaction.commit();
    else transaction.revert();
  }
}

/** Frees everything that a removed Service held. Source: `releaseAllocatedResources` of the Service registry. */
export function releaseService(service: KubeObject, allocators: Allocators): void {
  const spec = specOf(service);
  const addressed = spec.type !== 'ExternalName' && spec.clusterIPs[0] !== 'None';
  for (const ip of addressed ? spec.clusterIPs : []) allocators.freeClusterIp(ip);
  for (const port of heldNodePorts(spec)) allocators.freeNodePort(port);
  if (needsHealthCheck(spec)) allocators.freeNodePort(spec.healthCheckNodePort);
}
