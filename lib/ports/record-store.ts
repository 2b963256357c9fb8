import type { RecordChange, StoredRecordSet } from '../core/model/record-set.ts';
import type { ZonePosition } from '../core/model/sweep-state.ts';

/** What Route 53 said to a batch. */
export type ChangeResult =
  | { readonly kind: 'accepted' }
  /** Nothing was done, since the zone would hold more record sets than its quota; what lets it grow less may still be accepted. */
  | { readonly kind: 'full'; readonly message: string }
  /** `InvalidChangeBatch`: nothing was done. `names` are those that the messages speak of, canonical; empty if none could be read. */
  | {
      readonly kind: 'refused';
      readonly messages: readonly string[];
      readonly names: readonly string[];
    };

/** One page of a zone's listing; without `next` it is the last one. */
export type ZonePage = {
  readonly sets: readonly StoredRecordSet[];
  readonly next?: ZonePosition;
};

/** The record sets of hosted zones. Calls throw `ControllerError` (`throttled`, `transient`, `terminal`, …). */
export type RecordStore = {
  /** Sends one atomic batch in the given order. */
  readonly change: (
    zoneId: string,
    changes: readonly RecordChange[],
    signal?: AbortSignal,
  ) => Promise<ChangeResult>;
  /** Everything that stands at exactly this name, strangers' sets included. */
  readonly readName: (
    zoneId: string,
    name: string,
    signal?: AbortSignal,
  ) => Promise<readonly StoredRecordSet[]>;
  /** A page of at most 300 sets from a position on, or from the zone's beginning; the position need not exist. */
  readonly listPage: (
    zoneId: string,
    from: ZonePosition | undefined,
    signal?: AbortSignal,
  ) => Promise<ZonePage>;
};
