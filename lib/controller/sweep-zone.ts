import {
  type Drift,
  driftOf,
  indexAfter,
  type KnownEntry,
  type KnownName,
  knownEntry,
  knownNames,
  type Suspicion,
  suspicionsOf,
} from '../core/dns/drift.ts';
import { type Told, walkOn, type ZoneWalk } from '../core/dns/zone-walk.ts';
import type { LedgerEntry } from '../core/model/ledger-entry.ts';
import type { Outcome } from '../core/model/outcome.ts';
import { formatServiceKey } from '../core/model/service-key.ts';
import type { SweepState } from '../core/model/sweep-state.ts';
import { zoneWork } from '../core/model/work-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import { sweepToRun } from '../core/schedule/sweep.ts';
import type { SweepContext } from './context.ts';
import { enqueue } from './enqueue.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { sideBySide } from './side-by-side.ts';

/** One run of a sweep. */
type Sweep = {
  readonly zoneId: string;
  readonly ctx: SweepContext;
  readonly pacer: Pacer;
  readonly known: readonly KnownName[];
};

/** Entries that are noted side by side. */
const parallel = 20;

/**
 * Lists a hosted zone once and holds it against the ledger, a page at a time, whenever nobody else wants Route 53: what is missing, edited
 * or left over is handed to the zone's publisher. It writes no record itself, and nothing at all where nothing differs. A run that nears
 * its time keeps its place, and asks for another one.
 */
export const sweepZone = async (
  zoneId: string,
  lease: Lease,
  ctx: SweepContext,
): Promise<Outcome> => {
  const state = sweepToRun(await ctx.sweeps.read(zoneId), ctx.clock.now(), ctx.driftSweepMs);
  if (state === undefined) return { kind: 'done' };
  await ctx.sweeps.save(zoneId, state, lease.fence);
  // Before the zone: what the ledger had then must stand there now, unless somebody published meanwhile.
  const known = knownNames(await readLedger(zoneId, ctx));
  // Without a burst: publishers go first, and the sweep takes what is left.
  const sweep = { zoneId, ctx, pacer: createPacer(1, ctx), known };
  const [walked] = await Promise.allSettled([walkZone(state.at, sweep)]);
  ctx.telemetry.measure('Route53Calls', ctx.tally.of('route53Calls'));
  ctx.telemetry.measure('Route53Throttles', ctx.tally.of('route53Throttles'));
  ctx.telemetry.measure('NamesDrifted', ctx.tally.of('namesDrifted'));
  if (walked.status === 'rejected') throw walked.reason;
  const at = walked.value;
  if (at !== undefined) {
    await ctx.sweeps.save(zoneId, at === 'start' ? state : { ...state, at }, lease.fence);
    return { kind: 'deadline' };
  }
  const { beganAt } = state;
  await ctx.sweeps.save(zoneId, { beganAt, endedAt: ctx.clock.now() }, lease.fence);
  ctx.telemetry.measure('SweepCompleted', 1);
  return { kind: 'done' };
};

const readLedger = async (zoneId: string, ctx: SweepContext): Promise<readonly KnownEntry[]> => {
  const all: KnownEntry[] = [];
  let next: string | undefined;
  do {
    ctx.signal?.throwIfAborted();
    const page = await ctx.driftLedger.readPage(zoneId, next);
    all.push(...page.entries.map(knownEntry));
    next = page.next;
  } while (next !== undefined);
  return all;
};

type Place = NonNullable<SweepState['at']>;

/** Where to go on another time, or `start` if nothing was told yet; undefined once the whole zone was compared. */
const walkZone = async (
  from: Place | undefined,
  sweep: Sweep,
): Promise<Place | 'start' | undefined> => {
  let walk: ZoneWalk = { held: [], ...(from && { upTo: from.upTo }) };
  let index = from === undefined ? 0 : indexAfter(sweep.known, from.upTo);
  let place = from;
  let next = from?.next;
  for (;;) {
    if (!(await sweep.pacer.turn())) return place ?? 'start';
    const page = await list(next, sweep);
    const step = walkOn(walk, { sets: page.sets, ...(page.next && { nextName: page.next.name }) });
    walk = step.walk;
    next = page.next;
    if (step.told !== undefined) index = await compare(step.told, index, sweep);
    if (next === undefined) return undefined;
    // From the beginning of the name: what was held back of it is listed once more.
    if (step.told?.upTo !== undefined) place = { upTo: step.told.upTo, next: { name: next.name } };
  }
};

const list = async (from: Place['next'] | undefined, { zoneId, pacer, ctx }: Sweep) => {
  const page = await pacer.call(() => ctx.records.listPage(zoneId, from, ctx.signal));
  ctx.tally.add('recordsListed', page.sets.length);
  return page;
};

const compare = async (told: Told, from: number, sweep: Sweep): Promise<number> => {
  const { suspicions, next } = suspicionsOf(sweep.known, from, told);
  if (suspicions.length > 0) await lookCloser(suspicions, told, sweep);
  return next;
};

// The ledger as it is now decides, and only where nothing was published since it was read first.
const lookCloser = async (
  suspicions: readonly Suspicion[],
  told: Told,
  { zoneId, ctx }: Sweep,
): Promise<void> => {
  const keys = suspicions.map(({ key }) => key);
  const entries = await ctx.zoneLedger.readMany(zoneId, keys);
  const suspicionOf = new Map(suspicions.map((one) => [formatServiceKey(one.key), one]));
  const found = entries.flatMap((entry) => {
    const suspicion = suspicionOf.get(formatServiceKey(entry.key));
    if (suspicion === undefined || suspicion.version !== entry.appliedVersion) return [];
    const drifts = driftOf(entry, suspicion.names, told.stored);
    return drifts.length === 0 ? [] : [{ entry, drifts }];
  });
  const results = await sideBySide(found, parallel, ({ entry, drifts }) =>
    note(entry, drifts, ctx),
  );
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  const noted = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (noted.length === 0) return;
  ctx.tally.add('namesDrifted', noted.length);
  const drifted = noted.slice(0, 20).map(({ name, kind }) => `${name} ${kind}`);
  ctx.telemetry.warn('Records differ from the ledger', { drifted });
  await enqueue([{ key: zoneWork(zoneId), delayMs: 0 }], ctx);
};

const note = async (
  { zoneId, key, appliedVersion }: LedgerEntry,
  drifts: readonly Drift[],
  ctx: SweepContext,
): Promise<readonly Drift[]> => {
  const names = drifts.map(({ name }) => name);
  const isNoted = await ctx.driftLedger.suspect({ zoneId, key, version: appliedVersion }, names);
  return isNoted ? drifts : [];
};
