import type { Resource } from '../resource.ts';
import { createWhileTerminating, forbidden, notFound } from '../status/faults.ts';
import type { Store } from '../storage/store.ts';
import type { Engine } from './engine.ts';

const NAMESPACES = { group: '', plural: 'namespaces', kind: 'Namespace' };
const IMMORTAL = ['default', 'kube-system', 'kube-public'];

/**
 * Refuses a create in a namespace that is missing (404) or being deleted (403), and one of a custom resource that is going
 * away (405).
 * Source: the `NamespaceLifecycle` admission plugin.
 */
export function admitCreate(
  { store }: Engine,
  resource: Resource,
  namespace: string,
  name: string,
): void {
  refuseTerminating(store, resource);
  if (!resource.namespaced) return;
  const found = store.get('/namespaces', '', namespace);
  if (found === undefined) throw notFound(NAMESPACES, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  throw forbidden(
    resource,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  );
}

/** No object is created of a custom resource whose definition is being deleted. Source: apiextensions-apiserver. */
function refuseTerminating(store: Store, resource: Resource): void {
  if (resource.strategicMerge) return;
  const name = `${resource.plural}.${resource.group}`;
  const definition = store.get('apiextensions.k8s.io/customresourcedefinitions', '', name);
  if (definition?.metadata.deletionTimestamp === undefined) return;
  throw createWhileTerminating(resource);
}

/** Refuses the deletion of the namespaces that every cluster needs. Source: the same admission plugin. */
export function admitDelete(resource: Resource, name: string): void {
  if (resource.group === '' && resource.plural === 'namespaces' && IMMORTAL.includes(name)) {
    throw forbidden(NAMESPACES, name, 'this namespace may not be deleted');
  }
}
