import { stringify as stringifyYaml } from 'yaml';
import { apiVersionOf } from '../catalog/catalog.ts';
import type { KubeObject, Resource } from '../resource.ts';
import { bareText, fullText } from '../storage/serialize.ts';
import { partialText, readIncludeObject, type TableStyle, tableText } from '../table/table.ts';
import type { ObjectList } from '../verbs/call.ts';
import type { Format } from './accept.ts';

/** What decides the text of an answer besides the objects. */
export type View = {
  readonly resource: Resource;
  readonly format: Format;
  readonly query: URLSearchParams;
  readonly now: number;
};

/** JSON of one object, as itself, its metadata, or a table of one row. Throws ApiError 400 on a bad includeObject. */
export function objectText(view: View, object: KubeObject, headers = true): string {
  switch (view.format.form) {
    case 'object':
      return fullText(object);
    case 'partial':
      return partialText(object, view.format.version);
    case 'table': {
      const { resourceVersion } = object.metadata;
      const style = { ...tableStyle(view), headers };
      return tableText(view.resource, [object], JSON.stringify({ resourceVersion }), style);
    }
  }
}

/** JSON of a list, as itself, as metadata alone, or as a table. Throws ApiError 400 on a bad includeObject. */
export function listText(view: View, list: ObjectList): string {
  const { resource, format } = view;
  const metadata = listMetadata(list);
  switch (format.form) {
    case 'object':
      return wrapList(
        { kind: resource.listKind, apiVersion: apiVersionOf(resource) },
        metadata,
        list.items.map((item) => itemText(resource, item)),
      );
    case 'partial':
      return wrapList(
        { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${format.version}` },
        metadata,
        // The list is nil in Go where nothing was put into it.
        list.items.length === 0
          ? undefined
          : list.items.map((item) => partialText(item, format.version)),
      );
    case 'table':
      return tableText(resource, list.items, metadata, { ...tableStyle(view), headers: true });
  }
}

/** A JSON answer in the encoding that the client asked for. */
export function encodeText({ encoding }: Format, json: string): string {
  return encoding === 'json' ? `${json}\n` : stringifyYaml(JSON.parse(json));
}

/** The Content-Type of an encoding. */
export function contentTypeOf({ encoding }: Format): string {
  return `application/${encoding}`;
}

function tableStyle({ query, format, now }: View): TableStyle {
  return { include: readIncludeObject(query), version: format.version, now };
}

function listMetadata({ revision, continueToken, remainingItemCount }: ObjectList): string {
  return JSON.stringify({
    resourceVersion: String(revision),
    ...(continueToken === undefined ? {} : { continue: continueToken }),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  });
}

/** Items of a typed list carry no kind and apiVersion; those of custom resources do. */
function itemText(resource: Resource, item: KubeObject): string {
  return resource.strategicMerge ? bareText(item) : fullText(item);
}

function wrapList(
  head: { readonly kind: string; readonly apiVersion: string },
  metadata: string,
  items: readonly string[] | undefined,
): string {
  const list = items === undefined ? 'null' : `[${items.join(',')}]`;
  return `{"kind":${JSON.stringify(head.kind)},"apiVersion":${JSON.stringify(head.apiVersion)},"metadata":${metadata},"items":${list}}`;
}
