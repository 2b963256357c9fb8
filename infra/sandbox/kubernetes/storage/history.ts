import type { KubeObject } from '../resource.ts';

/** One write of a store. */
export type StoreEvent = {
  readonly revision: number;
  readonly bucket: string;
  readonly key: string;
  /** The object as written, or its last state under the revision of its removal. */
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
  readonly removed: boolean;
};

/** The newest writes of a store, oldest first, without gaps. */
export type History = {
  readonly add: (event: StoreEvent) => void;
  readonly after: (revision: number) => readonly StoreEvent[];
  readonly compactedRevision: () => number;
};

/** Builds a history that forgets its oldest half when it holds twice `limit` events. */
export function createHistory(limit: number): History {
  let events: StoreEvent[] = [];
  let compacted = 0;
  return {
    add: (event) => {
      events.push(event);
      if (events.length < limit * 2) return;
      const forgotten = events.length - limit;
      compacted = events[forgotten - 1]?.revision ?? compacted;
      events = events.slice(forgotten);
    },
    after: (revision) => {
      const newest = events.at(-1);
      if (newest === undefined || newest.revision <= revision) return [];
      const first = events[0]?.revision ?? 0;
      return events.slice(Math.max(0, revision + 1 - first));
    },
    compactedRevision: () => compacted,
  };
}
