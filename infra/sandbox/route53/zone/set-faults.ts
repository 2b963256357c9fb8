import { aliasService } from './alias-targets.ts';
import { zoneLimits } from './limits.ts';
import { isWithin } from './names.ts';
import type { AliasTarget, ZoneRecordSet } from './record-set.ts';
import type { SetsByName } from './sets-by-name.ts';
import { comparableValue, valueFault } from './values.ts';
import type { ZoneState } from './zone-state.ts';

const invalidSet = (set: ZoneRecordSet): string =>
  `The request contains an invalid set of changes for a resource record set '${set.type} ${set.name}'`;

const nameFaults = (zone: ZoneState, set: ZoneRecordSet): readonly string[] => {
  if (!isWithin(set.name, zone.name)) {
    return [`RRSet with DNS name ${set.name} is not permitted in zone ${zone.name}`];
  }
  if (set.type === 'CNAME' && set.name === zone.name) {
    return [
      `RRSet of type CNAME with DNS name ${set.name} is not permitted at apex in zone ${zone.name}`,
    ];
  }
  if (set.type === 'SOA' && set.name !== zone.name) {
    return ['A HostedZone must contain exactly one SOA record.'];
  }
  if (set.type === 'NS' && set.name.startsWith('\\052.')) {
    return [`RRSet of type NS with DNS name ${set.name} is not permitted in zone ${zone.name}`];
  }
  return [];
};

const countFaults = (set: ZoneRecordSet): readonly string[] => {
  const single = set.type === 'CNAME' || set.type === 'SOA';
  if (single && set.values.length > 1) return [invalidSet(set)];
  return set.values.length > zoneLimits.valuesPerSet
    ? [`Cannot have more than ${zoneLimits.valuesPerSet} records in a RRSet.`]
    : [];
};

const duplicateFaults = (set: ZoneRecordSet): readonly string[] => {
  const seen = new Set<string>();
  return set.values.flatMap((value) => {
    const key = comparableValue(set.type, value);
    if (seen.has(key)) return [`Duplicate Resource Record: '${value}'`];
    seen.add(key);
    return [];
  });
};

const targetText = (set: ZoneRecordSet, target: AliasTarget): string =>
  `Tried to create an alias that targets ${target.dnsName}, type ${set.type} in zone ${target.hostedZoneId}`;

const isServiceName = (dnsName: string, suffix: string): boolean =>
  dnsName.endsWith(suffix) && dnsName.length > suffix.length;

/** Alias targets outside the zone: only AWS resources, by the zone id of their service. */
const foreignAliasFaults = (set: ZoneRecordSet, target: AliasTarget): readonly string[] => {
  const service = aliasService(target.hostedZoneId);
  const text = targetText(set, target);
  const outside = `${text}, but the alias target name does not lie within the target zone`;
  const missing = `${text}, but that target was not found`;
  if (service === undefined || !isServiceName(target.dnsName, service.suffix)) {
    return [outside, missing];
  }
  return service.types.includes(set.type) ? [] : [missing];
};

/** What an alias is held against: the zone that it lies in. */
type AliasZone = Pick<ZoneState, 'id' | 'name'> & { readonly sets: Pick<SetsByName, 'get'> };

const ownAliasFaults = (
  zone: AliasZone,
  set: ZoneRecordSet,
  target: AliasTarget,
): readonly string[] => {
  const text = targetText(set, target);
  const faults: string[] = [];
  if (!isWithin(target.dnsName, zone.name)) {
    faults.push(`${text}, but the alias target name does not lie within the target zone`);
  }
  const self = target.dnsName === set.name;
  const found = zone.sets.get(target.dnsName)?.some((other) => other.type === set.type) ?? false;
  if (self || !found) faults.push(`${text}, but that target was not found`);
  return faults;
};

/**
 * Messages for an alias set whose target does not exist or can't be pointed at: a set of the same
 * type in the same zone, or a host name of an AWS service with that service's zone id.
 */
export const aliasFaults = (zone: AliasZone, set: ZoneRecordSet): readonly string[] => {
  const target = set.aliasTarget;
  if (target === undefined) return [];
  if (set.type === 'NS' || set.type === 'SOA') {
    return [`RRSet of type ${set.type} with DNS name ${set.name} cannot be an alias`];
  }
  if (set.failover !== undefined && !target.evaluateTargetHealth) {
    return [
      `Failover alias RRSet with DNS name ${set.name}, type ${set.type} must evaluate target health`,
    ];
  }
  return target.hostedZoneId === zone.id
    ? ownAliasFaults(zone, set, target)
    : foreignAliasFaults(set, target);
};

/** Messages for a set that this zone can't hold, whatever else is in the zone. */
export const setFaults = (zone: ZoneState, set: ZoneRecordSet): readonly string[] => [
  ...nameFaults(zone, set),
  ...countFaults(set),
  ...set.values.flatMap((value) => valueFault(set.type, value) ?? []),
  ...duplicateFaults(set),
];

/** The message for changes of one set that contradict each other (case R25). */
export const contradictionFault = invalidSet;
