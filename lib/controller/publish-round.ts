import { type Batch, type BatchPart, batchesOf } from '../core/dns/batches.ts';
import { doubtfulNames, openDraft } from '../core/dns/draft.ts';
import { namesOfEntry, planPublication } from '../core/dns/publication.ts';
import type { WaitingEntry } from '../core/dns/urgency.ts';
import { formatServiceKey } from '../core/model/service-key.ts';
import { waitsForSuspects } from './isolate-bad.ts';
import { land, type PublishRun, settleFinished, withClaims } from './publish-run.ts';
import { readNames } from './read-names.ts';
import { makeReady, sendReady } from './send-batch.ts';
import type { ZoneBacklog } from './zone-backlog.ts';
import { piecesWithRoom } from './zone-room.ts';

/** Batches that are sent before somebody looks whether anything more urgent came. */
const batchesPerRound = 8;

/**
 * Publishes some of what waits: at most eight batches, of which the last one may still be on its way afterwards; entries that find no room
 * in them go on waiting. False if the time is over.
 */
export const publishRound = async (
  round: readonly WaitingEntry[],
  backlog: ZoneBacklog,
  run: PublishRun,
): Promise<boolean> => {
  const opened = round.map(({ entry }) => {
    const names = namesOfEntry(entry);
    return { entry, names, doubtful: doubtfulNames(entry, names) };
  });
  // A name that was blocked before is looked at first: asking costs less than a refused batch.
  const stored = await readNames(
    opened.flatMap(({ doubtful }) => doubtful),
    run,
  );
  if (stored === undefined) return false;
  const plans = opened.map(({ entry, names, doubtful }) => {
    const publication = planPublication(withClaims(entry, stored, run), names, stored);
    return { publication, draft: openDraft(publication, doubtful) };
  });
  const parts = plans.map(({ publication: { entry, names } }): BatchPart => ({ entry, names }));
  const unchanged = parts.filter(({ names }) => names.length === 0);
  const all = batchesOf(parts.filter(({ names }) => names.length > 0));
  // The last one is not full, and fills up with what comes meanwhile; but nothing is read twice for that.
  const batches = firstBatches(all, stored.size === 0 ? all.length - 1 : all.length);
  const begun = new Set([...unchanged, ...batches.flat()].map(keyOf));
  for (const { draft } of plans) {
    const key = keyOf(draft);
    if (!begun.has(key)) continue;
    run.drafts.set(key, draft);
    backlog.begin(key);
  }
  await settleFinished(run);
  for (const batch of batches) if (!(await sendNext(batch, run))) return false;
  return true;
};

/** Makes a batch ready while the one before it is on its way, then sends it; false if the time is over. */
const sendNext = async (whole: Batch, run: PublishRun): Promise<boolean> => {
  const batch = piecesWithRoom(whole, run).flat();
  if (batch.length === 0) {
    await settleFinished(run);
    return true;
  }
  const [isReady, landed] = await Promise.allSettled([makeReady(batch, run), land(run)]);
  if (landed.status === 'rejected') throw landed.reason;
  if (isReady.status === 'rejected') throw isReady.reason;
  // What was noted and is not sent is looked at by the next run.
  if (run.isOver || !isReady.value || !run.pacer.hasTime()) return false;
  if (waitsForSuspects(batch, run)) return true;
  run.flight = sendReady(batch, run);
  // Whoever waits for it next hears of it.
  run.flight.catch(() => undefined);
  return true;
};

const keyOf = ({ entry }: Pick<BatchPart, 'entry'>): string => formatServiceKey(entry.key);

/** Some batches, one at least. An entry that fills more than one is not left half done. */
const firstBatches = (batches: readonly Batch[], most: number): readonly Batch[] => {
  let count = Math.min(batchesPerRound, Math.max(1, most));
  const begun = new Set(batches.slice(0, count).flat().map(keyOf));
  while (batches[count]?.some((part) => begun.has(keyOf(part))) === true) {
    for (const part of batches[count] ?? []) begun.add(keyOf(part));
    count += 1;
  }
  return batches.slice(0, count);
};
