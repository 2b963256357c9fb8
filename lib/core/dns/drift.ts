import type { LedgerEntry } from '../model/ledger-entry.ts';
import {
  type RecordSet,
  type RecordType,
  type StoredNames,
  type StoredRecordSet,
  sameRecordSet,
} from '../model/record-set.ts';
import type { ServiceKey } from '../model/service-key.ts';
import { editedReason } from './edited-records.ts';
import { namesOfEntry, planPublication } from './publication.ts';
import { isPlainName, zoneOrderKey } from './zone-order.ts';
import { isWithin, type Told } from './zone-walk.ts';

/** How a name differs from what the ledger says. */
export type Drift = {
  readonly name: string;
  readonly kind: /** What was written is gone. */
    | 'missing'
    /** Something else stands in its place, or the same with another TTL. */
    | 'edited'
    /** What was written before, and is not wanted any more, stands. */
    | 'orphaned';
};

/** What the ledger knows of one name: who has written there, and what should stand. */
export type KnownName = {
  readonly name: string;
  readonly holders: readonly {
    readonly key: ServiceKey;
    readonly version: number;
    readonly applied: readonly RecordSet[];
  }[];
};

/** A Service whose names need a closer look, and what stands at them. */
export type Suspicion = {
  readonly key: ServiceKey;
  /** `appliedVersion` of the entry that was compared. */
  readonly version: number;
  readonly names: readonly string[];
};

/** What a sweep keeps of an entry while it lists the zone. */
export type KnownEntry = Pick<LedgerEntry, 'key' | 'appliedVersion' | 'applied'> & {
  /** Every name that the entry speaks of, or spoke of before. */
  readonly names: readonly string[];
};

/** Of an entry no more than a sweep compares: a large zone must fit into the memory of a function. */
export const knownEntry = (entry: LedgerEntry): KnownEntry => {
  const { key, appliedVersion, applied, past } = entry;
  const names = new Set([...namesOfEntry(entry), ...past.map(({ name }) => name)]);
  return { key, appliedVersion, applied, names: [...names] };
};

/** All names that the entries of a zone speak of, in the order of its listing. */
export const knownNames = (entries: readonly KnownEntry[]): readonly KnownName[] => {
  const holders = new Map<string, KnownName['holders'][number][]>();
  for (const entry of entries) {
    for (const name of entry.names) {
      const applied = entry.applied.filter((set) => set.name === name);
      const holder = { key: entry.key, version: entry.appliedVersion, applied };
      holders.set(name, [...(holders.get(name) ?? []), holder]);
    }
  }
  return [...holders]
    .filter(([name]) => isPlainName(name))
    .map(([name, all]) => ({ sortKey: zoneOrderKey(name), name, holders: all }))
    .sort((left, right) => (left.sortKey < right.sortKey ? -1 : 1))
    .map(({ name, holders: all }) => ({ name, holders: all }));
};

/**
 * Compares the next names that the ledger knows, from index `from` on, with what a part of the zone has. `next` is the first one beyond
 * that part. A suspicion is no finding: the entry may be in motion.
 */
export const suspicionsOf = (
  known: readonly KnownName[],
  from: number,
  told: Told,
): { readonly suspicions: readonly Suspicion[]; readonly next: number } => {
  const found = new Map<ServiceKey, { version: number; names: string[] }>();
  let next = from;
  for (let one = known[next]; one !== undefined && isWithin(one.name, told); one = known[next]) {
    next += 1;
    if (isAsKnown(one, told.stored.get(one.name) ?? [])) continue;
    for (const { key, version } of one.holders) {
      const names = found.get(key)?.names ?? [];
      found.set(key, { version, names: [...names, one.name] });
    }
  }
  return { suspicions: [...found].map(([key, rest]) => ({ key, ...rest })), next };
};

/** The index of the first known name after one that was told. */
export const indexAfter = (known: readonly KnownName[], upTo: string): number => {
  const index = known.findIndex(({ name }) => !isWithin(name, { upTo }));
  return index === -1 ? known.length : index;
};

const types: readonly string[] = ['A', 'AAAA', 'CNAME'] satisfies readonly RecordType[];

const isAsKnown = ({ holders }: KnownName, stored: readonly StoredRecordSet[]): boolean => {
  const applied = holders.flatMap((holder) => holder.applied);
  // Whatever is of another type is nobody's business but its owner's.
  const standing = stored.filter(({ type }) => types.includes(type));
  return (
    standing.length === applied.length &&
    applied.every((own) => standing.some((set) => sameRecordSet(set, own)))
  );
};

/**
 * How the names of an entry differ from what stands there. An entry that is being published, and names that are blocked anyway, do not
 * differ; a record that no entry knows as ours is nobody's drift.
 */
export const driftOf = (
  entry: LedgerEntry,
  names: readonly string[],
  stored: StoredNames,
): readonly Drift[] => {
  if (entry.appliedVersion !== entry.desiredVersion || entry.sending !== undefined) return [];
  const free = names.filter((name) => !entry.blocked.some((blocked) => blocked.name === name));
  const read = new Map(free.map((name) => [name, stored.get(name) ?? []]));
  const { names: changes, blocked } = planPublication(entry, free, read);
  return [
    ...changes.map(({ name, changes: steps }): Drift => {
      const creates = steps.some(({ action }) => action === 'CREATE');
      const deletes = steps.some(({ action }) => action === 'DELETE');
      return { name, kind: creates && deletes ? 'edited' : creates ? 'missing' : 'orphaned' };
    }),
    ...blocked.flatMap(({ name, reason }): Drift[] =>
      reason === editedReason ? [{ name, kind: 'edited' }] : [],
    ),
  ];
};
