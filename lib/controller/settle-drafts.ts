import type { Draft } from '../core/dns/draft.ts';
import { quarantineMs } from '../core/dns/quarantine.ts';
import { compareRecordSets } from '../core/model/record-set.ts';
import type { EpochMs } from '../core/model/time.ts';
import { serviceWork } from '../core/model/work-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { Published } from '../ports/zone-ledger.ts';
import type { PublishContext } from './context.ts';
import { enqueue } from './enqueue.ts';

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
  for (let start = 0; start < drafts.length; start += parallel) {
    const some = drafts.slice(start, start + parallel);
    const now = ctx.clock.now();
    await Promise.all(
      some.map((draft) => ctx.zoneLedger.writePublished(publishedOf(draft, now), lease.fence)),
    );
    await enqueue(
      some.map(({ entry }) => ({ key: serviceWork(entry.key), delayMs: 0 })),
      ctx,
    );
    await Promise.all(
      some.map(({ entry }) =>
        ctx.zoneLedger.clearPending(entry.zoneId, {
          key: entry.key,
          version: entry.desiredVersion,
        }),
      ),
    );
  }
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
