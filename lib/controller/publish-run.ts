import type { Batch, BatchPart } from '../core/dns/batches.ts';
import type { Draft } from '../core/dns/draft.ts';
import { claimEdits } from '../core/dns/edited-records.ts';
import type { LedgerEntry } from '../core/model/ledger-entry.ts';
import type { StoredNames } from '../core/model/record-set.ts';
import { formatServiceKey } from '../core/model/service-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { PublishContext } from './context.ts';
import type { Pacer } from './pacer.ts';
import { settleDrafts } from './settle-drafts.ts';

/** Two halves of a batch that Route 53 refused without naming anything: a bad record is in one of them at least. */
export type Halves = readonly [Batch, Batch];

/** One run over one zone. */
export type PublishRun = {
  readonly zoneId: string;
  readonly lease: Lease;
  readonly pacer: Pacer;
  readonly ctx: PublishContext;
  /** Drafts by Service, replaced as answers come in. */
  readonly drafts: Map<string, Draft>;
  /** Services whose entries say by now that something is on its way. */
  readonly noted: Set<string>;
  /** Refused batches on their way to the bad record, the last one first. */
  readonly halves: Halves[];
  /** The batch that is on its way, while the next one is made ready. */
  flight: Promise<Sent> | undefined;
  /** True once the answer to a batch left something to send and the time for it was over. */
  isOver: boolean;
  /** How many record sets more the zone takes at most, and what Route 53 said; undefined while it never said that it is full. */
  room: { readonly most: number; readonly message: string } | undefined;
  /** Drafts that are being stored while the next batch is on its way. */
  settling: Promise<void>;
  /** Services whose drafts are being stored. */
  readonly beingStored: Set<string>;
};

/** What became of a batch. */
export type Sent =
  | 'accepted'
  /** Refused as a whole: its halves, or what is left of it once the bad names were looked at, were dealt with or are waiting. */
  | 'refused'
  /** The time is over; what was not answered keeps its marker. */
  | 'no-time';

/** A run before its first look at what is pending. */
export const beginRun = (
  zoneId: string,
  lease: Lease,
  { pacer, ctx }: Pick<PublishRun, 'pacer' | 'ctx'>,
): PublishRun => ({
  ...{ zoneId, lease, pacer, ctx },
  drafts: new Map(),
  noted: new Set(),
  halves: [],
  flight: undefined,
  isOver: false,
  room: undefined,
  settling: Promise.resolve(),
  beingStored: new Set(),
});

/** True while an earlier version of a Service's names is being sent or stored: what stands in its entry is about to change. */
export const isBusy = ({ drafts, beingStored }: PublishRun, key: string): boolean =>
  drafts.has(key) || beingStored.has(key);

/** Waits for the answer to the batch that is on its way, and for what it leads to. */
export const land = async (run: PublishRun): Promise<void> => {
  const { flight } = run;
  run.flight = undefined;
  if ((await flight) === 'no-time') run.isOver = true;
};

/** The entry as it is planned from what was read: with the edits of our records in it, if the settings say that those are repaired. */
export const withClaims = (
  entry: LedgerEntry,
  stored: StoredNames,
  { ctx }: Pick<PublishRun, 'ctx'>,
): LedgerEntry => (ctx.driftPolicy === 'repair' ? claimEdits(entry, stored) : entry);

/** Changes the draft of a part's entry. */
export const editDraft = (
  run: PublishRun,
  part: Pick<BatchPart, 'entry'>,
  change: (draft: Draft) => Draft,
): void => {
  const key = formatServiceKey(part.entry.key);
  const draft = run.drafts.get(key);
  if (draft !== undefined) run.drafts.set(key, change(draft));
};

/**
 * Has the drafts stored that wait for no answer any more, once those before them are: meanwhile the next batch may be sent. Throws what
 * storing those before them threw.
 */
export const settleFinished = async (run: PublishRun): Promise<void> => {
  const finished = [...run.drafts].filter(([, draft]) => draft.open.size === 0);
  if (finished.length === 0) return;
  for (const [key] of finished) {
    run.drafts.delete(key);
    run.beingStored.add(key);
  }
  tellFinished(finished, run);
  const before = run.settling;
  run.settling = before.then(() => store(finished, run));
  // Whoever waits for it next hears of it.
  run.settling.catch(() => undefined);
  await before;
};

type Finished = readonly (readonly [key: string, draft: Draft])[];

const tellFinished = (finished: Finished, { ctx }: PublishRun): void => {
  const blocked = finished.reduce((sum, [, draft]) => sum + draft.blocked.length, 0);
  ctx.tally.add('entries', finished.length);
  ctx.tally.add('namesBlocked', blocked);
  ctx.telemetry.measure('Quarantined', blocked);
};

const store = async (finished: Finished, run: PublishRun): Promise<void> => {
  const drafts = finished.map(([, draft]) => draft);
  await settleDrafts(drafts, run.lease, run.ctx);
  for (const [key] of finished) {
    run.beingStored.delete(key);
    // What is stored is no longer on its way; a later version is noted anew.
    run.noted.delete(key);
  }
};
