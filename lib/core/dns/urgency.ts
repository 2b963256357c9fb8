import type { LedgerEntry } from '../model/ledger-entry.ts';
import { isAlias, type RecordSet } from '../model/record-set.ts';
import type { EpochMs } from '../model/time.ts';
import { type BatchLimits, batchSize, fitsOneBatch } from './batches.ts';
import { doubtfulNames } from './draft.ts';
import { namesOfEntry, planPublication } from './publication.ts';

/** An entry that waits for its zone's publisher. */
export type WaitingEntry = {
  readonly entry: LedgerEntry;
  /** Since when, as far as it was noted. */
  readonly since: EpochMs;
  /** Clients may be led to something that is no longer wanted. */
  readonly isFailOver: boolean;
  /** Nothing has to be read before it is planned. */
  readonly isClear: boolean;
  /** What its changes take of a batch, as far as the ledger tells. */
  readonly size: BatchLimits;
};

/** Entries that are looked at together: few enough that whatever becomes urgent meanwhile does not wait for long. */
const roundSize = 1_000;

/** Of entries that must be read before they are planned fewer are taken, as reads are calls. */
const doubtfulRoundSize = 250;

/** An entry as it waits. */
export const waitingEntry = (entry: LedgerEntry, since: EpochMs | undefined): WaitingEntry => {
  const names = namesOfEntry(entry);
  return {
    entry,
    since: since ?? 0,
    isFailOver: isFailOver(entry),
    isClear: doubtfulNames(entry, names).length === 0,
    size: batchSize([planPublication(entry, names, new Map())]),
  };
};

/** True if these entries don't fill a batch. */
export const isThin = (waiting: readonly WaitingEntry[]): boolean =>
  fitsOneBatch({
    elements: sum(waiting.map(({ size }) => size.elements)),
    characters: sum(waiting.map(({ size }) => size.characters)),
  });

const sum = (counts: readonly number[]): number =>
  counts.reduce((total, count) => total + count, 0);

/**
 * The entries that are published next, the longest waiting first. Fail-over goes before everything else, and what has to be read first
 * (a name was blocked, or a publisher died) after whatever of its kind has not.
 */
export const nextRound = (waiting: readonly WaitingEntry[]): readonly WaitingEntry[] => {
  const sorted = [...waiting].sort((left, right) => left.since - right.since);
  const urgent = sorted.filter((one) => one.isFailOver);
  const routine = sorted.filter((one) => !one.isFailOver);
  const urgentClear = urgent.filter((one) => one.isClear);
  const routineClear = routine.filter((one) => one.isClear);
  // What rides along fills the last batch.
  if (urgentClear.length > 0) return [...urgentClear, ...routineClear].slice(0, roundSize);
  if (urgent.length > 0) return urgent.slice(0, doubtfulRoundSize);
  if (routineClear.length > 0) return routineClear.slice(0, roundSize);
  return routine.slice(0, doubtfulRoundSize);
};

/**
 * True if an address or a target that stands, or may stand, is gone from `desired`, which has others in its place. What is withdrawn as
 * a whole is nobody's fail-over.
 */
export const isFailOver = (entry: LedgerEntry): boolean => {
  if (entry.desired.length === 0) return false;
  const standing = [...entry.applied, ...(entry.sending === undefined ? [] : entry.past)];
  // Whoever follows a name of the entry's own ends at an address.
  const own = [...standing, ...entry.desired].map(({ name }) => name);
  const known = new Set([...own, ...entry.desired.flatMap(endpointsOf)]);
  return standing.flatMap(endpointsOf).some((endpoint) => !known.has(endpoint));
};

const endpointsOf = (set: RecordSet): readonly string[] =>
  isAlias(set) ? [set.alias.dnsName] : set.values;
