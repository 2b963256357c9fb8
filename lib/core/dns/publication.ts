import type { BlockedName, LedgerEntry } from '../model/ledger-entry.ts';
import {
  type RecordChange,
  type RecordSet,
  type StoredNames,
  type StoredRecordSet,
  sameButForTtl,
  sameRecordSet,
} from '../model/record-set.ts';
import { clashes, editedReason, isEdited } from './edited-records.ts';

/** All changes of one name: they always travel in one batch, so that the name never goes without an answer (case R11). */
export type NameChange = {
  readonly name: string;
  readonly changes: readonly RecordChange[];
  /** Our sets at the name once the changes are accepted. */
  readonly after: readonly RecordSet[];
};

/** How to bring one entry to its `desired`, from what the ledger and, where they were read, the names say. */
export type Publication = {
  readonly entry: LedgerEntry;
  /** In the order in which they may be accepted one by one: what others point at comes first, withdrawals last. */
  readonly names: readonly NameChange[];
  /** Our sets at names that need no change. */
  readonly settled: readonly RecordSet[];
  readonly blocked: readonly BlockedName[];
};

/**
 * Every name that an entry speaks of: wanted, written, blocked (what was in the way may turn out to be ours once more), found changed
 * by a sweep, or perhaps written by a publisher that could not say so any more.
 */
export const namesOfEntry = (entry: LedgerEntry): readonly string[] => {
  const unsure = entry.sending === undefined ? [] : entry.past;
  const known = [...entry.applied, ...entry.desired, ...entry.blocked, ...unsure];
  return [...new Set([...known.map(({ name }) => name), ...(entry.suspects ?? [])])];
};

/**
 * Plans the changes of one entry at some of its names. What was read from the zone overrides the ledger; a set that is neither
 * desired, applied nor past is a stranger's: it is never touched, and blocks the name where both can't stand.
 */
export const planPublication = (
  entry: LedgerEntry,
  names: readonly string[],
  stored: StoredNames,
): Publication => {
  const plans = names.map((name) => planName(entry, name, stored.get(name)));
  return {
    entry,
    names: plans
      .flatMap((plan) => (plan.change ? [plan.change] : []))
      .sort((left, right) => publishOrder(left) - publishOrder(right)),
    settled: plans.flatMap((plan) => plan.settled),
    blocked: plans.flatMap((plan) => (plan.blocked ? [plan.blocked] : [])),
  };
};

type NamePlan = {
  readonly change?: NameChange;
  readonly settled: readonly RecordSet[];
  readonly blocked?: BlockedName;
};

const planName = (
  entry: LedgerEntry,
  name: string,
  stored: readonly StoredRecordSet[] | undefined,
): NamePlan => {
  const desired = entry.desired.filter((set) => set.name === name);
  const ours = stored === undefined ? at(entry.applied, name) : ownedSets(entry, name, stored);
  const read = stored ?? [];
  const foreign = read.filter((set) => !ours.some((own) => sameRecordSet(set, own)));
  const obstacle = foreign.find((set) => desired.some((want) => clashes(set, want)));
  if (obstacle !== undefined) {
    const isEdit = isEdited(entry, name, read);
    return { settled: ours, blocked: blockedBy(name, obstacle, isEdit) };
  }
  const changes: readonly RecordChange[] = [
    ...ours.filter((own) => !contains(desired, own)).map(change('DELETE')),
    ...desired.filter((want) => !contains(ours, want)).map(change('CREATE')),
  ];
  if (changes.length === 0) return { settled: desired };
  return { change: { name, changes, after: desired }, settled: [] };
};

const at = (sets: readonly RecordSet[], name: string): readonly RecordSet[] =>
  sets.filter((set) => set.name === name);

// The stored set in our own terms, if any value that we wrote or meant to write equals it. What we wrote stays ours when somebody
// edits its TTL (R30): a DELETE must then repeat the edited one.
const ownedSets = (
  entry: LedgerEntry,
  name: string,
  stored: readonly StoredRecordSet[],
): readonly RecordSet[] => {
  const known = at([...entry.applied, ...entry.desired, ...entry.past], name);
  const written = at([...entry.applied, ...entry.past], name);
  return stored.flatMap((set) => {
    const own = known.find((other) => sameRecordSet(set, other));
    if (own !== undefined) return [own];
    const edited = written.find((other) => sameButForTtl(set, other));
    return edited === undefined || set.ttlSeconds === undefined
      ? []
      : [{ ...edited, ttlSeconds: set.ttlSeconds }];
  });
};

const blockedBy = (name: string, obstacle: StoredRecordSet, isEdit: boolean): BlockedName => {
  const kind = obstacle.special ?? (obstacle.alias && 'alias');
  const what = `a record of type ${obstacle.type}${kind === undefined ? '' : ` (${kind})`}`;
  return isEdit
    ? {
        name,
        reason: editedReason,
        message: `somebody put ${what} in the place of ours at ${name}`,
      }
    : { name, reason: 'ForeignRecord', message: foreignMessage(name, obstacle.type, kind) };
};

const foreignMessage = (name: string, type: string, kind: string | undefined): string =>
  `${name} already has a record of type ${type} that Seamark did not write` +
  (kind === undefined ? '' : ` (${kind})`);

const contains = (sets: readonly RecordSet[], wanted: RecordSet): boolean =>
  sets.some((set) => sameRecordSet(set, wanted));

const change =
  (action: RecordChange['action']) =>
  (recordSet: RecordSet): RecordChange => ({ action, recordSet });

// Fewer labels are further up the chain. Up first while names are written, down first when they are withdrawn.
const publishOrder = ({ name, after }: NameChange): number => {
  const labels = name.split('.').length;
  return after.length > 0 ? labels : 1_000 - labels;
};
