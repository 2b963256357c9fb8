import { storageOf, toServed } from '../catalog/catalog.ts';
import type { KubeObject } from '../resource.ts';
import type { StoreEvent } from '../storage/history.ts';
import { isSelected, type Selection } from '../verbs/selection.ts';

/** One event of a watch, before it is written in the client's form. */
export type WatchEvent = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
};

/**
 * What a write means to a watch of a selection; undefined if nothing. An object that leaves the selection is DELETED, one
 * that enters it ADDED. Source: `convertToWatchEvent` of the API's cacher.
 */
export function watchEventOf(selection: Selection, event: StoreEvent): WatchEvent | undefined {
  const { resource, namespace } = selection;
  if (event.bucket !== storageOf(resource)) return undefined;
  if (namespace !== undefined && event.object.metadata.namespace !== namespace) return undefined;
  const { previous } = event;
  const before = previous !== undefined && isSelected(selection, previous);
  const after = !event.removed && isSelected(selection, event.object);
  if (after) {
    const object = toServed(resource, event.object);
    return { type: before ? 'MODIFIED' : 'ADDED', object };
  }
  if (!before) return undefined;
  const last = event.removed ? event.object : atRevision(previous, event.revision);
  return { type: 'DELETED', object: toServed(resource, last) };
}

/** The last state that was selected, under the revision of the write that ended it. */
function atRevision(object: KubeObject, revision: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}
