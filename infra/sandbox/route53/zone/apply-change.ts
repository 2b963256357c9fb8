import { isDeepStrictEqual } from 'node:util';
import type { ZoneChange, ZoneRecordSet } from './record-set.ts';
import { routingFaults } from './routing-faults.ts';
import { aliasFaults, setFaults } from './set-faults.ts';
import type { WorkingSets } from './sets-by-name.ts';
import type { ZoneState } from './zone-state.ts';

/** What makes a set the same set: name, type and set identifier. */
export const recordSetKey = (set: ZoneRecordSet): string =>
  `${set.name} ${set.type} ${set.setIdentifier ?? ''}`;

const describe = (set: ZoneRecordSet): string => {
  const identifier =
    set.setIdentifier === undefined ? '' : `, set-identifier='${set.setIdentifier}'`;
  return `[name='${set.name}', type='${set.type}'${identifier}]`;
};

const inOneOrder = (set: ZoneRecordSet): ZoneRecordSet => ({
  ...set,
  values: [...set.values].sort(),
});

const sameContent = (a: ZoneRecordSet, b: ZoneRecordSet): boolean =>
  isDeepStrictEqual(inOneOrder(a), inOneOrder(b));

const cnameFault = (
  zone: ZoneState,
  set: ZoneRecordSet,
  siblings: readonly ZoneRecordSet[],
): readonly string[] => {
  const others = siblings.filter((other) => other.type !== set.type);
  const place = `with DNS name ${set.name} is not permitted`;
  // At the apex the place itself is the fault; the service names no conflict beside it.
  if (set.type === 'CNAME' && set.name === zone.name) return [];
  if (set.type === 'CNAME' && others.length > 0) {
    return [
      `RRSet of type CNAME ${place} as it conflicts with other records with the same DNS name in zone ${zone.name}`,
    ];
  }
  if (others.some((other) => other.type === 'CNAME')) {
    return [
      `RRSet of type ${set.type} ${place} because a conflicting RRSet of type CNAME with the same DNS name already exists in zone ${zone.name}`,
    ];
  }
  return [];
};

const remove = (working: WorkingSets, set: ZoneRecordSet): readonly string[] => {
  const siblings = working.get(set.name) ?? [];
  const current = siblings.find((other) => recordSetKey(other) === recordSetKey(set));
  if (current === undefined) {
    return [`Tried to delete resource record set ${describe(set)} but it was not found`];
  }
  if (!sameContent(current, set)) {
    return [
      `Tried to delete resource record set ${describe(set)} but the values provided do not match the current values`,
    ];
  }
  const rest = siblings.filter((other) => other !== current);
  working.put(set.name, rest);
  return [];
};

const put = (
  zone: ZoneState,
  working: WorkingSets,
  { action, recordSet }: ZoneChange,
): readonly string[] => {
  const siblings = working.get(recordSet.name) ?? [];
  const current = siblings.find((other) => recordSetKey(other) === recordSetKey(recordSet));
  if (current !== undefined && action === 'CREATE') {
    return [`Tried to create resource record set ${describe(recordSet)} but it already exists`];
  }
  const held = current?.trafficPolicyInstanceId ?? recordSet.trafficPolicyInstanceId;
  if (held !== undefined) {
    return [
      `Resource record set ${describe(recordSet)} is managed by traffic policy instance ${held}`,
    ];
  }
  const rest = siblings.filter((other) => other !== current);
  const group = rest.filter((other) => other.type === recordSet.type);
  const faults = [
    ...setFaults(zone, recordSet),
    ...aliasFaults({ id: zone.id, name: zone.name, sets: working }, recordSet),
    ...cnameFault(zone, recordSet, rest),
    ...routingFaults(recordSet, group),
  ];
  if (faults.length === 0) working.put(recordSet.name, [...rest, recordSet]);
  return faults;
};

/** Applies one change with its names in listed form; messages mean that nothing was changed. */
export const applyChange = (
  zone: ZoneState,
  working: WorkingSets,
  change: ZoneChange,
): readonly string[] =>
  change.action === 'DELETE' ? remove(working, change.recordSet) : put(zone, working, change);
