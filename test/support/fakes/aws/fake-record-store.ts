import { ControllerError } from '../../../../lib/core/model/failure.ts';
import {
  compareRecordSets,
  type RecordChange,
  type StoredRecordSet,
  sameRecordSet,
} from '../../../../lib/core/model/record-set.ts';
import type { ChangeResult, RecordStore } from '../../../../lib/ports/record-store.ts';
import { type Gate, through } from '../../gate.ts';

/** A hosted zone of the fake: bare id and canonical name. */
export type FakeZone = { readonly id: string; readonly name: string };

/** Hosted zones in memory. */
export type FakeRecordStore = RecordStore & {
  /** Everything in a zone, by name and type. */
  readonly sets: (zoneId: string) => readonly StoredRecordSet[];
  /** Puts a set as somebody else would, over whatever stands there. */
  readonly put: (zoneId: string, set: StoredRecordSet) => void;
  /** Removes a set as somebody else would. */
  readonly remove: (zoneId: string, name: string, type: string) => void;
  /** Every batch that was sent, refused ones included. */
  readonly batches: () => readonly (readonly RecordChange[])[];
};

type Zone = FakeZone & { sets: readonly StoredRecordSet[] };

/** Hosted zones in memory that refuse what Route 53 refuses, in its words. */
export const createFakeRecordStore = (options: {
  readonly gate: Gate;
  readonly zones: readonly FakeZone[];
}): FakeRecordStore => {
  const zones = new Map<string, Zone>(
    options.zones.map((zone) => [zone.id, { ...zone, sets: [] }]),
  );
  const batches: (readonly RecordChange[])[] = [];
  const zoneOf = (zoneId: string): Zone => {
    const zone = zones.get(zoneId);
    if (zone) return zone;
    throw new ControllerError(
      'terminal',
      `Cannot reach hosted zone ${zoneId}: No hosted zone found with ID: ${zoneId}`,
    );
  };
  return {
    change: (zoneId, changes) =>
      through(options.gate, 'recordStore.change', () => {
        batches.push(changes);
        return applyChanges(zoneOf(zoneId), changes);
      }),
    readName: (zoneId, name) =>
      through(options.gate, 'recordStore.readName', () =>
        zoneOf(zoneId).sets.filter((set) => set.name === name),
      ),
    sets: (zoneId) => zoneOf(zoneId).sets,
    put: (zoneId, set) => {
      const zone = zoneOf(zoneId);
      zone.sets = inOrder([...without(zone.sets, set.name, set.type), set]);
    },
    remove: (zoneId, name, type) => {
      const zone = zoneOf(zoneId);
      zone.sets = without(zone.sets, name, type);
    },
    batches: () => [...batches],
  };
};

const without = (
  sets: readonly StoredRecordSet[],
  name: string,
  type: string,
): readonly StoredRecordSet[] => sets.filter((set) => set.name !== name || set.type !== type);

const inOrder = (sets: readonly StoredRecordSet[]): readonly StoredRecordSet[] =>
  [...sets].sort(compareRecordSets);

const applyChanges = (zone: Zone, changes: readonly RecordChange[]): ChangeResult => {
  let sets = zone.sets;
  const refusals: { readonly name: string; readonly message: string }[] = [];
  for (const change of changes) {
    const { name, type } = change.recordSet;
    const message = refusal(zone.name, sets, change);
    if (message !== undefined) refusals.push({ name, message });
    else if (change.action === 'DELETE') sets = without(sets, name, type);
    else sets = [...sets, change.recordSet];
  }
  if (refusals.length > 0) {
    return {
      kind: 'refused',
      messages: refusals.map(({ message }) => message),
      names: [...new Set(refusals.map(({ name }) => name))].sort(),
    };
  }
  zone.sets = inOrder(sets);
  return { kind: 'accepted' };
};

const refusal = (
  zoneName: string,
  sets: readonly StoredRecordSet[],
  change: RecordChange,
): string | undefined => {
  const { name, type } = change.recordSet;
  const standing = sets.find((set) => set.name === name && set.type === type);
  const what = `resource record set [name='${name}.', type='${type}']`;
  if (change.action === 'DELETE') {
    if (standing === undefined) return `Tried to delete ${what} but it was not found`;
    if (sameRecordSet(standing, change.recordSet)) return undefined;
    return `Tried to delete ${what} but the values provided do not match the current values`;
  }
  if (name !== zoneName && !name.endsWith(`.${zoneName}`)) {
    return `RRSet with DNS name ${name}. is not permitted in zone ${zoneName}.`;
  }
  if (standing !== undefined) return `Tried to create ${what} but it already exists`;
  const others = sets.filter((set) => set.name === name);
  const subject = `RRSet of type ${type} with DNS name ${name}. is not permitted`;
  if (type === 'CNAME' && name === zoneName) return `${subject} at apex in zone ${zoneName}.`;
  if (type === 'CNAME' && others.length > 0) {
    return `${subject} as it conflicts with other records with the same DNS name in zone ${zoneName}.`;
  }
  if (others.some((set) => set.type === 'CNAME')) {
    return `${subject} because a conflicting RRSet of type CNAME with the same DNS name already exists in zone ${zoneName}.`;
  }
  return undefined;
};
