import { messageOf } from '../core/model/failure.ts';
import type { ObjectEvent } from '../core/model/object-event.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventRecorder } from '../ports/event-recorder.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { withTimeLimit } from './time-limit.ts';

/** What telling people about objects takes. */
export type TellContext = {
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly signal?: AbortSignal;
};

/** No pass waits longer for its Events. */
const limitMs = 3_000;

/** Records Events side by side. It never throws: an Event that can't be recorded must not fail what it tells of. */
export const tell = async (events: readonly ObjectEvent[], ctx: TellContext): Promise<void> => {
  const settled = await Promise.allSettled(
    events.map((event) =>
      withTimeLimit(limitMs, ctx, (signal) => ctx.events.record(event, ctx.clock.now(), signal)),
    ),
  );
  const lost = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const first: unknown = lost[0];
  if (first === undefined) return;
  ctx.telemetry.warn('Events were not recorded', {
    lost: lost.length,
    reason: messageOf(first),
  });
};
