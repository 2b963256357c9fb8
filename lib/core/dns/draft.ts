import type { BlockedName, LedgerEntry } from '../model/ledger-entry.ts';
import type { RecordSet } from '../model/record-set.ts';
import type { BatchPart } from './batches.ts';
import { type Publication, planPublication } from './publication.ts';

/** One entry on its way into the zone: what is ours there by now, and which names still wait for an answer. */
export type Draft = {
  readonly entry: LedgerEntry;
  readonly applied: readonly RecordSet[];
  readonly open: ReadonlySet<string>;
  readonly blocked: readonly BlockedName[];
  /** Names that were read in this run: what is refused there once more stays refused. */
  readonly verified: ReadonlySet<string>;
};

/** An entry before any of its changes was sent. `read` are the names that were read first. */
export const openDraft = (publication: Publication, read: readonly string[]): Draft =>
  planned(
    {
      entry: publication.entry,
      applied: publication.entry.applied,
      open: new Set(),
      blocked: [],
      verified: new Set(),
    },
    publication,
    read,
  );

/** The draft once some of its names were planned anew from what was read there. */
export const planned = (draft: Draft, publication: Publication, read: readonly string[]): Draft => {
  const changing = publication.names.map(({ name }) => name);
  const answered = [
    ...publication.settled.map(({ name }) => name),
    ...read.filter((name) => !changing.includes(name)),
  ];
  const open = new Set([...draft.open, ...changing]);
  for (const name of answered) open.delete(name);
  return {
    ...draft,
    applied: [...outside(draft.applied, answered), ...publication.settled],
    open,
    blocked: [...draft.blocked, ...publication.blocked],
    verified: new Set([...draft.verified, ...read]),
  };
};

/** The draft once Route 53 accepted some of its changes. */
export const accepted = (draft: Draft, names: BatchPart['names']): Draft => {
  const open = new Set(draft.open);
  for (const { name } of names) open.delete(name);
  const written = names.map(({ name }) => name);
  return {
    ...draft,
    open,
    applied: [...outside(draft.applied, written), ...names.flatMap(({ after }) => after)],
  };
};

/** The draft once a change of one name was refused for good: what was ours there stays as it was. */
export const refused = (draft: Draft, blocked: BlockedName): Draft => {
  const open = new Set(draft.open);
  open.delete(blocked.name);
  return { ...draft, open, blocked: [...draft.blocked, blocked] };
};

/** The reason of names that wait because their hosted zone can't be reached at all; nothing stands in their way there. */
const zoneFailedReason = 'HostedZoneFailed';

/** The reason of names that wait because their hosted zone takes no more record sets; nothing stands in their way there either. */
export const zoneFullReason = 'HostedZoneFull';

/** Reasons that say nothing of the name itself. */
const zoneReasons: ReadonlySet<string> = new Set([zoneFailedReason, zoneFullReason]);

/** The draft once its hosted zone turned out to be out of reach: every open name is blocked by that. */
export const zoneFailed = (draft: Draft, message: string): Draft =>
  [...draft.open].reduce(
    (left, name) => refused(left, { name, reason: zoneFailedReason, message }),
    draft,
  );

/**
 * Names of an entry that must be read before they are planned: something stood in the way there the last time, a sweep found something
 * else than the ledger says, or a publisher may have changed them and died, and nothing that is sent now would show it.
 */
export const doubtfulNames = (entry: LedgerEntry, names: readonly string[]): readonly string[] => {
  const blocked = entry.blocked.flatMap(({ name, reason }) =>
    zoneReasons.has(reason) ? [] : [name],
  );
  const unsure = entry.sending === undefined ? [] : unchangedNames(entry, names);
  const doubtful = new Set([...blocked, ...unsure, ...(entry.suspects ?? [])]);
  return names.filter((name) => doubtful.has(name));
};

// A change is a compare-and-swap, which finds out by itself.
const unchangedNames = (entry: LedgerEntry, names: readonly string[]): readonly string[] => {
  const changing = planPublication(entry, names, new Map()).names.map(({ name }) => name);
  return names.filter((name) => !changing.includes(name));
};

const outside = (sets: readonly RecordSet[], names: readonly string[]): readonly RecordSet[] =>
  sets.filter((set) => !names.includes(set.name));
