import type { EpochMs, Ms } from '../core/model/time.ts';
import type { WorkKey } from '../core/model/work-key.ts';
import type { Lease, Settlement, WorkRow } from '../core/model/work-row.ts';

/** What a request for a pass came to. */
export type RequestResult =
  /** `dueAt` was set: the caller must send a message. */
  | 'scheduled'
  /** A delivery that is due no later is already on its way. */
  | 'merged'
  /** `onlyKnown` was asked and no row exists. */
  | 'unknown';

/** What an attempt to take a lease came to. */
export type AcquireResult =
  | { readonly kind: 'acquired'; readonly lease: Lease }
  /** Somebody works on the key until then. */
  | { readonly kind: 'held'; readonly leaseUntil: EpochMs }
  /** Nothing was asked for since the last pass: a duplicate or stale message. */
  | { readonly kind: 'stale' }
  /** The next pass is due later, and its own message is on its way: this one is left over from an earlier plan. */
  | { readonly kind: 'early'; readonly dueAt: EpochMs };

/** What a commit came to. */
export type CommitResult =
  /** Stored. `dueAt` is present where the caller must send a message for it. */
  | { readonly kind: 'committed'; readonly dueAt?: EpochMs }
  /** Another holder has the key by now: nothing was stored. */
  | { readonly kind: 'lease-lost' };

/** What giving a seized lease back came to. */
export type HandBackResult =
  /** A pass is owed; `dueAt` is present where the caller must send a message for it. */
  | { readonly kind: 'handed-back'; readonly dueAt?: EpochMs }
  /** Another holder has the key by now: nothing was stored. */
  | { readonly kind: 'lease-lost' };

/**
 * The rows of the work queue: one key, one row, every step one conditional update
 * (docs/architecture.md, "The work queue"). Every call throws `ControllerError`.
 */
export type WorkRows = {
  /**
   * Asks for a pass: `generation + 1`, and `dueAt` if there is none, a later one, or one long past.
   * With `onlyKnown`, a key without a row is left alone.
   */
  readonly request: (
    key: WorkKey,
    request: { readonly now: EpochMs; readonly delayMs: Ms; readonly onlyKnown?: boolean },
  ) => Promise<RequestResult>;
  /** Takes a free or expired lease of a key that is due, or was left without a delivery: `fence + 1`, `dueAt` removed. */
  readonly acquire: (
    key: WorkKey,
    claim: { readonly now: EpochMs; readonly holder: string; readonly leaseMs: Ms },
  ) => Promise<AcquireResult>;
  /**
   * Stores the settlement if the lease's fence still holds, frees the lease, and sets `done` to the lease's generation. Where the
   * generation moved meanwhile and no delivery is ahead, `dueAt` becomes `now`.
   */
  readonly commit: (lease: Lease, settlement: Settlement, now: EpochMs) => Promise<CommitResult>;
  /**
   * Takes the lease of a key outside of any pass, if it is free and nobody held it since `seenFence` was read: `fence + 1`, and nothing
   * else changes. Undefined if it can't be had.
   */
  readonly seize: (
    key: WorkKey,
    claim: {
      readonly now: EpochMs;
      readonly holder: string;
      readonly leaseMs: Ms;
      readonly seenFence: number;
    },
  ) => Promise<Lease | undefined>;
  /** Frees a seized lease and asks for the pass that tells what was done under it: `generation + 1`, due now unless a pass is ahead. */
  readonly handBack: (lease: Lease, now: EpochMs) => Promise<HandBackResult>;
  /** The row as it stands, read consistently. */
  readonly read: (key: WorkKey) => Promise<WorkRow | undefined>;
};
