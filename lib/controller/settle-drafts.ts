import type { Draft } from '../core/dns/draft.ts';
import { quarantineMs } from '../core/dns/quarantine.ts';
import { compareRecordSets } from '../core/model/record-set.ts';
import type { EpochMs } from '../core/model/time.ts';
import { serviceWork } from '../core/model/work-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { Published } from '../ports/zone-ledger.ts';
import type { PublishContext } from './context.ts';
import { enqueue } from './enqueue.ts';
import { sideBySide } from './side-by-side.ts';

/** Entries that are written side by side. */
const parallel = 20;

/**
 * Puts finished entries into the ledger and wakes their Services. The marker goes last: a crash before that only makes the next run
 * find that nothing is left to do.
 */
export const settleDrafts = async (
  drafts: readonly Draft[],
  lease: Lease,
  ctx: PublishContext,
): Promise<void> => {
  const now = ctx.clock.now();
  await forEach(drafts, (draft) =>
    ctx.zoneLedger.writePublished(publishedOf(draft, now), lease.fence),
  );
  await enqueue(
    drafts.map(({ entry }) => ({ key: serviceWork(entry.key), delayMs: 0 })),
    ctx,
  );
  await forEach(drafts, ({ entry }) =>
    ctx.zoneLedger.clearPending(entry.zoneId, { key: entry.key, version: entry.desiredVersion }),
  );
};

/** Throws the first failure once all are done. */
const forEach = async (
  drafts: readonly Draft[],
  work: (draft: Draft) => Promise<void>,
): Promise<void> => {
  const results = await sideBySide(drafts, parallel, work);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
};

const publishedOf = ({ entry, applied, blocked }: Draft, now: EpochMs): Published => {
  const attempts = blocked.length > 0 ? entry.attempts + 1 : 0;
  return {
    zoneId: entry.zoneId,
    key: entry.key,
    applied: [...applied].sort(compareRecordSets),
    appliedVersion: entry.desiredVersion,
    blocked,
    attempts,
    ...(blocked.length > 0 ? { retryAt: now + quarantineMs(attempts) } : {}),
  };
};
