import type { RecordSet } from './record-set.ts';
import type { ServiceKey } from './service-key.ts';
import type { EpochMs } from './time.ts';

/** A name that could not be published, and why. */
export type BlockedName = {
  readonly name: string;
  /** One of the DNS reasons: `ForeignRecord`, `EditedRecord`, `RefusedByRoute53`, `HostedZoneFailed`, `HostedZoneFull`. */
  readonly reason: string;
  /** Names the record in the way or quotes the service. */
  readonly message: string;
};

/**
 * What Seamark wants and what it last wrote for one Service in one hosted zone. Only record sets that stand in
 * `applied` or `past` are ever taken for our own.
 */
export type LedgerEntry = {
  readonly zoneId: string;
  readonly key: ServiceKey;
  readonly desired: readonly RecordSet[];
  /** Rises with each change of `desired`. */
  readonly desiredVersion: number;
  readonly applied: readonly RecordSet[];
  /** The `desiredVersion` that `applied` answers; equal means published, but for `blocked`. */
  readonly appliedVersion: number;
  /** Values that we may have written before and not seen confirmed, newest first, bounded. */
  readonly past: readonly RecordSet[];
  /** The `desiredVersion` whose changes a publisher set out to send and never stored the outcome of: they may stand or not. */
  readonly sending?: number;
  /** Names at which a sweep found something else than the ledger says; whoever publishes the entry next looks there. */
  readonly suspects?: readonly string[];
  readonly blocked: readonly BlockedName[];
  /** When a blocked entry may be tried again; absent if nothing is blocked. */
  readonly retryAt?: EpochMs;
  /** Times in a row that the entry stayed blocked. */
  readonly attempts: number;
};

/** A sign that an entry waits for its zone's publisher; removed only by whoever published that version. */
export type PendingMarker = {
  readonly key: ServiceKey;
  readonly version: number;
  /** Since when that version waits, as far as it was noted. */
  readonly since?: EpochMs;
};
