import type { KubeObject, Resource } from '../resource.ts';
import { failure } from '../status/api-error.ts';
import { conflict, invalid, MODIFIED_MEANWHILE } from '../status/faults.ts';
import { keyOf } from '../storage/store.ts';

/** Reads a resourceVersion; empty reads as 0. Throws ApiError 500 in Go's words, as the API does. */
export function parseRevision(text: string): number {
  if (/^\d*$/.test(text)) return Number(text);
  throw failure(500, '', `resourceVersion: Invalid value: "${text}": ${numberFault('Uint', text)}`);
}

/** What Go's strconv says of a text that is no number. */
export function numberFault(kind: 'Int' | 'Uint', text: string): string {
  return `strconv.Parse${kind}: parsing ${JSON.stringify(text)}: invalid syntax`;
}

/**
 * Refuses an update on a resourceVersion that is stale (409), or on none where the kind needs one (422).
 * Source: `Store.Update` of the generic registry.
 */
export function checkRevision(resource: Resource, live: KubeObject, next: KubeObject): void {
  const { name, resourceVersion } = live.metadata;
  const asked = next.metadata.resourceVersion || '0';
  if (!/^\d+$/.test(asked)) throw failure(500, '', numberFault('Uint', asked));
  const unconditional = resource.strategicMerge && resource.kind !== 'CustomResourceDefinition';
  if (asked === '0' && unconditional) return;
  if (asked === '0') {
    // The generic registry names the resource where others name the kind.
    throw invalid({ group: resource.group, kind: resource.plural }, name, [
      {
        reason: 'FieldValueInvalid',
        field: 'metadata.resourceVersion',
        message: 'Invalid value: 0: must be specified for an update',
      },
    ]);
  }
  if (asked !== resourceVersion) throw conflict(resource, name, MODIFIED_MEANWHILE);
}

/** Refuses a PUT whose uid is not that of the live object (409). */
export function checkUid(resource: Resource, next: KubeObject, live: KubeObject): void {
  const { uid } = next.metadata;
  if (uid && uid !== live.metadata.uid) throw uidConflict(resource, next, live.metadata.uid);
}

/** 409 for a PUT of a uid that no object of the name has. Source: `storage.Preconditions` of apiserver. */
export function uidConflict(resource: Resource, { metadata }: KubeObject, uid: string): Error {
  const key = registryKey(resource, metadata.namespace, metadata.name);
  return conflict(
    resource,
    metadata.name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${uid}`,
  );
}

const REGISTRY_ROOTS: ReadonlyMap<string, string> = new Map([
  ['services', 'services/specs'],
  ['endpoints', 'services/endpoints'],
  ['nodes', 'minions'],
]);

/** Where etcd keeps an object, as the API's conflicts tell it. */
function registryKey(
  { group, plural, strategicMerge }: Resource,
  namespace: string | undefined,
  name: string,
): string {
  const grouped = !strategicMerge || group === 'apiextensions.k8s.io';
  const root = grouped ? `${group}/${plural}` : (REGISTRY_ROOTS.get(plural) ?? plural);
  return `/registry/${root}/${keyOf(namespace, name).replace(/^\//, '')}`;
}
