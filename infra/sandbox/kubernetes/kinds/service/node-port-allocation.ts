import type { Allocators, FieldError, KubeObject } from '../../resource.ts';
import { failure } from '../../status/api-error.ts';
import { invalid } from '../faults/fault.ts';
import type { Outcome } from './ip-families.ts';
import {
  hasNodePorts,
  needsHealthCheck,
  type ServicePort,
  type ServiceSpec,
  specOf,
  withPorts,
  withSpec,
} from './service-view.ts';

type Assigned = readonly number[] | { readonly error: FieldError };

function refused(index: number, port: number, refusal: string): Assigned {
  return { error: invalid(`spec.ports[${index}].nodePort`, port, refusal) };
}

/** The node ports that a Service holds; those that an ExternalName states are nobody's. */
export function heldNodePorts(spec: ServiceSpec): readonly number[] {
  const ports = hasNodePorts(spec) ? spec.ports.map(({ nodePort }) => nodePort) : [];
  return ports.filter((port) => port !== 0);
}

function allocatesByItself(spec: ServiceSpec): boolean {
  return spec.type === 'NodePort' || spec.allocateLoadBalancerNodePorts === true;
}

function requestedFor(port: number, ports: readonly ServicePort[]): number {
  return ports.find((other) => other.port === port && other.nodePort !== 0)?.nodePort ?? 0;
}

type Taken = { readonly port: number } | { readonly refusal: string; readonly wanted: number };

function takeOrClaim(wanted: number, known: number | undefined, allocators: Allocators): Taken {
  if (wanted === 0) return { port: known ?? allocators.takeNodePort() };
  const refusal = wanted === known ? undefined : allocators.claimNodePort(wanted);
  return refusal === undefined ? { port: wanted } : { refusal, wanted };
}

/** One port number under several protocols shares a node port, whichever of them names it. */
function assignNew(spec: ServiceSpec, allocators: Allocators): Assigned {
  const byPort = new Map<number, number>();
  const assigned: number[] = [];
  for (const [index, { port, nodePort }] of spec.ports.entries()) {
    if (nodePort === 0 && !allocatesByItself(spec)) {
      assigned.push(0);
      continue;
    }
    const known = byPort.get(port);
    const wanted = known === undefined ? requestedFor(port, spec.ports) : nodePort;
    const taken = takeOrClaim(wanted, known, allocators);
    if ('refusal' in taken) return refused(index, taken.wanted, taken.refusal);
    if (known === undefined) byPort.set(port, taken.port);
    assigned.push(taken.port);
  }
  return assigned;
}

function assignChanged(spec: ServiceSpec, old: ServiceSpec, allocators: Allocators): Assigned {
  const held = new Set(heldNodePorts(old));
  const assigned: number[] = [];
  for (const [index, { nodePort, protocol }] of spec.ports.entries()) {
    if (nodePort === 0) {
      assigned.push(allocatesByItself(spec) ? allocators.takeNodePort() : 0);
      continue;
    }
    const known = held.has(nodePort) || assigned.includes(nodePort);
    const refusal = known ? undefined : allocators.claimNodePort(nodePort);
    if (refusal !== undefined) return refused(index, nodePort, refusal);
    const twice = spec.ports
      .slice(0, index)
      .some((port, earlier) => port.protocol === protocol && assigned[earlier] === nodePort);
    if (twice) throw failure(500, '', `duplicate nodePort: {${protocol} ${nodePort}}`);
    assigned.push(nodePort);
  }
  return assigned;
}

function freeUnused(spec: ServiceSpec, old: ServiceSpec, allocators: Allocators): void {
  const kept = new Set(heldNodePorts(spec));
  for (const port of heldNodePorts(old)) if (!kept.has(port)) allocators.freeNodePort(port);
}

function allocateHealthCheck(
  next: KubeObject,
  old: ServiceSpec | undefined,
  allocators: Allocators,
): Outcome {
  const spec = specOf(next);
  const had = old !== undefined && needsHealthCheck(old);
  if (had && !needsHealthCheck(spec)) allocators.freeNodePort(old.healthCheckNodePort);
  if (had || !needsHealthCheck(spec)) return { object: next };
  const wanted = spec.healthCheckNodePort;
  if (wanted === 0) {
    return { object: withSpec(next, { healthCheckNodePort: allocators.takeNodePort() }) };
  }
  const refusal = allocators.claimNodePort(wanted);
  if (refusal === undefined) return { object: next };
  throw new Error(`failed to allocate requested HealthCheck NodePort ${wanted}: ${refusal}`);
}

/**
 * Gives a Service its node ports and that of its health check, and marks those it no longer has to be freed. Throws
 * where the API answers 500: a node port that an update states twice, a health check port that was asked for but is
 * taken, a range that is full.
 * Source: `initNodePorts`, `updateNodePorts` and `allocHealthCheckNodePort` of the Service registry.
 */
export function allocateNodePorts(
  next: KubeObject,
  old: ServiceSpec | undefined,
  allocators: Allocators,
): Outcome {
  const spec = specOf(next);
  if (!hasNodePorts(spec)) {
    if (old !== undefined) freeUnused(spec, old, allocators);
    return allocateHealthCheck(next, old, allocators);
  }
  const assigned =
    old === undefined ? assignNew(spec, allocators) : assignChanged(spec, old, allocators);
  if ('error' in assigned) return { errors: [assigned.error] };
  const ported = withPorts(next, (_port, index) => ({ nodePort: assigned[index] || undefined }));
  if (old !== undefined) freeUnused(specOf(ported), old, allocators);
  return allocateHealthCheck(ported, old, allocators);
}
