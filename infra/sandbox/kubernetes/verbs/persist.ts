import { isDeepStrictEqual } from 'node:util';
import { storageOf, toServed, toStored } from '../catalog/catalog.ts';
import type { KubeObject, Resource } from '../resource.ts';
import type { Engine, Write } from './engine.ts';

/** Reads one object in the form of a resource's version. */
export function readObject(
  { store }: Engine,
  resource: Resource,
  namespace: string,
  name: string,
): KubeObject | undefined {
  const stored = store.get(storageOf(resource), namespace, name);
  return stored === undefined ? undefined : toServed(resource, stored);
}

/** Tells whether nothing holds a deleted object any more: no finalizer, nor one of a namespace's own. */
export function isReleased(object: KubeObject): boolean {
  const held = (object.metadata.finalizers?.length ?? 0) > 0;
  return !held && namespaceFinalizers(object).length === 0;
}

/** `spec.finalizers` of a namespace, which wait for its contents; empty for any other kind. */
function namespaceFinalizers(object: KubeObject): readonly unknown[] {
  if (object.kind !== 'Namespace' || object.apiVersion !== 'v1') return [];
  const { spec } = object;
  if (typeof spec !== 'object' || spec === null) return [];
  const finalizers: unknown = Reflect.get(spec, 'finalizers');
  return Array.isArray(finalizers) ? finalizers : [];
}

/**
 * Stores the next state of an object: nothing if it is a dry run or changes nothing, a removal if deletion only waited
 * for its last finalizer. Source: `Store.Update` and `deleteWithoutFinalizers` of the generic registry.
 */
export function persist(
  engine: Engine,
  { resource, dryRun }: Pick<Write, 'resource' | 'dryRun'>,
  live: KubeObject | undefined,
  next: KubeObject,
): KubeObject {
  if (live !== undefined && isSame(live, next)) return live;
  const removable = next.metadata.deletionTimestamp !== undefined && isReleased(next);
  if (dryRun) return next;
  const bucket = storageOf(resource);
  if (live !== undefined && removable) {
    // Its last state was never stored: watches tell the one before, the writer hears its own.
    discard(engine, resource, live);
    return next;
  }
  return toServed(resource, engine.store.write(bucket, toStored(resource, next)));
}

/** Removes an object from the storage and gives back what it had allocated. */
export function discard(engine: Engine, resource: Resource, object: KubeObject): KubeObject {
  const last = engine.store.remove(storageOf(resource), toStored(resource, object));
  resource.strategy.release?.(object, engine.context);
  return toServed(resource, last);
}

function isSame(live: KubeObject, next: KubeObject): boolean {
  return isDeepStrictEqual(comparable(live), comparable(next));
}

/** An object without what changes on every write: its resourceVersion and the times of its managers. */
function comparable(object: KubeObject): unknown {
  const { resourceVersion: _revision, managedFields, ...metadata } = object.metadata;
  const managers = managedFields?.map(({ time: _time, ...entry }) => entry) ?? [];
  // Key order and undefined fields are no difference in JSON.
  return JSON.parse(JSON.stringify({ ...object, metadata, managers }));
}
