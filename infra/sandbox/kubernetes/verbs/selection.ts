import { storageOf, toServed } from '../catalog/catalog.ts';
import type { KubeObject, Resource } from '../resource.ts';
import {
  type FieldTerm,
  matchesFields,
  parseFieldSelector,
  selectedName,
} from '../selectors/field-selector.ts';
import {
  matchesLabels,
  parseLabelSelector,
  type Requirement,
} from '../selectors/label-selector.ts';
import type { Engine } from './engine.ts';

/** Which objects of a resource a list, watch or deletecollection means. */
export type Selection = {
  readonly resource: Resource;
  /** Undefined means all namespaces. */
  readonly namespace: string | undefined;
  readonly labels: readonly Requirement[];
  readonly fields: readonly FieldTerm[];
};

/** Reads the selectors of a query. Throws ApiError 400. */
export function readSelection(
  resource: Resource,
  namespace: string,
  query: URLSearchParams,
): Selection {
  return {
    resource,
    namespace: namespace === '' ? undefined : namespace,
    labels: parseLabelSelector(query.get('labelSelector') ?? ''),
    fields: parseFieldSelector(query.get('fieldSelector') ?? '', resource.selectableFields),
  };
}

/** Tells whether a stored object is selected, in the form that the resource serves. */
export function isSelected({ resource, labels, fields }: Selection, stored: KubeObject): boolean {
  if (!matchesLabels(labels, stored.metadata.labels)) return false;
  return fields.length === 0 || matchesFields(fields, toServed(resource, stored));
}

/** The selected objects in key order, after a key and as of a revision, in the served form. */
export function selectObjects(
  { store }: Engine,
  selection: Selection,
  range: { readonly after?: string; readonly atRevision?: number } = {},
): readonly KubeObject[] {
  const { resource, namespace } = selection;
  const bucket = storageOf(resource);
  const name = selectedName(selection.fields);
  const direct = name !== undefined && Object.keys(range).length === 0;
  const key = direct ? store.get(bucket, namespace ?? '', name) : undefined;
  // One name in one namespace (or of a cluster-wide kind) needs no walk.
  const candidates =
    direct && (namespace !== undefined || !resource.namespaced)
      ? key === undefined
        ? []
        : [key]
      : store.list(bucket, { ...range, ...(namespace === undefined ? {} : { namespace }) });
  return candidates
    .filter((stored) => isSelected(selection, stored))
    .map((stored) => toServed(resource, stored));
}
