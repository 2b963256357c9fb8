import { ControllerError } from '../../core/model/failure.ts';
import type { ServiceKey } from '../../core/model/service-key.ts';
import { serviceWork } from '../../core/model/work-key.ts';
import type { Lease } from '../../core/model/work-row.ts';
import type { NamesWrite } from '../../core/needs-pass.ts';
import type { Wake } from '../../ports/wake-queue.ts';
import type { ResyncContext } from '../context.ts';

/** Names that are to be handed over ahead of the pass that tells of them. */
export type Handover = {
  readonly key: ServiceKey;
  readonly names: readonly NamesWrite[];
  /** The fence that was seen before anything that the names rest on. */
  readonly seenFence: number;
};

/** What a hand-over came to. */
export type HandedOver =
  /** The names are with the publishers of these zones, and the message of the pass that is owed now, if it has to be sent. */
  | { readonly kind: 'done'; readonly zoneIds: readonly string[]; readonly wake?: Wake }
  /** Somebody worked, or works, on the Service: a pass has to look at it. */
  | { readonly kind: 'refused' };

/** A seized lease lasts so long: whoever dies over one holds up its key no longer. */
const seizeMs = 30_000;

/** No write is begun with less of the lease left. */
const leastMs = 10_000;

type Context = Pick<ResyncContext, 'rows' | 'ledger' | 'clock' | 'holder' | 'signal'>;

/**
 * Hands the names of one Service over to the publishers, under its lease, as its pass would: the entry, then its marker. Nobody worked on
 * the Service since its fence was seen, and everything that the plan rests on was read after that. The lease goes back with a pass owed,
 * which reads all of it anew and tells what was done.
 */
export const handOverNames = async (
  { key, names, seenFence }: Handover,
  ctx: Context,
): Promise<HandedOver> => {
  const { rows, clock, holder } = ctx;
  ctx.signal?.throwIfAborted();
  const work = serviceWork(key);
  const claim = { now: clock.now(), holder, leaseMs: seizeMs, seenFence };
  const lease = await rows.seize(work, claim);
  if (lease === undefined) return { kind: 'refused' };
  const [written] = await Promise.allSettled([write({ key, names }, lease, ctx)]);
  const back = await rows.handBack(lease, clock.now());
  if (back.kind === 'lease-lost') return { kind: 'refused' };
  return {
    kind: 'done',
    zoneIds: written.status === 'fulfilled' ? names.map(({ entry }) => entry.zoneId) : [],
    ...(back.dueAt === undefined ? {} : { wake: { key: work, dueAt: back.dueAt } }),
  };
};

const write = async (
  { key, names }: Pick<Handover, 'key' | 'names'>,
  lease: Lease,
  { ledger, clock }: Context,
): Promise<void> => {
  const mayGoOn = (): void => {
    if (clock.now() + leastMs <= lease.leaseUntil) return;
    throw new ControllerError('transient', 'Cannot hand names over: it takes too long');
  };
  for (const { entry } of names) {
    mayGoOn();
    await ledger.writeDesired(entry, lease.fence);
    mayGoOn();
    const marker = { key, version: entry.desiredVersion, since: clock.now() };
    await ledger.markPending(entry.zoneId, marker);
  }
};
