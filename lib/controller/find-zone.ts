import { callerReference, selectZone } from '../core/dns/select-zone.ts';
import { failureKind, messageOf } from '../core/model/failure.ts';
import type { HostedZone, ZoneView, ZoneWish } from '../core/model/hosted-zone.ts';
import type { PlanSettings } from '../core/model/settings.ts';
import type { EpochMs } from '../core/model/time.ts';
import type { Clock } from '../ports/clock.ts';
import type { HostedZones } from '../ports/hosted-zones.ts';
import type { KnownZone } from '../ports/known-zone.ts';
import type { Telemetry } from '../ports/telemetry.ts';

/** How long an answer is good: a zone seldom changes, and a missing one should be found soon (W19). */
const goodForMs = { found: 600_000, unknown: 30_000 };

/** What finding the hosted zone takes. */
export type ZoneContext = {
  readonly zones: HostedZones;
  readonly clock: Pick<Clock, 'now'>;
  readonly telemetry: Pick<Telemetry, 'info' | 'warn'>;
  /** Keeps what was found for those who must not ask Route 53. */
  readonly known: Pick<KnownZone, 'write'>;
};

/** The hosted zone as it is known now. Never throws. */
export type ZoneFinder = () => Promise<ZoneView>;

type Answer = { readonly view: ZoneView; readonly until: EpochMs };

/**
 * Finds the hosted zone of the settings and remembers it for a while, so that a pass costs no call. Whatever fails is an answer, told
 * in a condition and looked at again; nothing else stops for it (W19). A zone that was found stays found while Route 53 can't be asked.
 */
export const createZoneFinder = (wish: ZoneWish, ctx: ZoneContext): ZoneFinder => {
  let answer: Answer | undefined;
  let looking: Promise<ZoneView> | undefined;
  const look = async (): Promise<ZoneView> => {
    const [found] = await Promise.allSettled([findZone(wish, ctx)]);
    const view =
      found.status === 'fulfilled' ? found.value : afterFailure(found.reason, answer?.view, ctx);
    const goodMs = found.status === 'fulfilled' ? goodForMs[view.kind] : goodForMs.unknown;
    answer = { view, until: ctx.clock.now() + goodMs };
    looking = undefined;
    // What Route 53 could not be asked for says nothing.
    if (found.status === 'fulfilled') await keep(view, ctx);
    return view;
  };
  return async () => {
    if (answer !== undefined && ctx.clock.now() < answer.until) return answer.view;
    looking ??= look();
    return await looking;
  };
};

// No pass waits for this: the next look keeps it.
const keep = async (view: ZoneView, { known, telemetry }: ZoneContext): Promise<void> => {
  const [kept] = await Promise.allSettled([known.write(view)]);
  if (kept.status === 'fulfilled') return;
  const reason = messageOf(kept.reason);
  telemetry.warn('The hosted zone could not be kept for the resync', { reason });
};

/** The hosted zone as passes kept it, as far as it is what the settings ask for now; Route 53 is not asked. */
export const rememberZone =
  (wish: ZoneWish, known: Pick<KnownZone, 'read'>): (() => Promise<ZoneView | undefined>) =>
  async () => {
    const view = await known.read();
    if (view?.kind !== 'found') return view;
    return selectZone([view.zone], wish).kind === 'found' ? view : undefined;
  };

const afterFailure = (
  reason: unknown,
  before: ZoneView | undefined,
  ctx: ZoneContext,
): ZoneView => {
  const message = messageOf(reason);
  ctx.telemetry.warn('The hosted zone is not known', {
    failure: failureKind(reason),
    reason: message,
  });
  return before?.kind === 'found' ? before : { kind: 'unknown', message };
};

const findZone = async (wish: ZoneWish, ctx: ZoneContext): Promise<ZoneView> => {
  const choice = selectZone(await candidates(wish, ctx.zones), wish);
  switch (choice.kind) {
    case 'found':
      return { kind: 'found', zone: choice.zone };
    case 'refused':
      ctx.telemetry.warn('The hosted zone is not known', { reason: choice.message });
      return { kind: 'unknown', message: choice.message };
    case 'missing':
      return await createZone(choice.name, wish, ctx);
  }
};

const candidates = async (wish: ZoneWish, zones: HostedZones): Promise<readonly HostedZone[]> => {
  if (wish.id === undefined) return await zones.list();
  const zone = await zones.read(wish.id);
  return zone === undefined ? [] : [zone];
};

// One that another function created in the meantime, or an attempt whose answer got lost, stands in the list.
const createZone = async (name: string, wish: ZoneWish, ctx: ZoneContext): Promise<ZoneView> => {
  const zone = await ctx.zones.create(name, callerReference(wish.federation, name));
  if (zone === undefined) return await findZone({ ...wish, create: false }, ctx);
  ctx.telemetry.warn('Created a hosted zone: delegate it in its parent zone', {
    name,
    id: zone.id,
  });
  return { kind: 'found', zone };
};

/** The settings of a pass once it is known which zone they mean. */
export const withZone = (settings: PlanSettings, view: ZoneView): PlanSettings => {
  const { zoneId: _id, zoneName: _name, ...dns } = settings.dns;
  if (view.kind === 'unknown') return { ...settings, dns };
  const { id, name } = view.zone;
  return { ...settings, dns: { ...dns, zoneId: id, zoneName: name } };
};
