import { zoneLimits } from './limits.ts';
import type { ZoneRecordSet } from './record-set.ts';

const policyOf = (set: ZoneRecordSet): string => {
  if (set.weight !== undefined) return 'weighted';
  if (set.region !== undefined) return 'latency';
  if (set.failover !== undefined) return 'failover';
  if (set.geoLocation !== undefined) return 'geolocation';
  if (set.geoProximityLocation !== undefined) return 'geoproximity';
  if (set.cidrRoutingConfig !== undefined) return 'cidr';
  if (set.multiValueAnswer !== undefined) return 'multivalue-answer';
  return 'simple';
};

const title = (set: ZoneRecordSet): string => {
  const base = `RRSet with DNS name ${set.name}, type ${set.type}`;
  return set.setIdentifier === undefined ? base : `${base}, SetIdentifier ${set.setIdentifier}`;
};

const mixFault = (set: ZoneRecordSet, others: readonly ZoneRecordSet[]): string | undefined => {
  const policy = policyOf(set);
  if (others.every((other) => policyOf(other) === policy)) return undefined;
  return policy === 'simple'
    ? `${title(set)} cannot be created as other RRSets exist with the same name and type.`
    : `${title(set)} cannot be created as a non-${policy} set exists with the same name and type.`;
};

const sameKey = (set: ZoneRecordSet): string | undefined => {
  switch (policyOf(set)) {
    case 'latency':
      return set.region;
    case 'failover':
      return set.failover;
    case 'geolocation':
      return JSON.stringify(set.geoLocation);
    case 'cidr':
      return JSON.stringify(set.cidrRoutingConfig);
    default:
      return undefined;
  }
};

const clashFault = (set: ZoneRecordSet, others: readonly ZoneRecordSet[]): string | undefined => {
  const key = sameKey(set);
  if (key === undefined || !others.some((other) => sameKey(other) === key)) return undefined;
  return `${title(set)} cannot be created as a set with the same ${policyOf(set)} settings exists with the same name and type.`;
};

const ownFault = (set: ZoneRecordSet): string | undefined => {
  const policy = policyOf(set);
  const oneValue = policy === 'weighted' || policy === 'latency';
  if (oneValue && set.values.length > 1) {
    return `${title(set)} must have exactly one resource record.`;
  }
  if (policy !== 'multivalue-answer') return undefined;
  if (set.type === 'CNAME' || set.type === 'NS' || set.aliasTarget !== undefined) {
    return `${title(set)} cannot be a multivalue-answer set.`;
  }
  return undefined;
};

const ttlFault = (set: ZoneRecordSet, others: readonly ZoneRecordSet[]): string | undefined => {
  const differs = others.some(
    (other) =>
      other.ttlSeconds !== undefined &&
      set.ttlSeconds !== undefined &&
      other.ttlSeconds !== set.ttlSeconds,
  );
  return policyOf(set) === 'weighted' && differs
    ? `${title(set)} must have the same TTL as the other sets with the same name and type.`
    : undefined;
};

/**
 * Messages for a set that does not fit the others of its name and type: mixed routing policies, a
 * second set for one region, role or place, too many sets (spec aws.md 1.7).
 */
export const routingFaults = (
  set: ZoneRecordSet,
  others: readonly ZoneRecordSet[],
): readonly string[] => {
  const full =
    others.length >= zoneLimits.setsPerRoutingGroup
      ? `Cannot have more than ${zoneLimits.setsPerRoutingGroup} RRSets with the same name and type.`
      : undefined;
  const faults = [
    mixFault(set, others),
    clashFault(set, others),
    ownFault(set),
    ttlFault(set, others),
    full,
  ];
  return faults.filter((fault) => fault !== undefined);
};
