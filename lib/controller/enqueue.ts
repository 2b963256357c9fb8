import type { Ms } from '../core/model/time.ts';
import type { WorkKey } from '../core/model/work-key.ts';
import type { Wake } from '../ports/wake-queue.ts';
import type { EnqueueContext } from './context.ts';

/** A wish for a pass over one key. */
export type PassRequest = {
  readonly key: WorkKey;
  readonly delayMs: Ms;
  /** Leave keys alone that nobody ever asked for. */
  readonly onlyKnown?: boolean;
};

/** Rows that are written side by side. */
const parallel = 20;

/**
 * Asks for passes: first the rows, then one message for each row that had none on its way. A crash in between is healed by the next
 * request, once the row's time is long past. Returns how many messages were sent.
 */
export const enqueue = async (
  requests: readonly PassRequest[],
  ctx: EnqueueContext,
): Promise<number> => {
  let sent = 0;
  for (let start = 0; start < requests.length; start += parallel) {
    const now = ctx.clock.now();
    const wakes = await Promise.all(
      requests.slice(start, start + parallel).map((request) => ask(request, now, ctx)),
    );
    const due = wakes.flatMap((wake) => wake ?? []);
    if (due.length > 0) await ctx.wakes.send(due, now);
    sent += due.length;
  }
  ctx.telemetry.measure('Enqueued', sent);
  return sent;
};

const ask = async (
  { key, ...request }: PassRequest,
  now: number,
  ctx: EnqueueContext,
): Promise<Wake | undefined> => {
  const result = await ctx.rows.request(key, { now, ...request });
  return result === 'scheduled' ? { key, dueAt: now + request.delayMs } : undefined;
};
