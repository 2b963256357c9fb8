import { isAlias, type RecordSet } from '../model/record-set.ts';
import type { DnsSettings } from '../model/settings.ts';
import { levelAddresses, levelHostNames, type ReadAddresses, soleHostName } from './addresses.ts';
import { elbZoneId } from './elb-zone-id.ts';

/** One name and those who stand behind it. */
export type LevelInput = {
  readonly name: string;
  /** The name one level up; absent at the global level. */
  readonly up?: string;
  /** What the clusters that count at the level contribute, in the order of their names. */
  readonly contributions: readonly ReadAddresses[];
  /** What we wanted at the name before. */
  readonly previous: readonly RecordSet[];
};

/** The record sets of one name, and what they leave to be told. */
export type LevelRecordSets = {
  readonly recordSets: readonly RecordSet[];
  /** Host names whose addresses the sets hold, so that they must be looked up again. */
  readonly followed: readonly string[];
  readonly faults: readonly LevelFault[];
};

/** Something about a name that a user should know. */
export type LevelFault = { readonly reason: string; readonly message: string };

/**
 * What stands at one name: an alias or a CNAME where one host name is all, addresses where several are merged, a CNAME one level up
 * where nobody is healthy (spec 7.3; W9). No CNAME ever stands at the zone's own name (case R29).
 */
export const levelRecordSets = (level: LevelInput, dns: DnsSettings): LevelRecordSets => {
  const hosts = levelHostNames(level.contributions);
  const sole = dns.hostNames === 'alias' ? soleHostName(hosts, level.contributions) : undefined;
  const led = sole === undefined ? [] : leadTo(sole, level.name, dns);
  if (led.length > 0) return { recordSets: led, followed: [], faults: [] };
  return { ...resolvedSets(level, dns), followed: hosts };
};

const families = ['A', 'AAAA'] as const;

const leadTo = (hostname: string, name: string, dns: DnsSettings): readonly RecordSet[] => {
  const zoneId = elbZoneId(hostname, dns.elbZoneIds);
  if (zoneId === undefined) {
    if (isApex(name, dns) || hostname === name) return [];
    return [{ name, type: 'CNAME', ttlSeconds: dns.ttlSeconds, values: [hostname] }];
  }
  const alias = { zoneId, dnsName: hostname, evaluateTargetHealth: true };
  // Only a name of this form answers for IPv6 whatever the load balancer's own families are (ELB, "dualstack" DNS names).
  const types = hostname.startsWith('dualstack.') ? families : (['A'] as const);
  return types.map((type) => ({ name, type, alias }));
};

const resolvedSets = (
  level: LevelInput,
  dns: DnsSettings,
): Pick<LevelRecordSets, 'recordSets' | 'faults'> => {
  const { name, contributions } = level;
  const addresses = levelAddresses(contributions);
  const faults = [
    ...unresolvedFaults(addresses.unresolved, name),
    ...roomFaults(addresses.left, name),
  ];
  const { ttlSeconds } = dns;
  const sets = families
    .filter((type) => addresses[type].length > 0)
    .map((type): RecordSet => ({ name, type, ttlSeconds, values: addresses[type] }));
  if (sets.length > 0) return { recordSets: sets, faults };
  // A failed look-up is no sign that the load balancer is gone.
  const kept = addresses.unresolved.length > 0 ? keptSets(level) : [];
  if (kept.length > 0) return { recordSets: kept, faults };
  const fallen = fallUp(level, dns);
  return { recordSets: fallen.recordSets, faults: [...faults, ...fallen.faults] };
};

const fallUp = (
  { name, up }: LevelInput,
  dns: DnsSettings,
): Pick<LevelRecordSets, 'recordSets' | 'faults'> => {
  if (up === undefined) return { recordSets: [], faults: [] };
  if (isApex(name, dns)) {
    const message = `${name} is the hosted zone's own name, where no CNAME can stand: it has no record while nobody there is healthy`;
    return { recordSets: [], faults: [{ reason: 'NameAtApex', message }] };
  }
  const { ttlSeconds } = dns;
  return { recordSets: [{ name, type: 'CNAME', ttlSeconds, values: [up] }], faults: [] };
};

const isApex = (name: string, dns: DnsSettings): boolean => name === dns.zoneName;

const keptSets = ({ previous, name, up }: LevelInput): readonly RecordSet[] =>
  previous.filter((set) => set.name === name && (isAlias(set) || set.values[0] !== up));

const unresolvedFaults = (hosts: readonly string[], name: string): readonly LevelFault[] =>
  hosts.map((host) => ({
    reason: 'HostNameUnresolved',
    message: `${host} does not resolve, so ${name} goes without it`,
  }));

const roomFaults = (left: number, name: string): readonly LevelFault[] =>
  left === 0
    ? []
    : [
        {
          reason: 'TooManyAddresses',
          message: `${name} has room for 400 addresses of one family or 250 of each, so ${left} are left out`,
        },
      ];
