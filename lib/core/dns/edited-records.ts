import type { LedgerEntry } from '../model/ledger-entry.ts';
import {
  type RecordSet,
  type RecordType,
  type StoredNames,
  type StoredRecordSet,
  sameButForTtl,
  sameRecordSet,
} from '../model/record-set.ts';

/** The reason of a name where somebody put something else in the place of our record. */
export const editedReason = 'EditedRecord';

const recordTypes: readonly string[] = ['A', 'AAAA', 'CNAME'] satisfies readonly RecordType[];

/**
 * True if a record of ours stood at the name and none does any more: what stands there now is somebody's edit, and not a record that was
 * there before ours or stands beside it.
 */
export const isEdited = (
  entry: LedgerEntry,
  name: string,
  stored: readonly StoredRecordSet[],
): boolean => {
  const written = entry.applied.filter((set) => set.name === name);
  const wasReported = entry.blocked.some(
    (blocked) => blocked.name === name && blocked.reason === editedReason,
  );
  if (written.length === 0 && !wasReported) return false;
  const known = [...entry.applied, ...entry.desired, ...entry.past];
  return !stored.some((set) =>
    known.some((own) => sameRecordSet(set, own) || sameButForTtl(set, own)),
  );
};

/** True if the two can't stand side by side: a CNAME stands alone at its name; otherwise only the same type is in the way (RFC 1034 3.6.2). */
export const clashes = (foreign: StoredRecordSet, wanted: RecordSet): boolean =>
  foreign.type === wanted.type || foreign.type === 'CNAME' || wanted.type === 'CNAME';

/**
 * The entry as one that has the edits of our records in it: what somebody put in the place of a record that is still wanted counts as
 * ours, and is exchanged for what is wanted. Sets with a routing policy, and of types that Seamark never writes, stay theirs.
 */
export const claimEdits = (entry: LedgerEntry, stored: StoredNames): LedgerEntry => {
  const edits = [...stored].flatMap(([name, sets]) =>
    isEdited(entry, name, sets) ? sets.flatMap((set) => claimed(entry, set)) : [],
  );
  return edits.length === 0 ? entry : { ...entry, past: [...entry.past, ...edits] };
};

const claimed = (entry: LedgerEntry, set: StoredRecordSet): readonly RecordSet[] => {
  const isInTheWay = entry.desired.some((want) => want.name === set.name && clashes(set, want));
  const own = isInTheWay ? ownForm(set) : undefined;
  return own === undefined ? [] : [own];
};

const ownForm = (set: StoredRecordSet): RecordSet | undefined => {
  const { name, type, ttlSeconds, values, alias, special } = set;
  if (special !== undefined || !isOurType(type)) return undefined;
  if (alias !== undefined) return type === 'CNAME' ? undefined : { name, type, alias };
  return ttlSeconds === undefined ? undefined : { name, type, ttlSeconds, values };
};

const isOurType = (type: string): type is RecordType => recordTypes.includes(type);
