import { type Batch, type BatchPart, batchesOf, changesOf } from '../core/dns/batches.ts';
import { accepted, planned, refused } from '../core/dns/draft.ts';
import { planPublication } from '../core/dns/publication.ts';
import { refusalStep } from '../core/dns/refusal.ts';
import { formatServiceKey } from '../core/model/service-key.ts';
import type { ChangeResult } from '../ports/record-store.ts';
import { noteSending } from './note-sending.ts';
import {
  editDraft,
  type PublishRun,
  type Sent,
  settleFinished,
  withClaims,
} from './publish-run.ts';
import { readNames } from './read-names.ts';
import { noteFull, noteTaken, piecesWithRoom } from './zone-room.ts';

type Refusal = Extract<ChangeResult, { kind: 'refused' }>;

/**
 * Sends one batch, and what is left of it after a refusal that names the bad ones. After one that names nothing the halves of the batch
 * wait in the run, so that whatever is not suspected goes before them.
 */
export const sendBatch = async (batch: Batch, run: PublishRun): Promise<Sent> =>
  batch.length === 0 || (await makeReady(batch, run)) ? await sendReady(batch, run) : 'no-time';

/**
 * Takes the turn of a batch and notes in the ledger that it is on its way; false if its turn comes when the run has to stop. Then nothing
 * was noted.
 */
export const makeReady = async (batch: Batch, run: PublishRun): Promise<boolean> => {
  if (!(await run.pacer.turn())) return false;
  await noteSending(batch, run);
  return true;
};

/** Sends a batch that was made ready, as `sendBatch` does. */
export const sendReady = async (batch: Batch, run: PublishRun): Promise<Sent> => {
  let result: Sent = 'accepted';
  let isReady = true;
  const queue = [batch];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [piece = [], ...others] = piecesWithRoom(next, run);
    queue.unshift(...others);
    if (piece.length > 0) {
      if (!isReady && !(await makeReady(piece, run))) return 'no-time';
      isReady = false;
      const answer = await send(piece, run);
      if (answer.kind === 'refused') result = 'refused';
      const again = await afterAnswer(piece, answer, run);
      if (again === undefined) return 'no-time';
      queue.unshift(...again);
    }
    await settleFinished(run);
  }
  return result;
};

const send = async (batch: Batch, { zoneId, pacer, ctx }: PublishRun): Promise<ChangeResult> => {
  const changes = changesOf(batch);
  ctx.tally.add('batches');
  const answer = await pacer.call(() => ctx.records.change(zoneId, changes, ctx.signal));
  if (answer.kind === 'accepted') ctx.tally.add('recordChanges', changes.length);
  return answer;
};

/** What is to be sent next; undefined if the time is over. */
const afterAnswer = async (
  batch: Batch,
  answer: ChangeResult,
  run: PublishRun,
): Promise<readonly Batch[] | undefined> => {
  switch (answer.kind) {
    case 'accepted':
      for (const part of batch) editDraft(run, part, (draft) => accepted(draft, part.names));
      noteTaken(batch, run);
      return [];
    case 'full':
      return [noteFull(batch, answer.message, run)];
    case 'refused':
      return await afterRefusal(batch, answer, run);
  }
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
