import type { FieldError, KubeObject } from '../../resource.ts';
import { addressFaults, parseAddress } from '../faults/addresses.ts';
import { forbidden, invalid, invalidEach, notSupported, required } from '../faults/fault.ts';
import { subdomainFaults } from '../faults/names.ts';
import { type Bag, bagOf, bagsOf, textOf } from '../object/json-access.ts';
import { specOf } from './service-view.ts';

const INGRESS = 'status.loadBalancer.ingress';

/** The entries of `status.loadBalancer.ingress`. */
export function ingressOf(service: KubeObject): readonly Bag[] {
  return bagsOf(bagOf(bagOf(service['status'])['loadBalancer'])['ingress']);
}

function modeFaults(field: string, ip: string | undefined, mode: unknown): readonly FieldError[] {
  if (mode === undefined) {
    return ip === undefined ? [] : [required(field, 'must be specified when `ip` is set')];
  }
  if (ip === undefined) return [forbidden(field, 'may not be specified when `ip` is not set')];
  const text = typeof mode === 'string' ? mode : '';
  const known = text === 'VIP' || text === 'Proxy';
  return known ? [] : [notSupported(field, text, ['Proxy', 'VIP'])];
}

function hostnameFaults(field: string, hostname: string): readonly FieldError[] {
  const text = 'must be a DNS name, not an IP address';
  return [
    ...invalidEach(field, hostname, subdomainFaults(hostname)),
    ...(parseAddress(hostname) === undefined ? [] : [invalid(field, hostname, text)]),
  ];
}

function entryFaults(entry: Bag, field: string, known: readonly string[]): readonly FieldError[] {
  const ip = textOf(entry['ip']);
  const hostname = textOf(entry['hostname']);
  return [
    ...(ip === undefined ? [] : addressFaults(`${field}.ip`, ip, known)),
    ...modeFaults(`${field}.ipMode`, ip, entry['ipMode']),
    ...(hostname === undefined ? [] : hostnameFaults(`${field}.hostname`, hostname)),
  ];
}

/** Faults of the status of a Service. Source: `ValidateLoadBalancerStatus` of core validation. */
export function loadBalancerStatusFaults(next: KubeObject, old: KubeObject): readonly FieldError[] {
  const ingress = ingressOf(next);
  if (ingress.length > 0 && specOf(next).type !== 'LoadBalancer') {
    return [forbidden(INGRESS, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const known = ingressOf(old).flatMap((entry) => textOf(entry['ip']) ?? []);
  return ingress.flatMap((entry, index) => entryFaults(entry, `${INGRESS}[${index}]`, known));
}
