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
  /** Drafts that are being stored while the next batch is on its way. */
  settling: Promise<void>;
};

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
  settling: Promise.resolve(),
});

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
  for (const [key] of finished) run.drafts.delete(key);
  await run.settling;
  if (finished.length === 0) return;
  const blocked = finished.reduce((sum, [, draft]) => sum + draft.blocked.length, 0);
  run.ctx.tally.add('entries', finished.length);
  run.ctx.tally.add('namesBlocked', blocked);
  run.ctx.telemetry.measure('Quarantined', blocked);
  const drafts = finished.map(([, draft]) => draft);
  run.settling = settleDrafts(drafts, run.lease, run.ctx);
  // Whoever waits for it next hears of it.
  run.settling.catch(() => undefined);
};
