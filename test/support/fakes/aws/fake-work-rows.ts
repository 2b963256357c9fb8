import { formatWorkKey, type WorkKey } from '../../../../lib/core/model/work-key.ts';
import {
  earlyMs,
  type Lease,
  overdueMs,
  type Settlement,
  type WorkRow,
} from '../../../../lib/core/model/work-row.ts';
import type {
  AcquireResult,
  CommitResult,
  HandBackResult,
  RequestResult,
  WorkRows,
} from '../../../../lib/ports/work-rows.ts';
import { type Gate, through } from '../../gate.ts';

/** The queue rows in memory, with a look at all of them. */
export type FakeWorkRows = WorkRows & {
  /** All rows, sorted by key. */
  readonly all: () => readonly WorkRow[];
};

/** Queue rows in memory. */
export const createFakeWorkRows = (options: { readonly gate: Gate }): FakeWorkRows => {
  const rows = new Map<string, WorkRow>();
  const { gate } = options;
  return {
    request: (key, asked) => through(gate, 'workRows.request', () => request(rows, key, asked)),
    acquire: (key, claim) => through(gate, 'workRows.acquire', () => acquire(rows, key, claim)),
    commit: (lease, settlement, now) =>
      through(gate, 'workRows.commit', () => commit(rows, { lease, settlement, now })),
    seize: (key, claim) => through(gate, 'workRows.seize', () => seize(rows, key, claim)),
    handBack: (lease, now) => through(gate, 'workRows.handBack', () => handBack(rows, lease, now)),
    read: (key) => through(gate, 'workRows.read', () => rows.get(formatWorkKey(key))),
    all: () => [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
  };
};

type Rows = Map<string, WorkRow>;

const fresh = (key: WorkKey): WorkRow => ({
  key,
  generation: 0,
  done: 0,
  fence: 0,
  attempts: 0,
  applied: {},
});

const request = (
  rows: Rows,
  key: WorkKey,
  asked: Parameters<WorkRows['request']>[1],
): RequestResult => {
  const known = rows.get(formatWorkKey(key));
  if (known === undefined && asked.onlyKnown === true) return 'unknown';
  const row = known ?? fresh(key);
  const wanted = asked.now + asked.delayMs;
  const onItsWay =
    row.dueAt !== undefined && row.dueAt <= wanted && row.dueAt >= asked.now - overdueMs;
  rows.set(formatWorkKey(key), {
    ...row,
    generation: row.generation + 1,
    ...(onItsWay ? {} : { dueAt: wanted }),
  });
  return onItsWay ? 'merged' : 'scheduled';
};

const acquire = (
  rows: Rows,
  key: WorkKey,
  claim: Parameters<WorkRows['acquire']>[1],
): AcquireResult => {
  const row = rows.get(formatWorkKey(key));
  if (row?.leaseUntil !== undefined && row.leaseUntil >= claim.now) {
    return { kind: 'held', leaseUntil: row.leaseUntil };
  }
  if (row?.dueAt !== undefined && row.dueAt > claim.now + earlyMs) {
    return { kind: 'early', dueAt: row.dueAt };
  }
  // A holder that is still named but whose time is over never finished: its pass is owed.
  const owed =
    row !== undefined &&
    (row.dueAt !== undefined || row.leaseHolder !== undefined || row.generation !== row.done);
  if (!owed) return { kind: 'stale' };
  const { dueAt: _delivered, ...rest } = row;
  const leaseUntil = claim.now + claim.leaseMs;
  const taken = { ...rest, leaseHolder: claim.holder, leaseUntil, fence: row.fence + 1 };
  rows.set(formatWorkKey(key), taken);
  const { holder } = claim;
  const { fence, generation } = taken;
  return {
    kind: 'acquired',
    lease: { key, holder, fence, leaseUntil, generation, row: taken },
  };
};

const commit = (
  rows: Rows,
  call: { readonly lease: Lease; readonly settlement: Settlement; readonly now: number },
): CommitResult => {
  const { lease, settlement, now } = call;
  const row = rows.get(formatWorkKey(lease.key));
  if (row === undefined || row.fence !== lease.fence) return { kind: 'lease-lost' };
  if (row.leaseHolder !== lease.holder) {
    const ownAnswerWasLost = row.leaseHolder === undefined && row.done === lease.generation;
    return ownAnswerWasLost ? committed(row.dueAt) : { kind: 'lease-lost' };
  }
  const ahead = row.dueAt !== undefined && row.dueAt > now ? row.dueAt : undefined;
  const overlooked = row.generation !== lease.generation && ahead === undefined;
  const times = [ahead, overlooked ? now : settlement.dueAt].filter((time) => time !== undefined);
  const dueAt = times.length > 0 ? Math.min(...times) : undefined;
  rows.set(formatWorkKey(lease.key), {
    key: lease.key,
    generation: row.generation,
    done: lease.generation,
    fence: row.fence,
    attempts: settlement.attempts,
    lastOutcome: settlement.lastOutcome,
    ...(settlement.lastError === undefined ? {} : { lastError: settlement.lastError }),
    applied: settlement.applied,
    ...(dueAt === undefined ? {} : { dueAt }),
  });
  return committed(dueAt === ahead ? undefined : dueAt);
};

const seize = (
  rows: Rows,
  key: WorkKey,
  { now, holder, leaseMs, seenFence }: Parameters<WorkRows['seize']>[1],
): Lease | undefined => {
  const row = rows.get(formatWorkKey(key));
  if (row === undefined || row.fence !== seenFence) return undefined;
  if (row.leaseUntil !== undefined && row.leaseUntil >= now) return undefined;
  const leaseUntil = now + leaseMs;
  const taken = { ...row, leaseHolder: holder, leaseUntil, fence: row.fence + 1 };
  rows.set(formatWorkKey(key), taken);
  const { fence, generation } = taken;
  return { key, holder, fence, leaseUntil, generation, row: taken };
};

const handBack = (rows: Rows, lease: Lease, now: number): HandBackResult => {
  const row = rows.get(formatWorkKey(lease.key));
  if (row?.fence !== lease.fence || row.leaseHolder !== lease.holder) return { kind: 'lease-lost' };
  const { leaseHolder: _, leaseUntil: _until, ...free } = row;
  const isAhead = row.dueAt !== undefined && row.dueAt > now;
  rows.set(formatWorkKey(lease.key), {
    ...free,
    generation: row.generation + 1,
    ...(isAhead ? {} : { dueAt: now }),
  });
  return isAhead ? { kind: 'handed-back' } : { kind: 'handed-back', dueAt: now };
};

const committed = (dueAt: number | undefined): CommitResult =>
  dueAt === undefined ? { kind: 'committed' } : { kind: 'committed', dueAt };
