import { openDraft, zoneFailed } from '../core/dns/draft.ts';
import { namesOfEntry, planPublication } from '../core/dns/publication.ts';
import { nextRound, type WaitingEntry } from '../core/dns/urgency.ts';
import { ControllerError } from '../core/model/failure.ts';
import type { Outcome } from '../core/model/outcome.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { PublishContext } from './context.ts';
import { isolateBad } from './isolate-bad.ts';
import { createPacer, publisherBurst } from './pacer.ts';
import { publishRound } from './publish-round.ts';
import { beginRun, type PublishRun, settleFinished } from './publish-run.ts';
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
  const [stored] = await Promise.allSettled([run.settling]);
  measure(run);
  const failed = [work, stored].find((result) => result.status === 'rejected');
  if (work.status === 'fulfilled' && failed === undefined) return work.value;
  const reason: unknown = failed?.reason;
  if (!(reason instanceof ControllerError) || reason.kind !== 'terminal') throw reason;
  return await giveUp(reason.message, backlog, run);
};

const publishAll = async (backlog: ZoneBacklog, run: PublishRun): Promise<Outcome> => {
  for (;;) {
    const round = await lookForRound(backlog, run);
    if (round === undefined) return { kind: 'done' };
    if (!(await publishRound(round, backlog, run))) return { kind: 'deadline' };
    const steps = round.length === 0 ? run.halves.length : isolationsPerRound;
    if (!(await isolateBad(steps, run))) return { kind: 'deadline' };
  }
};

/** What is published next, which may be nothing but suspects; undefined if nothing is left. */
const lookForRound = async (
  backlog: ZoneBacklog,
  run: PublishRun,
): Promise<readonly WaitingEntry[] | undefined> => {
  if (backlog.isOld()) {
    await run.settling;
    await backlog.look((key) => run.drafts.has(key));
  }
  const round = nextRound([...backlog.waiting.values()]);
  if (round.length > 0 || run.halves.length > 0) return round;
  await run.settling;
  return backlog.isOld() ? await lookForRound(backlog, run) : undefined;
};

// Also of a run that failed: what it did before stays done.
const measure = ({ ctx: { tally, telemetry } }: PublishRun): void => {
  telemetry.measure('Published', tally.of('recordChanges'));
  telemetry.measure('Batches', tally.of('batches'));
  telemetry.measure('Route53Calls', tally.of('route53Calls'));
  telemetry.measure('Route53Throttles', tally.of('route53Throttles'));
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
