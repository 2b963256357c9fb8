import type { Ms } from '../core/model/time.ts';
import type { WorkKey } from '../core/model/work-key.ts';
import type { Wake } from '../ports/wake-queue.ts';
import type { RequestResult } from '../ports/work-rows.ts';
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

/** What asking for passes came to. */
export type Enqueued = {
  /** Messages that were sent. */
  readonly sent: number;
  /** Keys that were left alone, since nobody ever asked for them. */
  readonly unknown: number;
};

/** Asks for passes, and returns how many messages were sent. */
export const enqueue = async (
  requests: readonly PassRequest[],
  ctx: EnqueueContext,
): Promise<number> => (await enqueueAll(requests, ctx)).sent;

/**
 * Asks for passes: first the rows, then one message for each row that had none on its way. A crash in between is healed by the next
 * request, once the row's time is long past.
 */
export const enqueueAll = async (
  requests: readonly PassRequest[],
  ctx: EnqueueContext,
): Promise<Enqueued> => {
  let sent = 0;
  let unknown = 0;
  for (let start = 0; start < requests.length; start += parallel) {
    const now = ctx.clock.now();
    const answers = await Promise.all(
      requests.slice(start, start + parallel).map((request) => ask(request, now, ctx)),
    );
    const due = answers.flatMap(({ wake }) => wake ?? []);
    if (due.length > 0) await ctx.wakes.send(due, now);
    sent += due.length;
    unknown += answers.filter(({ result }) => result === 'unknown').length;
  }
  ctx.telemetry.measure('Enqueued', sent);
  return { sent, unknown };
};

const ask = async (
  { key, ...request }: PassRequest,
  now: number,
  ctx: EnqueueContext,
): Promise<{ readonly result: RequestResult; readonly wake?: Wake }> => {
  const result = await ctx.rows.request(key, { now, ...request });
  const wake = { key, dueAt: now + request.delayMs };
  return { result, ...(result === 'scheduled' ? { wake } : {}) };
};
