import type { LedgerEntry, PendingMarker } from '../core/model/ledger-entry.ts';
import type { ServiceKey } from '../core/model/service-key.ts';

/** What a publisher learned about one entry. */
export type Published = Pick<
  LedgerEntry,
  'zoneId' | 'key' | 'applied' | 'appliedVersion' | 'blocked' | 'attempts'
> & { readonly retryAt?: number };

/** The record ledger as the publisher of one zone sees it. Every call throws `ControllerError`. */
export type ZoneLedger = {
  /** All pending markers of a zone, read consistently. */
  readonly pending: (zoneId: string) => Promise<readonly PendingMarker[]>;
  /** The entries of these Services in a zone, read consistently; absent ones are left out. */
  readonly readMany: (
    zoneId: string,
    keys: readonly ServiceKey[],
  ) => Promise<readonly LedgerEntry[]>;
  /**
   * Notes that the changes of this version are about to be sent, so that whoever comes after a crash knows what may have been written.
   * Fails as `lease-lost` if a later fence of the zone wrote the entry.
   */
  readonly beginSending: (
    entry: Pick<LedgerEntry, 'zoneId' | 'key' | 'desiredVersion'>,
    fence: number,
  ) => Promise<void>;
  /** Stores what was published, which also ends the sending and every suspicion. Fails as `lease-lost` if a later fence of the zone wrote the entry. */
  readonly writePublished: (published: Published, fence: number) => Promise<void>;
  /** Removes a marker if it is for that version, or for an older one that came late. */
  readonly clearPending: (zoneId: string, marker: PendingMarker) => Promise<void>;
};
