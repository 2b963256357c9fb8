import type { FieldError } from '../../resource.ts';
import { addressFaults, isV6, parseAddress } from '../faults/addresses.ts';
import { duplicate, invalid, notSupported, type Printed, required } from '../faults/fault.ts';
import { printedJson } from '../faults/go-value.ts';
import { isHeadless, type ServiceSpec } from './service-view.ts';

/** The values of `spec.ipFamilyPolicy`, as messages list them. */
const FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'] as const;

const IPS = 'spec.clusterIPs';

/** A list of cluster IPs as messages print it. */
export function printedIps(ips: readonly string[]): Printed {
  return { printed: printedJson(ips.length === 0 ? null : ips) };
}

/** A list of IP families as messages print it. */
export function printedFamilies(families: readonly string[]): Printed {
  return { printed: printedJson(families.length === 0 ? null : families) };
}

function pairFaults({ clusterIP, clusterIPs }: ServiceSpec): readonly FieldError[] {
  if (clusterIP === '') {
    if (clusterIPs.length === 0) return [];
    const text = 'must be empty when `clusterIP` is not specified';
    return [invalid(IPS, printedIps(clusterIPs), text)];
  }
  if (clusterIPs.length === 0) return [required(IPS)];
  if (clusterIPs[0] === clusterIP) return [];
  return [invalid(IPS, printedIps(clusterIPs), 'first value must match `clusterIP`')];
}

function familyFaults(families: readonly string[]): readonly FieldError[] {
  return families.flatMap((family, index) => {
    const field = `spec.ipFamilies[${index}]`;
    const known = family === 'IPv4' || family === 'IPv6';
    return [
      ...(known ? [] : [notSupported(field, family, ['IPv4', 'IPv6'])]),
      ...(families.indexOf(family) < index ? [duplicate(field, family)] : []),
    ];
  });
}

function policyFaults(policy: string | undefined): readonly FieldError[] {
  if (policy === undefined || FAMILY_POLICIES.some((known) => known === policy)) return [];
  return [notSupported('spec.ipFamilyPolicy', policy, FAMILY_POLICIES)];
}

function formFaults(ips: readonly string[], known: readonly string[]): readonly FieldError[] {
  return ips.flatMap((ip, index) => {
    if (index > 0 || ip !== 'None') return addressFaults(`${IPS}[${index}]`, ip, known);
    const text = "'None' must be the first and only value";
    return ips.length === 1 ? [] : [invalid(IPS, printedIps(ips), text)];
  });
}

function dualStackFaults(ips: readonly string[]): readonly FieldError[] {
  const families = new Set(ips.map((ip) => parseAddress(ip)?.family));
  if (ips.length < 2 || families.size === 2) return [];
  return [invalid(IPS, printedIps(ips), 'may specify no more than one IP for each IP family')];
}

function mismatchFaults(spec: ServiceSpec): readonly FieldError[] {
  if (isHeadless(spec)) return [];
  return spec.clusterIPs.flatMap((ip, index) => {
    const family = spec.ipFamilies[index];
    const actual = isV6(ip) ? 'IPv6' : 'IPv4';
    if (family === undefined || family === actual) return [];
    if (family !== 'IPv4' && family !== 'IPv6') return [];
    const text = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    return [invalid(`${IPS}[${index}]`, ip, text)];
  });
}

/** Faults of the cluster IPs, their families and their policy. Source: `ValidateServiceClusterIPsRelatedFields`. */
export function clusterIpFaults(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): readonly FieldError[] {
  if (spec.type === 'ExternalName') return [];
  const { clusterIPs, ipFamilies, ipFamilyPolicy } = spec;
  const form = formFaults(clusterIPs, old?.clusterIPs ?? []);
  const tooMany =
    clusterIPs.length > 2
      ? [invalid(IPS, printedIps(clusterIPs), 'may only hold up to 2 values')]
      : [];
  const base = [
    ...pairFaults(spec),
    ...familyFaults(ipFamilies),
    ...policyFaults(ipFamilyPolicy),
    ...form,
    ...tooMany,
  ];
  if (form.length > 0) return base;
  return [...base, ...dualStackFaults(clusterIPs), ...mismatchFaults(spec)];
}
