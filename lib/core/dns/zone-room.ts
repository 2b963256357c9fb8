import { type RecordChange, valuesOf } from '../model/record-set.ts';
import type { Batch, BatchPart } from './batches.ts';
import type { NameChange } from './publication.ts';

/** How many record sets more a zone holds once parts were accepted; negative where they make room. */
export const growthOf = (parts: readonly Pick<BatchPart, 'names'>[]): number =>
  parts.reduce((sum, { names }) => sum + names.reduce((all, name) => all + growth(name), 0), 0);

/** A batch for a zone that has hardly any room. */
export type RoomShare = {
  /** What is sent next. */
  readonly fits: Batch;
  /** What may find room after that. */
  readonly waits: Batch;
  /** What can't have any. */
  readonly left: Batch;
};

/**
 * Shares out the room of a zone that is known to take `most` record sets more at most, and perhaps fewer: half of it is tried at a time.
 * What needs no room always goes; so do those names of an entry whose others find none, unless they lead there.
 */
export const shareRoom = (batch: Batch, most: number): RoomShare => {
  const freed = -growthOf(batch.filter((part) => growthOf([part]) < 0));
  const parts = batch.map((part) =>
    growthOf([part]) <= most + freed ? { now: part } : divide(part),
  );
  const now = parts.flatMap((part) => part.now ?? []);
  const needs = now.map((part) => growthOf([part])).filter((need) => need > 0);
  const atOnce = Math.max(Math.ceil(most / 2), Math.min(...needs) - freed);
  let taken = -freed;
  const fits: BatchPart[] = [];
  const waits: BatchPart[] = [];
  for (const part of now) {
    const need = Math.max(0, growthOf([part]));
    // Never more is taken than may be at once, so that what needs none always has room.
    const hasRoom = taken + need <= atOnce;
    (hasRoom ? fits : waits).push(part);
    if (hasRoom) taken += need;
  }
  return { fits, waits, left: parts.flatMap(({ left }) => left ?? []) };
};

const growth = ({ changes }: NameChange): number =>
  changes.reduce((sum, { action }) => sum + (action === 'CREATE' ? 1 : -1), 0);

type Divided = { readonly now?: BatchPart; readonly left?: BatchPart };

// Names come in the order in which they may be accepted one by one: whatever leads to one that is left, or one that it leads to, is known
// by then.
const divide = ({ entry, names }: BatchPart): Divided => {
  const now: NameChange[] = [];
  const left: NameChange[] = [];
  for (const name of names) {
    const isStuck = growth(name) > 0 || left.some((other) => isLinked(name, other));
    (isStuck ? left : now).push(name);
  }
  return {
    ...(now.length > 0 ? { now: { entry, names: now } } : {}),
    ...(left.length > 0 ? { left: { entry, names: left } } : {}),
  };
};

/** True if a name would lead to one that is left as it is, or would go while that one leads to it. */
const isLinked = (change: NameChange, left: NameChange): boolean =>
  targetsOf(change, 'CREATE').includes(left.name) ||
  (change.after.length === 0 && targetsOf(left, 'DELETE').includes(change.name));

// Addresses among them are no names, and lead to none.
const targetsOf = ({ changes }: NameChange, action: RecordChange['action']): readonly string[] =>
  changes
    .filter((change) => change.action === action)
    .flatMap(({ recordSet }) => valuesOf(recordSet));
