import type { FieldError, KubeObject } from '../../resource.ts';
import { isV6 } from '../faults/addresses.ts';
import { invalid } from '../faults/fault.ts';
import { sameJson } from '../object/json-access.ts';
import { clusterIpFaults } from './cluster-ip-faults.ts';
import { hasNodePorts, type ServiceSpec, specOf, withSpec } from './service-view.ts';

/** An object to go on with, or the faults that stop the write. */
export type Outcome = { readonly object: KubeObject } | { readonly errors: readonly FieldError[] };

const POLICY = 'spec.ipFamilyPolicy';
const FAMILIES = ['IPv4', 'IPv6'] as const;

/**
 * `true` if a PreferDualStack Service is updated without touching its addresses: such one is never upgraded or
 * downgraded by itself. Source: `isMatchingPreferDualStackClusterIPFields`.
 */
export function keepsPreferredStack(spec: ServiceSpec, old: ServiceSpec | undefined): boolean {
  if (old === undefined || spec.type !== old.type) return false;
  const addressed = spec.type === 'ClusterIP' || hasNodePorts(spec);
  const prefers = spec.ipFamilyPolicy === 'PreferDualStack';
  const preferred = (old.ipFamilyPolicy ?? 'PreferDualStack') === 'PreferDualStack';
  const same =
    sameJson(spec.clusterIPs, old.clusterIPs) && sameJson(spec.ipFamilies, old.ipFamilies);
  return addressed && prefers && preferred && same;
}

function isFreelyHeadless(spec: ServiceSpec): boolean {
  return spec.clusterIP === 'None' && spec.selector.length === 0;
}

function policyOf(spec: ServiceSpec, old: ServiceSpec | undefined): string {
  if (spec.ipFamilyPolicy !== undefined) return spec.ipFamilyPolicy;
  if (old?.ipFamilyPolicy !== undefined) return old.ipFamilyPolicy;
  return isFreelyHeadless(spec) ? 'RequireDualStack' : 'SingleStack';
}

function shrunk(next: readonly string[], old: readonly string[]): boolean {
  return next.length > 0 && next.length < old.length;
}

function releaseFaults(spec: ServiceSpec, old: ServiceSpec): readonly FieldError[] {
  const policy = spec.ipFamilyPolicy ?? null;
  const ips = shrunk(spec.clusterIPs, old.clusterIPs);
  const families = shrunk(spec.ipFamilies, old.ipFamilies);
  const text = (what: string) => `must be 'SingleStack' to release the secondary ${what}`;
  return [
    ...(ips ? [invalid(POLICY, policy, text('cluster IP'))] : []),
    ...(families ? [invalid(POLICY, policy, text('IP family'))] : []),
  ];
}

function singleStackFaults(spec: ServiceSpec): readonly FieldError[] {
  if (spec.ipFamilyPolicy !== 'SingleStack') return [];
  const text = (what: string) =>
    `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
  return [
    ...(spec.clusterIPs.length === 2
      ? [invalid(POLICY, spec.ipFamilyPolicy, text('cluster IPs'))]
      : []),
    ...(spec.ipFamilies.length === 2
      ? [invalid(POLICY, spec.ipFamilyPolicy, text('IP families'))]
      : []),
  ];
}

/** With SingleStack stated and nothing else changed, the secondary address and family go by themselves. */
function downgraded(spec: ServiceSpec, old: ServiceSpec | undefined): ServiceSpec {
  if (old === undefined || spec.ipFamilyPolicy !== 'SingleStack') return spec;
  const ips = sameJson(spec.clusterIPs, old.clusterIPs);
  const families = sameJson(spec.ipFamilies, old.ipFamilies);
  return {
    ...spec,
    clusterIPs: ips ? spec.clusterIPs.slice(0, 1) : spec.clusterIPs,
    ipFamilies: families ? spec.ipFamilies.slice(0, 1) : spec.ipFamilies,
  };
}

function inferredFamilies({ clusterIPs, ipFamilies }: ServiceSpec): readonly string[] {
  if (clusterIPs[0] === 'None') return ipFamilies;
  const missing = clusterIPs.slice(ipFamilies.length);
  return [...ipFamilies, ...missing.map((ip) => (isV6(ip) ? 'IPv6' : 'IPv4'))];
}

function completedFamilies(spec: ServiceSpec): readonly string[] {
  const inferred = inferredFamilies(spec);
  const families = inferred.length === 0 ? ['IPv4'] : inferred;
  if (spec.ipFamilyPolicy === 'SingleStack' || families.length > 1) return families;
  return [...families, ...FAMILIES.filter((family) => family !== families[0])];
}

/**
 * Completes `ipFamilyPolicy` and `ipFamilies` for a cluster that has both families, IPv4 first.
 * Source: `initIPFamilyFields` of the Service registry.
 */
export function completeFamilies(next: KubeObject, old: ServiceSpec | undefined): Outcome {
  const submitted = specOf(next);
  if (submitted.type === 'ExternalName' || keepsPreferredStack(submitted, old)) {
    return { object: next };
  }
  const stated = { ...submitted, ipFamilyPolicy: policyOf(submitted, old) };
  const loose = clusterIpFaults(stated, old);
  if (loose.length > 0) return { errors: loose };
  const spec = downgraded(stated, old);
  const releases =
    old === undefined || spec.ipFamilyPolicy === 'SingleStack' ? [] : releaseFaults(spec, old);
  const errors = [...releases, ...singleStackFaults(spec)];
  if (errors.length > 0) return { errors };
  const { ipFamilyPolicy, clusterIPs } = spec;
  return {
    object: withSpec(next, {
      ipFamilyPolicy,
      ipFamilies: completedFamilies(spec),
      clusterIPs: clusterIPs.length === 0 ? undefined : clusterIPs,
    }),
  };
}
