import type { Outcome } from '../../core/model/outcome.ts';
import { formatServiceKey } from '../../core/model/service-key.ts';
import { formatWorkKey, resyncWork, type WorkKey } from '../../core/model/work-key.ts';
import type { Lease } from '../../core/model/work-row.ts';
import { passReasons } from '../../core/needs-pass.ts';
import { worstFailure } from '../../core/schedule/worst-failure.ts';
import { askForSweep } from '../ask-for-sweep.ts';
import type { LeaseContext, ResyncContext } from '../context.ts';
import { type Pass, runMessage } from '../run-message.ts';
import type { Counting } from '../tally.ts';
import { dealWithPage } from './deal-with-page.ts';
import { noteProgress, openRound, type Place, type Round, unreadIn } from './round.ts';

/** The resync, as the schedule asks for it: in this invocation, unless another one is at it. */
export const scheduledResync = async <Ctx extends LeaseContext>(
  passOf: (ctx: Ctx & Counting) => Pass,
  ctx: Ctx,
): Promise<void> => {
  // No message: whoever asked is the one who does it, and one that dies over it is followed by the next.
  await ctx.rows.request(resyncWork, { now: ctx.clock.now(), delayMs: 0 });
  await runMessage(formatWorkKey(resyncWork), passOf, ctx);
};

/**
 * The pass that a message of the resyncs' queue asks for: looks at every Service of the host, or of a namespace, through lists, plans each
 * as a pass would, and asks for passes only where one would change something. It costs pages, not Services; a run that ends early notes
 * how far it came.
 */
export const resyncPass =
  (ctx: ResyncContext): Pass =>
  async (key, lease) =>
    key.kind === 'resync' || key.kind === 'namespace' ? await resync(key, lease, ctx) : wrongQueue;

const wrongQueue: Outcome = {
  kind: 'failed',
  failure: 'terminal',
  message: 'Cannot resync one Service or zone: the message came through the queue of resyncs',
};

const resync = async (key: WorkKey, lease: Lease, ctx: ResyncContext): Promise<Outcome> => {
  const { round, place } = await openRound(key, lease, ctx);
  let at: Place | undefined = place;
  while (at !== undefined) {
    ctx.signal?.throwIfAborted();
    at = await nextPage(at, round, ctx);
    if (at?.next !== undefined) {
      await noteProgress(key, lease, { round, place: { ...at, next: at.next } }, ctx);
    }
  }
  if (round.isNoted) await ctx.progress.clear(key, lease.fence);
  tellRound(key, round, ctx);
  if (key.kind === 'resync') await askForSweep({ ...ctx, zoneIds: zonesOf(round) });
  return outcomeOf(round, lease);
};

const zonesOf = ({ zone }: Round): readonly string[] =>
  zone?.kind === 'found' ? [zone.zone.id] : [];

/** Deals with the page after a place; returns the next place, undefined at the end. */
const nextPage = async (
  { after }: Place,
  round: Round,
  ctx: ResyncContext,
): Promise<Place | undefined> => {
  const page = (await round.hostPages.next())?.page ?? { items: [] };
  const end = page.items.at(-1)?.key;
  const last = end === undefined ? after : formatServiceKey(end);
  const isLast = page.next === undefined;
  const services = page.items;
  await round.members.readUpTo(last, new Set(services.map(({ key }) => formatServiceKey(key))));
  await dealWithPage({ services, after, last: isLast ? undefined : last }, round, ctx);
  round.counts.set('listed', (round.counts.get('listed') ?? 0) + services.length);
  return page.next === undefined ? undefined : { after: last, next: page.next };
};

const tellRound = (key: WorkKey, round: Round, ctx: ResyncContext): void => {
  const of = (what: Parameters<typeof round.counts.get>[0]): number => round.counts.get(what) ?? 0;
  const reasons = [...passReasons, 'unclear' as const, 'zone' as const]
    .filter((reason) => of(reason) > 0)
    .map((reason) => `${reason} ${of(reason)}`);
  const unread = [...unreadIn(round).keys()];
  const fields = {
    listed: of('listed'),
    federated: of('federated'),
    asked: of('asked'),
    handedOver: of('handedOver'),
    ...(reasons.length > 0 ? { reasons } : {}),
    ...(unread.length > 0 ? { unread } : {}),
    durationMs: ctx.clock.now() - round.beganAt,
  };
  (unread.length > 0 ? ctx.telemetry.warn : ctx.telemetry.info)('resync', fields);
  ctx.telemetry.measure('ResyncKeys', of('asked'));
  if (key.kind === 'resync') ctx.telemetry.measure('ResyncCompleted', 1);
};

// What a member that could not be read has to say is still to be heard; what was asked for after the round began is still to be answered.
const outcomeOf = (round: Round, lease: Lease): Outcome => {
  const worst = worstFailure([...unreadIn(round).values()]);
  if (worst !== undefined && worst.failure !== 'terminal') return { kind: 'failed', ...worst };
  return round.generation === lease.generation
    ? { kind: 'done' }
    : { kind: 'done', lookAgainAfterMs: 0 };
};
