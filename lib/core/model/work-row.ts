import type { EpochMs, Ms } from './time.ts';
import type { WorkKey } from './work-key.ts';

/** The row of one key in the work queue protocol (docs/architecture.md, "The work queue"). */
export type WorkRow = {
  readonly key: WorkKey;
  /** Rises with each request for a pass. */
  readonly generation: number;
  /** The generation that the last committed pass answered. */
  readonly done: number;
  /** When the pending delivery is due; absent if none is pending. */
  readonly dueAt?: EpochMs;
  readonly leaseHolder?: string;
  readonly leaseUntil?: EpochMs;
  /** Rises with each lease; every later write is conditional on it. */
  readonly fence: number;
  /** Failures in a row. */
  readonly attempts: number;
  readonly lastOutcome?: string;
  readonly lastError?: string;
  /** Per cluster, the fingerprint of an apply whose result the server did not keep whole. */
  readonly applied: { readonly [cluster: string]: string };
};

/** The right to work on one key until `leaseUntil`. */
export type Lease = {
  readonly key: WorkKey;
  readonly holder: string;
  readonly fence: number;
  readonly leaseUntil: EpochMs;
  /** The generation that this pass answers. */
  readonly generation: number;
  readonly row: WorkRow;
};

/** What a pass leaves in its row, and when the key is looked at again. */
export type Settlement = {
  readonly attempts: number;
  readonly lastOutcome: string;
  readonly lastError?: string;
  readonly applied: { readonly [cluster: string]: string };
  /** When to look again; absent means not before someone asks. */
  readonly dueAt?: EpochMs;
};

/**
 * A message that comes this much before its key is due may be the key's own, as clocks differ; one that comes earlier is left over. If
 * left-over messages led to passes that ask to be looked at again, their number would never fall.
 */
export const earlyMs: Ms = 5_000;

/** A delivery that is so long past its time has been lost: who asks for a pass then sends another message. */
export const overdueMs: Ms = 5 * 60_000;
