import { type Batch, type BatchPart, batchesOf, changesOf } from '../core/dns/batches.ts';
import { accepted, planned, refused } from '../core/dns/draft.ts';
import { planPublication } from '../core/dns/publication.ts';
import { refusalStep } from '../core/dns/refusal.ts';
import { formatServiceKey } from '../core/model/service-key.ts';
import type { ChangeResult } from '../ports/record-store.ts';
import { noteSending } from './note-sending.ts';
import { editDraft, type PublishRun, settleFinished, withClaims } from './publish-run.ts';
import { readNames } from './read-names.ts';

/** What became of a batch. */
export type Sent =
  | 'accepted'
  /** Refused as a whole: its halves, or what is left of it once the bad names were looked at, were dealt with or are waiting. */
  | 'refused'
  /** The time is over; what was not answered keeps its marker. */
  | 'no-time';

type Refusal = Extract<ChangeResult, { kind: 'refused' }>;

/**
 * Sends one batch, and what is left of it after a refusal that names the bad ones. After one that names nothing the halves of the batch
 * wait in the run, so that whatever is not suspected goes before them.
 */
export const sendBatch = async (batch: Batch, run: PublishRun): Promise<Sent> => {
  let result: Sent = 'accepted';
  const queue = [batch];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (next.length === 0) continue;
    if (!(await run.pacer.turn())) return 'no-time';
    const answer = await send(next, run);
    if (answer.kind === 'accepted') {
      for (const part of next) editDraft(run, part, (draft) => accepted(draft, part.names));
    } else {
      result = 'refused';
      const again = await afterRefusal(next, answer, run);
      if (again === undefined) return 'no-time';
      queue.unshift(...again);
    }
    await settleFinished(run);
  }
  return result;
};

const send = async (batch: Batch, run: PublishRun): Promise<ChangeResult> => {
  const { zoneId, pacer, ctx } = run;
  const changes = changesOf(batch);
  await noteSending(batch, run);
  ctx.tally.add('batches');
  const answer = await pacer.call(() => ctx.records.change(zoneId, changes, ctx.signal));
  if (answer.kind === 'accepted') ctx.tally.add('recordChanges', changes.length);
  return answer;
};

/** What is to be sent now; undefined if the time is over. */
const afterRefusal = async (
  batch: Batch,
  refusal: Refusal,
  run: PublishRun,
): Promise<readonly Batch[] | undefined> => {
  const step = refusalStep(batch, refusal.names);
  switch (step.kind) {
    case 'bisect':
      run.halves.push(step.halves);
      return [];
    case 'found':
      block(step.part, step.name.name, { refusal, run });
      return [];
    case 'isolate': {
      const again = await lookAgain(step.suspects, refusal, run);
      return again === undefined ? undefined : [step.others, ...batchesOf(again)];
    }
  }
};

// What Route 53 names is read and planned from what stands there; what it names once more after that is blocked.
const lookAgain = async (
  suspects: readonly BatchPart[],
  refusal: Refusal,
  run: PublishRun,
): Promise<readonly BatchPart[] | undefined> => {
  const judged = suspects.map((part) => judge(part, refusal, run));
  const stored = await readNames(
    judged.flatMap(({ doubtful }) => doubtful),
    run,
  );
  if (stored === undefined) return undefined;
  const again = judged.map(({ part, named, hopeless, doubtful }) => {
    for (const name of hopeless) block(part, name, { refusal, run });
    const entry = withClaims(part.entry, stored, run);
    const publication = planPublication(entry, doubtful, stored);
    editDraft(run, part, (draft) => planned(draft, publication, doubtful));
    const untouched = part.names.filter(({ name }) => !named.includes(name));
    return { entry: part.entry, names: [...untouched, ...publication.names] };
  });
  return again.filter(({ names }) => names.length > 0);
};

const judge = (part: BatchPart, refusal: Refusal, run: PublishRun) => {
  const named = part.names.map(({ name }) => name).filter((name) => refusal.names.includes(name));
  const verified = run.drafts.get(formatServiceKey(part.entry.key))?.verified ?? new Set();
  return {
    part,
    named,
    hopeless: named.filter((name) => verified.has(name)),
    doubtful: named.filter((name) => !verified.has(name)),
  };
};

const block = (
  part: BatchPart,
  name: string,
  { refusal, run }: { readonly refusal: Refusal; readonly run: PublishRun },
): void => {
  const words = refusal.messages.filter((message) => message.toLowerCase().includes(name));
  const message = (words.length > 0 ? words : refusal.messages).join('; ');
  const blocked = { name, reason: 'RefusedByRoute53', message: `${name}: ${message}` };
  editDraft(run, part, (draft) => refused(draft, blocked));
};
