import type { FieldError } from '../../resource.ts';
import { invalid, type Printed } from '../faults/fault.ts';
import { printedFamilies, printedIps } from './cluster-ip-faults.ts';
import { isHeadless, type ServiceSpec } from './service-view.ts';

const ONCE_SET = 'may not change once set';

type Change = {
  readonly list: 'clusterIPs' | 'ipFamilies';
  readonly next: readonly string[];
  readonly old: readonly string[];
  /** What the messages of a changed entry print. */
  readonly printed: Printed;
};

function changedEntries({ list, next, old, printed }: Change): readonly FieldError[] {
  return old.flatMap((entry, index) => {
    if (entry === next[index]) return [];
    const position = list === 'clusterIPs' ? index : 0;
    return [invalid(`spec.${list}[${position}]`, printed, ONCE_SET)];
  });
}

function primaryChanged({ list, next, old }: Change, ips: readonly string[]) {
  const changed = next.length > 0 && old.length > 0 && next[0] !== old[0];
  // The real message prints the cluster IPs for both lists.
  return changed ? [invalid(`spec.${list}[0]`, printedIps(ips), ONCE_SET)] : [];
}

function releaseFaults(change: Change, policy: string | undefined): readonly FieldError[] {
  if (change.next.length !== 1 || policy === 'SingleStack') return [];
  const name = change.list === 'clusterIPs' ? 'clusterIP' : 'ipFamily';
  const text = `must be set to 'SingleStack' when releasing the secondary ${name}`;
  return [invalid('spec.ipFamilyPolicy', policy ?? null, text)];
}

function unsetFaults(change: Change, ips: readonly string[]): readonly FieldError[] {
  if (ips.length > 0) return [];
  const name = change.list === 'clusterIPs' ? 'clusterIP' : 'ipFamily';
  const text = `primary ${name} can not be unset`;
  return [invalid(`spec.${change.list}[0]`, change.printed, text)];
}

function changeFaults(change: Change, spec: ServiceSpec): readonly FieldError[] {
  const growth = change.next.length - change.old.length;
  if (growth === 0) return changedEntries(change);
  const primary = primaryChanged(change, spec.clusterIPs);
  if (growth > 0) return primary;
  return [
    ...unsetFaults(change, spec.clusterIPs),
    ...primary,
    ...releaseFaults(change, spec.ipFamilyPolicy),
  ];
}

/**
 * Faults of a change of cluster IPs and families: the primary one stays unless the type comes from or goes to
 * ExternalName. Source: `validateUpgradeDowngradeClusterIPs` and `validateUpgradeDowngradeIPFamilies`.
 */
export function clusterIpUpdateFaults(spec: ServiceSpec, old: ServiceSpec): readonly FieldError[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  const [nowHeadless, wasHeadless] = [isHeadless(spec), isHeadless(old)];
  if (nowHeadless && wasHeadless) return [];
  const ips: Change = {
    list: 'clusterIPs',
    next: spec.clusterIPs,
    old: old.clusterIPs,
    printed: printedIps(spec.clusterIPs),
  };
  const families: Change = {
    list: 'ipFamilies',
    next: spec.ipFamilies,
    old: old.ipFamilies,
    printed: printedFamilies(spec.ipFamilies),
  };
  const familyChanges = nowHeadless === wasHeadless ? changeFaults(families, spec) : [];
  return [...changeFaults(ips, spec), ...familyChanges];
}
