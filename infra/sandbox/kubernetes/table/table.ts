import type { KubeObject, Resource } from '../resource.ts';
import { badRequest } from '../status/faults.ts';
import { fullText } from '../storage/serialize.ts';

/** Which form of its object a table's row carries. Source: `metav1.IncludeObjectPolicy`. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** How to write a table: the objects it carries, the version of `meta.k8s.io`, and the moment ages count to. */
export type TableStyle = {
  readonly include: IncludeObject;
  readonly version: 'v1' | 'v1beta1';
  readonly now: number;
};

/** Reads `includeObject` of a query. Throws ApiError 400. */
export function readIncludeObject(query: URLSearchParams): IncludeObject {
  const text = query.get('includeObject') || 'Metadata';
  if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(text)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** JSON of a `meta.k8s.io` Table of objects. `metadata` is the list's own, as JSON text. Source: `metav1.Table`. */
export function tableText(
  resource: Resource,
  objects: readonly KubeObject[],
  metadata: string,
  style: TableStyle & { readonly headers: boolean },
): string {
  const columns = style.headers ? columnsText(resource) : 'null';
  const rows = objects.map((object) => rowText(resource, object, style)).join(',');
  return `{"kind":"Table","apiVersion":"meta.k8s.io/${style.version}","metadata":${metadata},"columnDefinitions":${columns},"rows":[${rows}]}`;
}

/** JSON of an object's metadata alone. Source: `metav1.PartialObjectMetadata`. */
export function partialText(object: KubeObject, version: 'v1' | 'v1beta1'): string {
  return `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/${version}","metadata":${JSON.stringify(object.metadata)}}`;
}

function columnsText(resource: Resource): string {
  return JSON.stringify(
    resource.columns.map(({ name, type, format, description, priority }) => ({
      name,
      type,
      format: format ?? '',
      description,
      priority,
    })),
  );
}

function rowText(
  resource: Resource,
  object: KubeObject,
  { include, version, now }: TableStyle,
): string {
  const cells = JSON.stringify(resource.columns.map((column) => column.cell(object, now)));
  if (include === 'None') return `{"cells":${cells},"object":null}`;
  const text = include === 'Object' ? fullText(object) : partialText(object, version);
  return `{"cells":${cells},"object":${text}}`;
}
