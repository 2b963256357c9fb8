import type { LedgerEntry, PendingMarker } from '../core/model/ledger-entry.ts';
import type { ServiceKey } from '../core/model/service-key.ts';
import type { WorkRow } from '../core/model/work-row.ts';

/** What the table holds of one Service. */
export type ServiceRecord = {
  /** Absent if nobody ever asked for a pass over it. */
  readonly row?: WorkRow;
  /** Its entries, sorted by zone. */
  readonly entries: readonly LedgerEntry[];
  /** Its markers, one a zone at most. */
  readonly pending: readonly (Pick<PendingMarker, 'version'> & { readonly zoneId: string })[];
};

/** What the table held of all Services when it was read. */
export type FleetSnapshot = {
  /** `namespace/name` of all Services that have a row, an entry or a marker, in byte order. */
  readonly keys: readonly string[];
  /** What is held of one of them. Throws a `ControllerError` of kind `defect` if an item is of no form that Seamark writes. */
  readonly of: (key: ServiceKey) => ServiceRecord | undefined;
};

/** The whole table, as a resync sees it. */
export type FleetLedger = {
  /**
   * Reads everything that is held of Services, of one namespace or of all. Reads are eventually consistent: an item is as old as the
   * call, or a little older, and never newer than what is read after the call. Throws `ControllerError`.
   */
  readonly read: (namespace?: string) => Promise<FleetSnapshot>;
};
