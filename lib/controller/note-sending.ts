import type { Batch } from '../core/dns/batches.ts';
import { formatServiceKey } from '../core/model/service-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { PublishContext } from './context.ts';
import { sideBySide } from './side-by-side.ts';

/** Entries that are noted side by side. */
const parallel = 20;

/**
 * Notes in the ledger that the entries of a batch are on their way, once a run, before anything is sent: a publisher that dies, or never
 * hears the answer, leaves behind what it may have written. Throws the first failure; then nothing may be sent.
 */
export const noteSending = async (
  batch: Batch,
  run: {
    readonly lease: Pick<Lease, 'fence'>;
    readonly ctx: Pick<PublishContext, 'zoneLedger'>;
    /** Services that were noted by this run, which grows. */
    readonly noted: Set<string>;
  },
): Promise<void> => {
  const first = batch.filter(({ entry }) => !run.noted.has(formatServiceKey(entry.key)));
  const results = await sideBySide(first, parallel, async ({ entry }) => {
    await run.ctx.zoneLedger.beginSending(entry, run.lease.fence);
    run.noted.add(formatServiceKey(entry.key));
  });
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
};
