import type { Ms } from '../../core/model/time.ts';
import { serviceWork, zoneWork } from '../../core/model/work-key.ts';
import type { Wake } from '../../ports/wake-queue.ts';
import type { ResyncContext } from '../context.ts';
import { enqueue } from '../enqueue.ts';
import { sideBySide } from '../side-by-side.ts';
import { type HandedOver, handOverNames } from './hand-over-names.ts';
import { type HostPage, type Judged, judgePage } from './judge-page.ts';
import { type AskReason, count, type Round } from './round.ts';

/** Services whose names are handed over side by side. */
const parallel = 25;

/** Services whose names fill a batch: there is nothing to gather any more, so that their publisher may begin at once. */
const fullBatch = 5 * parallel;

/**
 * Does what one page of the host's list asks for: names first, since clients wait for them, then their publishers, then the passes that
 * do the rest.
 */
export const dealWithPage = async (
  page: HostPage,
  round: Round,
  ctx: ResyncContext,
): Promise<void> => {
  const judged = await judgePage(page, round, ctx);
  ctx.signal?.throwIfAborted();
  const found = judged.filter(({ need }) => need.reason !== undefined);
  for (const { need } of found) if (need.reason !== undefined) count(round, need.reason);
  count(round, 'federated', judged.filter(({ isFederated }) => isFederated).length);
  const ahead = found.filter((one) => one.need.names !== undefined && one.row !== undefined);
  const first = await handOverAll(ahead.slice(0, fullBatch), ctx);
  if (first.length === fullBatch) await wakeZones(zonesOf(first), 0, ctx);
  const done = [...first, ...(await handOverAll(ahead.slice(fullBatch), ctx))];
  // Where a marker stood before, whoever put it may have died.
  const waiting = judged.flatMap(({ need }) => need.waiting ?? []);
  await wakeZones([...zonesOf(done), ...waiting], ctx.queue.publishDelayMs, ctx);
  await wakePasses(done, ctx);
  const handedOver = new Set(ahead.filter((_, at) => done[at] !== undefined));
  count(round, 'handedOver', handedOver.size);
  await ask(
    found.filter((one) => !handedOver.has(one)),
    ctx,
  );
  count(round, 'asked', found.length);
  if (found.length === 0) await askForZone(judged, round, ctx);
};

const handOver = async ({ key, need, row }: Judged, ctx: ResyncContext): Promise<HandedOver> => {
  const { names = [] } = need;
  return row === undefined
    ? { kind: 'refused' }
    : await handOverNames({ key, names, seenFence: row.fence }, ctx);
};

type Done = Extract<HandedOver, { readonly kind: 'done' }>;

/** What became of each, in their order; undefined where it was refused. */
const handOverAll = async (
  some: readonly Judged[],
  ctx: ResyncContext,
): Promise<readonly (Done | undefined)[]> => {
  const results = await sideBySide(some, parallel, (one) => handOver(one, ctx));
  return results.map((result) =>
    result.status === 'fulfilled' && result.value.kind === 'done' ? result.value : undefined,
  );
};

const zonesOf = (done: readonly (Done | undefined)[]): readonly string[] =>
  done.flatMap((one) => one?.zoneIds ?? []);

// One request a zone: its publisher takes all that is pending.
const wakeZones = async (
  zoneIds: readonly string[],
  delayMs: Ms,
  ctx: ResyncContext,
): Promise<void> => {
  const requests = [...new Set(zoneIds)].map((zoneId) => ({ key: zoneWork(zoneId), delayMs }));
  await enqueue(requests, ctx);
};

const wakePasses = async (
  done: readonly (Done | undefined)[],
  ctx: ResyncContext,
): Promise<void> => {
  const wakes = done.flatMap((one): readonly Wake[] => (one?.wake ? [one.wake] : []));
  if (wakes.length > 0) await ctx.wakes.send(wakes, ctx.clock.now());
  ctx.telemetry.measure('Enqueued', wakes.length);
};

const ask = async (judged: readonly Judged[], ctx: ResyncContext): Promise<void> => {
  const requests = judged.map(({ key }) => ({ key: serviceWork(key), delayMs: 0 }));
  await enqueue(requests, ctx);
};

// A pass over any Service finds the zone, and keeps what it found.
const askForZone = async (
  judged: readonly Judged[],
  round: Round,
  ctx: ResyncContext,
): Promise<void> => {
  const reason: AskReason = 'zone';
  const any = judged.find(({ isFederated }) => isFederated);
  if (round.zone !== undefined || any === undefined || round.counts.has(reason)) return;
  count(round, reason);
  count(round, 'asked');
  await ask([any], ctx);
};
