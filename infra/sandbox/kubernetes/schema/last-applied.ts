import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import { compareTyped } from './compare.ts';
import type { FieldSchema } from './field-schema.ts';
import { difference, type FieldSet, union } from './field-set.ts';
import { ownedFields } from './owned-fields.ts';
import { typedFaults } from './validate-typed.ts';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

function lastAppliedText(object: JsonObject): string | undefined {
  const metadata = object['metadata'];
  const annotations = isJsonObject(metadata) ? metadata['annotations'] : undefined;
  const text = isJsonObject(annotations) ? annotations[annotation] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    // JSON.parse gives any; what it parses is Json by definition.
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The fields that client-side apply set and nobody changed since: server-side apply by kubectl may take them without
 * force. Undefined where the object was not client-side applied in this version.
 * Source: `managedfields` lastAppliedManager.
 */
export function lastAppliedFields(
  schema: FieldSchema,
  live: JsonObject,
  apiVersion: string,
): FieldSet | undefined {
  const text = lastAppliedText(live);
  const applied = text === undefined ? undefined : parseObject(text);
  if (applied?.['apiVersion'] !== apiVersion) return undefined;
  if (typedFaults(schema, applied).length > 0 || typedFaults(schema, live).length > 0) {
    return undefined;
  }
  const change = compareTyped(schema, applied, live);
  const changed = union(union(change.modified, change.added), change.removed);
  return difference(ownedFields(schema, applied), changed);
}

/**
 * The object with its last-applied annotation brought up to what kubectl applied now, so that client-side apply still
 * works afterwards; unchanged where it has none. Source: `managedfields` lastAppliedUpdater.
 */
export function withLastApplied(object: JsonObject, patch: JsonObject): JsonObject {
  const metadata = object['metadata'];
  if (lastAppliedText(object) === undefined || !isJsonObject(metadata)) return object;
  const annotations = metadata['annotations'];
  if (!isJsonObject(annotations)) return object;
  const text = `${sortedJson(withoutAnnotation(patch))}\n`;
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...annotations, [annotation]: text } },
  };
}

function withoutAnnotation(patch: JsonObject): JsonObject {
  const metadata = patch['metadata'];
  if (!isJsonObject(metadata)) return patch;
  const annotations = metadata['annotations'];
  if (!isJsonObject(annotations)) return patch;
  const { [annotation]: _own, ...others } = annotations;
  return { ...patch, metadata: { ...metadata, annotations: others } };
}

function sortedJson(value: Json): string {
  const escaped: { readonly [char: string]: string } = {
    '<': '\\u003c',
    '>': '\\u003e',
    '&': '\\u0026',
  };
  const sorted = JSON.stringify(value, (_key, entry: unknown) =>
    // The replacer sees unknown values; an object among JSON values is a JsonObject.
    isJsonObject(entry as Json) ? sortKeys(entry as JsonObject) : entry,
  );
  return sorted.replaceAll(/[<>&]/g, (char) => escaped[char] ?? char);
}

function sortKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
