import type { Batch } from '../core/dns/batches.ts';
import { refusalStep } from '../core/dns/refusal.ts';
import { formatServiceKey } from '../core/model/service-key.ts';
import type { Halves, PublishRun } from './publish-run.ts';
import { sendBatch } from './send-batch.ts';

/**
 * Goes some steps further towards the bad records of refused batches: at most two calls each, so that isolating one record takes about
 * 2·log2(n). False if the time is over.
 */
export const isolateBad = async (steps: number, run: PublishRun): Promise<boolean> => {
  for (let step = 0; step < steps; step += 1) {
    const halves = run.halves.pop();
    if (halves !== undefined && !(await trySides(halves, run))) return false;
  }
  return true;
};

const trySides = async ([left, right]: Halves, run: PublishRun): Promise<boolean> => {
  const sent = await sendBatch(left, run);
  if (sent === 'no-time') return false;
  if (right.length === 0) return true;
  if (sent === 'accepted') {
    const step = refusalStep(right, []);
    // The bad one can only be here: to send the whole of it would tell nothing.
    if (step.kind === 'bisect') {
      run.halves.push(step.halves);
      return true;
    }
  }
  return (await sendBatch(right, run)) !== 'no-time';
};

/** Puts a batch behind the suspected ones if it goes on with an entry of theirs, whose names have an order; false if it need not wait. */
export const waitsForSuspects = (batch: Batch, run: PublishRun): boolean => {
  const suspected = new Set(run.halves.flat(2).map(({ entry }) => formatServiceKey(entry.key)));
  if (!batch.some(({ entry }) => suspected.has(formatServiceKey(entry.key)))) return false;
  run.halves.unshift([batch, []]);
  return true;
};
