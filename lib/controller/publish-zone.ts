import { openDraft, zoneFailed } from '../core/dns/draft.ts';
import { namesOfEntry, planPublication } from '../core/dns/publication.ts';
import { isThin, nextRound, type WaitingEntry } from '../core/dns/urgency.ts';
import { ControllerError } from '../core/model/failure.ts';
import type { Outcome } from '../core/model/outcome.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { PublishContext } from './context.ts';
import { isolateBad } from './isolate-bad.ts';
import { createPacer, publisherBurst } from './pacer.ts';
import { publishRound } from './publish-round.ts';
import { beginRun, isBusy, land, type PublishRun, settleFinished } from './publish-run.ts';
import { createBacklog, type ZoneBacklog } from './zone-backlog.ts';

/** Steps towards bad records between two rounds of what nobody suspects. */
const isolationsPerRound = 2;

/**
 * Publishes what is pending for one hosted zone until nothing is: full batches under our share of the request rate, fail-over first,
 * strangers' records untouched, one bad record never in the way of the others. A run that nears its time stops between two batches, and
 * asks for another one. Whatever a run does not reach keeps its marker.
 */
export const publishZone = async (
  zoneId: string,
  lease: Lease,
  ctx: PublishContext,
): Promise<Outcome> => {
  const pacer = createPacer(publisherBurst(ctx.requestsPerSecond), ctx);
  const run = beginRun(zoneId, lease, { pacer, ctx });
  const backlog = createBacklog(zoneId, ctx);
  const [work] = await Promise.allSettled([publishAll(backlog, run)]);
  const [landed] = await Promise.allSettled([land(run)]);
  const [stored] = await Promise.allSettled([run.settling]);
  measure(run);
  const failed = [work, landed, stored].find((result) => result.status === 'rejected');
  if (work.status === 'fulfilled' && failed === undefined) return work.value;
  const reason: unknown = failed?.reason;
  if (!(reason instanceof ControllerError) || reason.kind !== 'terminal') throw reason;
  return await giveUp(reason.message, backlog, run);
};

const publishAll = async (backlog: ZoneBacklog, run: PublishRun): Promise<Outcome> => {
  for (;;) {
    const round = await lookForRound(backlog, run);
    if (round === undefined) return { kind: 'done' };
    if (run.isOver || !(await publishRound(round, backlog, run))) return { kind: 'deadline' };
    if (run.halves.length === 0) continue;
    await land(run);
    const steps = round.length === 0 ? run.halves.length : isolationsPerRound;
    if (run.isOver || !(await isolateBad(steps, run))) return { kind: 'deadline' };
  }
};

/** What is published next, which may be nothing but suspects; undefined if nothing is left. */
const lookForRound = async (
  backlog: ZoneBacklog,
  run: PublishRun,
): Promise<readonly WaitingEntry[] | undefined> => {
  if (backlog.isOld()) await look(backlog, run);
  // Whoever hands over many names may be at it: what does not fill a batch waits for more while another one is on its way.
  if (isTooFew(backlog, run)) await look(backlog, run);
  if (isTooFew(backlog, run)) {
    await land(run);
    await look(backlog, run);
  }
  const round = nextRound([...backlog.waiting.values()]);
  if (round.length > 0 || run.halves.length > 0) return round;
  // Its answer may leave something to do.
  const isFlying = run.flight !== undefined;
  await (isFlying ? land(run) : run.settling);
  return isFlying || backlog.isOld() ? await lookForRound(backlog, run) : undefined;
};

const look = (backlog: ZoneBacklog, run: PublishRun): Promise<void> =>
  backlog.look((key) => isBusy(run, key));

const isTooFew = ({ waiting }: ZoneBacklog, { flight }: PublishRun): boolean =>
  flight !== undefined && waiting.size > 0 && isThin([...waiting.values()]);

// Also of a run that failed: what it did before stays done.
const measure = ({ zoneId, room, ctx: { tally, telemetry } }: PublishRun): void => {
  telemetry.measure('Published', tally.of('recordChanges'));
  telemetry.measure('Batches', tally.of('batches'));
  telemetry.measure('Route53Calls', tally.of('route53Calls'));
  telemetry.measure('Route53Throttles', tally.of('route53Throttles'));
  const namesWithoutRoom = tally.of('namesWithoutRoom');
  telemetry.measure('NamesWithoutRoom', namesWithoutRoom);
  if (room === undefined || namesWithoutRoom === 0) return;
  const fields = { id: zoneId, namesWithoutRoom, reason: room.message };
  telemetry.warn('The hosted zone is full', fields);
};

// A zone that is gone or forbidden is told by every Service that has names in it, each of which asks for another try (W19).
const giveUp = async (
  message: string,
  { waiting }: ZoneBacklog,
  run: PublishRun,
): Promise<Outcome> => {
  for (const [key, { entry }] of waiting) {
    run.drafts.set(key, openDraft(planPublication(entry, namesOfEntry(entry), new Map()), []));
  }
  for (const [key, draft] of run.drafts) run.drafts.set(key, zoneFailed(draft, message));
  await settleFinished(run);
  await run.settling;
  return { kind: 'failed', failure: 'terminal', message };
};
