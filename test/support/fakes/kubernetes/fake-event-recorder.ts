import type { ObjectEvent } from '../../../../lib/core/model/object-event.ts';
import type { EventRecorder } from '../../../../lib/ports/event-recorder.ts';
import { type Gate, through } from '../../gate.ts';
import type { ClusterState } from './fake-world.ts';

/** An Event as the host keeps it. */
export type StoredEvent = ObjectEvent & {
  readonly count: number;
  /** ISO 8601 with seconds. */
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
};

/** The recorder port and what it stored, in the order of first telling. */
export const createFakeEventRecorder = (
  gate: Gate,
  host: ClusterState,
): { readonly port: EventRecorder; readonly stored: () => readonly StoredEvent[] } => {
  const events = new Map<string, StoredEvent>();
  const port: EventRecorder = {
    record: (event, now, signal) =>
      through(gate, 'eventRecorder.record', () => {
        host.admit(signal);
        const at = `${new Date(now).toISOString().slice(0, 19)}Z`;
        const mark = JSON.stringify([event.subject, event.type, event.reason, event.message]);
        const known = events.get(mark);
        const key = event.subject.kind === 'Service' ? event.subject.key : undefined;
        if (!known && key && host.namespaces.terminates(key.namespace)) return;
        const first = { ...event, count: 0, firstTimestamp: at };
        const stored = known ?? first;
        events.set(mark, { ...stored, count: stored.count + 1, lastTimestamp: at });
      }),
  };
  return { port, stored: () => [...events.values()] };
};
