import { ledgerChanges } from '../core/dns/ledger-changes.ts';
import type { LedgerEntry } from '../core/model/ledger-entry.ts';
import type { Observed } from '../core/model/observed.ts';
import type { Plan } from '../core/model/plan.ts';
import { zoneWork } from '../core/model/work-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { EnqueueContext, ReconcileContext } from './context.ts';
import { enqueue } from './enqueue.ts';

/**
 * Hands the desired record sets over to the zones' publishers: the entry first, then its marker, then the zone's key, so that a crash
 * in between leaves something that the next pass sees. Returns the ledger as it stands now.
 */
export const applyZones = async (
  plan: Pick<Plan, 'key' | 'zones'>,
  observed: Pick<Observed, 'ledger' | 'now'>,
  lease: Lease,
  ctx: EnqueueContext & Pick<ReconcileContext, 'ledger' | 'queue' | 'tally'>,
): Promise<readonly LedgerEntry[]> => {
  const changes = ledgerChanges(plan.key, plan.zones, observed.ledger, observed.now);
  const written = new Map(observed.ledger.map((entry) => [entry.zoneId, entry]));
  for (const change of changes) {
    if (change.kind === 'write') {
      const { entry } = change;
      await ctx.ledger.writeDesired(entry, lease.fence);
      written.set(entry.zoneId, { ...(written.get(entry.zoneId) ?? unpublished), ...entry });
    }
    const [zoneId, version] =
      change.kind === 'write'
        ? [change.entry.zoneId, change.entry.desiredVersion]
        : [change.zoneId, change.version];
    await ctx.ledger.markPending(zoneId, { key: plan.key, version, since: ctx.clock.now() });
    ctx.tally.add('zonesAsked');
    // Even where the marker stood already: whoever put it may have died before it woke the zone.
    await enqueue([{ key: zoneWork(zoneId), delayMs: ctx.queue.publishDelayMs }], ctx);
  }
  return [...written.values()];
};

const unpublished = { applied: [], appliedVersion: 0, blocked: [], attempts: 0 } as const;
