import type { Batch, BatchPart } from '../core/dns/batches.ts';
import { refused, zoneFullReason } from '../core/dns/draft.ts';
import { growthOf, shareRoom } from '../core/dns/zone-room.ts';
import { editDraft, type PublishRun } from './publish-run.ts';

/**
 * A batch in the pieces in which it may be sent to a zone that has hardly any room: what fits, then what may fit after that. Names that
 * can't find room any more are blocked. A batch for a zone that nobody knows to be full stays whole.
 */
export const piecesWithRoom = (batch: Batch, run: PublishRun): readonly Batch[] => {
  if (run.room === undefined) return [batch];
  const { fits, waits, left } = shareRoom(batch, run.room.most);
  for (const part of left) blockForRoom(part, run);
  return [fits, waits].filter((piece) => piece.length > 0);
};

/** Takes note that a batch was accepted: it took some of the room, or made some. */
export const noteTaken = (batch: Batch, run: PublishRun): void => {
  if (run.room !== undefined) run.room = { ...run.room, most: run.room.most - growthOf(batch) };
};

/** Takes note that a zone had no room for a batch, and returns what of it may still be sent. */
export const noteFull = (batch: Batch, message: string, run: PublishRun): Batch => {
  const growth = growthOf(batch);
  run.room = { most: Math.max(0, growth - 1), message };
  if (growth > 0) return batch;
  // It would have grown by nothing, and was refused all the same.
  for (const part of batch) blockForRoom(part, run);
  return [];
};

const blockForRoom = (part: BatchPart, run: PublishRun): void => {
  const why = `hosted zone ${run.zoneId} is full (${run.room?.message}); have its quota of records raised, or remove some that nobody needs`;
  for (const { name } of part.names) {
    const blocked = { name, reason: zoneFullReason, message: `${name}: ${why}` };
    editDraft(run, part, (draft) => refused(draft, blocked));
  }
  run.ctx.tally.add('namesWithoutRoom', part.names.length);
};
