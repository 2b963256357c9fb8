import type { LedgerEntry, PendingMarker } from '../core/model/ledger-entry.ts';
import type { ServiceKey } from '../core/model/service-key.ts';

/** The record ledger as the pass of one Service sees it. Every call throws `ControllerError`. */
export type ServiceLedger = {
  /** The Service's entries in all zones, read consistently. */
  readonly read: (key: ServiceKey) => Promise<readonly LedgerEntry[]>;
  /**
   * Stores `desired`, `desiredVersion` and `past` of the entry. Fails as `lease-lost` if a later fence wrote the entry, as `conflict`
   * if `desiredVersion` is not one above the stored one.
   */
  readonly writeDesired: (
    entry: Pick<LedgerEntry, 'zoneId' | 'key' | 'desired' | 'desiredVersion' | 'past'>,
    fence: number,
  ) => Promise<void>;
  /** Puts the marker for that version; true if there was none or an older one. */
  readonly markPending: (zoneId: string, marker: PendingMarker) => Promise<boolean>;
};
