import type { KubeObject } from '../resource.ts';
import { createHistory, type History, type StoreEvent } from './history.ts';
import { createShelf, type ListRange, type Shelf } from './shelf.ts';

/** Everything a cluster stores: immutable objects under one rising revision, as etcd keeps them. */
export type Store = {
  /** The revision of the newest write. */
  readonly revision: () => number;
  /** The revision up to which history is forgotten. */
  readonly compactedRevision: () => number;
  readonly get: (bucket: string, namespace: string, name: string) => KubeObject | undefined;
  /** Objects in key order. The revision asked for must not be compacted. */
  readonly list: (bucket: string, range: ListRange) => readonly KubeObject[];
  /** Stores an object under a new revision and returns it as stored. */
  readonly write: (bucket: string, object: KubeObject) => KubeObject;
  /** Removes an object and returns its last state, under the revision of the removal. */
  readonly remove: (bucket: string, object: KubeObject) => KubeObject;
  /** Events after a revision, oldest first. The revision must not be compacted. */
  readonly eventsAfter: (revision: number) => readonly StoreEvent[];
  readonly subscribe: (listener: (event: StoreEvent) => void) => () => void;
  readonly buckets: () => readonly string[];
};

/** The bucket of a resource: all versions of a group's resource share one. */
export function bucketOf(resource: { readonly group: string; readonly plural: string }): string {
  return `${resource.group}/${resource.plural}`;
}

/** The key of an object inside its bucket; keys sort as etcd's do. */
export function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

/** Builds an empty store that remembers `historyLimit` events for watches and consistent pages. */
export function createStore(historyLimit: number): Store {
  const shelves = new Map<string, Shelf>();
  const history = createHistory(historyLimit);
  const listeners = new Set<(event: StoreEvent) => void>();
  let revision = 1;

  const shelfOf = (bucket: string): Shelf => {
    const found = shelves.get(bucket);
    if (found !== undefined) return found;
    const created = createShelf();
    shelves.set(bucket, created);
    return created;
  };
  const stamp = (object: KubeObject): KubeObject => {
    revision += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
  };
  const publish = (event: StoreEvent): void => {
    history.add(event);
    for (const listener of [...listeners]) listener(event);
  };

  return {
    revision: () => revision,
    compactedRevision: history.compactedRevision,
    get: (bucket, namespace, name) => shelves.get(bucket)?.get(keyOf(namespace, name)),
    list: (bucket, range) =>
      shelfOf(bucket).list(range, overlayAt(history, bucket, range.atRevision ?? revision)),
    write: (bucket, object) => {
      const shelf = shelfOf(bucket);
      const key = keyOf(object.metadata.namespace, object.metadata.name);
      const previous = shelf.get(key);
      const stored = stamp(object);
      shelf.put(key, stored);
      publish({ revision, bucket, key, object: stored, previous, removed: false });
      return stored;
    },
    remove: (bucket, object) => {
      const key = keyOf(object.metadata.namespace, object.metadata.name);
      const last = stamp(object);
      shelfOf(bucket).drop(key);
      publish({ revision, bucket, key, object: last, previous: object, removed: true });
      return last;
    },
    eventsAfter: history.after,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    buckets: () => [...shelves.keys()],
  };
}

/** What each key held at a revision, for the keys that changed since: events undone from the newest back. */
function overlayAt(
  history: History,
  bucket: string,
  atRevision: number,
): ReadonlyMap<string, KubeObject | undefined> {
  const overlay = new Map<string, KubeObject | undefined>();
  for (const event of [...history.after(atRevision)].reverse()) {
    if (event.bucket === bucket) overlay.set(event.key, event.previous);
  }
  return overlay;
}
