import type { LedgerEntry } from '../core/model/ledger-entry.ts';
import type { ServiceKey } from '../core/model/service-key.ts';

/** Some entries of a zone; without `next` they are the last ones. */
export type EntryPage = { readonly entries: readonly LedgerEntry[]; readonly next?: string };

/** The record ledger as the sweep of one zone sees it. Every call throws `ControllerError`. */
export type DriftLedger = {
  /** Some of the entries of a zone, in no order, as they are or were a moment ago; `next` of the page before goes on. */
  readonly readPage: (zoneId: string, next?: string) => Promise<EntryPage>;
  /**
   * Notes names at which something else was found, for the publisher to look at, and puts the entry's marker. False, with nothing
   * done, if the entry is not published at that version, or is being published.
   */
  readonly suspect: (
    entry: { readonly zoneId: string; readonly key: ServiceKey; readonly version: number },
    names: readonly string[],
  ) => Promise<boolean>;
};
