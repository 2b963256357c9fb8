import type { KubeObject, Resource } from '../resource.ts';
import { type Status, type StatusDetails, successStatus } from '../status/api-error.ts';
import { conflict, notFound } from '../status/faults.ts';
import { admitDelete } from './admit.ts';
import type { DeleteOptions } from './delete-options.ts';
import { type Engine, timeText, type Write } from './engine.ts';
import { discard, isReleased, persist, readObject } from './persist.ts';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** The finalizer of a CustomResourceDefinition whose objects are still to be removed. */
export const CLEAN_UP = 'customresourcecleanup.apiextensions.k8s.io';

/** The answer of a delete: the object if it stays for its finalizers (or its kind answers so), else a Status. */
export type Deleted =
  | { readonly kind: 'object'; readonly object: KubeObject; readonly removed: boolean }
  | { readonly kind: 'status'; readonly status: Status };

/**
 * Deletes an object: at once, or by a deletionTimestamp that waits for its finalizers, the ones of the propagation
 * policy included. Throws ApiError 403, 404 or 409. Source: `Store.Delete` of the generic registry.
 */
export function deleteObject(engine: Engine, write: Write, options: DeleteOptions): Deleted {
  const { resource, namespace, name, dryRun } = write;
  admitDelete(resource, name);
  const live = readObject(engine, resource, namespace, name);
  if (live === undefined) throw notFound(resource, name);
  checkPreconditions(resource, live, options);
  const wanted = withPolicyFinalizers(resource, withCleanUp(resource, live), options);
  if (isReleased(wanted)) {
    const last = dryRun ? wanted : discard(engine, resource, wanted);
    return answersObject(resource)
      ? { kind: 'object', object: last, removed: true }
      : { kind: 'status', status: successStatus(detailsOf(resource, live)) };
  }
  const marked = markDeleting(wanted, timeText(engine.context.now()));
  return { kind: 'object', object: persist(engine, write, live, marked), removed: false };
}

/** Services and namespaces answer their last state, other kinds a Status. Source: `ReturnDeletedObject` of registries. */
function answersObject({ group, plural }: Resource): boolean {
  return group === '' && (plural === 'services' || plural === 'namespaces');
}

function detailsOf({ group, plural }: Resource, object: KubeObject): StatusDetails {
  const { name, uid } = object.metadata;
  return { name, ...(group === '' ? {} : { group }), kind: plural, uid };
}

function checkPreconditions(
  resource: Resource,
  { metadata }: KubeObject,
  { preconditions }: DeleteOptions,
): void {
  const fields = [
    ['UID', preconditions?.uid, metadata.uid, 'deleted and then recreated'],
    ['ResourceVersion', preconditions?.resourceVersion, metadata.resourceVersion, 'modified'],
  ] as const;
  for (const [field, asked, actual, since] of fields) {
    if (asked === undefined || asked === actual) continue;
    if (resource.plural === 'namespaces') {
      const text = `Precondition failed: ${field} in precondition: ${asked}, ${field} in object meta: ${actual}`;
      throw conflict(resource, metadata.name, text);
    }
    // The generic registry names the kind, not the resource.
    throw conflict(
      { ...resource, plural: resource.kind },
      metadata.name,
      `the ${field} in the precondition (${asked}) does not match the ${field} in record (${actual}). The object might have been ${since}`,
    );
  }
}

function withPolicyFinalizers(
  resource: Resource,
  live: KubeObject,
  { policy }: DeleteOptions,
): KubeObject {
  // Events take no part in garbage collection.
  if (resource.plural === 'events') return live;
  const present = live.metadata.finalizers ?? [];
  const kept = present.filter((entry) => entry !== ORPHAN && entry !== FOREGROUND);
  const chosen = policy ?? policyOf(present);
  const added = chosen === 'Orphan' ? [ORPHAN] : chosen === 'Foreground' ? [FOREGROUND] : [];
  const finalizers = [...kept, ...added];
  const unchanged =
    finalizers.length === present.length && finalizers.every((entry) => present.includes(entry));
  if (unchanged) return live;
  const { finalizers: _old, ...metadata } = live.metadata;
  return {
    ...live,
    metadata: { ...metadata, ...(finalizers.length === 0 ? {} : { finalizers }) },
  };
}

/**
 * A CustomResourceDefinition waits for its objects from the moment it is deleted. Source: the registry of
 * apiextensions-apiserver.
 */
function withCleanUp(resource: Resource, live: KubeObject): KubeObject {
  const isDefinition = resource.kind === 'CustomResourceDefinition' && resource.strategicMerge;
  const { deletionTimestamp, finalizers = [] } = live.metadata;
  if (!isDefinition || deletionTimestamp !== undefined || finalizers.includes(CLEAN_UP))
    return live;
  return { ...live, metadata: { ...live.metadata, finalizers: [...finalizers, CLEAN_UP] } };
}

function policyOf(finalizers: readonly string[]): 'Orphan' | 'Foreground' | 'Background' {
  const first = finalizers.find((entry) => entry === ORPHAN || entry === FOREGROUND);
  if (first === undefined) return 'Background';
  return first === ORPHAN ? 'Orphan' : 'Foreground';
}

function markDeleting(object: KubeObject, at: string): KubeObject {
  if (object.metadata.deletionTimestamp !== undefined) return object;
  const { generation } = object.metadata;
  const marked: KubeObject = {
    ...object,
    metadata: {
      ...object.metadata,
      ...(generation === undefined ? {} : { generation: generation + 1 }),
      deletionTimestamp: at,
      deletionGracePeriodSeconds: 0,
    },
  };
  return object.kind === 'Namespace' ? terminating(marked) : marked;
}

/** A deleted namespace says so in its phase and carries no grace period. Source: the namespace registry. */
function terminating(namespace: KubeObject): KubeObject {
  const { deletionGracePeriodSeconds: _grace, ...metadata } = namespace.metadata;
  const status = typeof namespace['status'] === 'object' ? namespace['status'] : {};
  return { ...namespace, metadata, status: { ...status, phase: 'Terminating' } };
}
