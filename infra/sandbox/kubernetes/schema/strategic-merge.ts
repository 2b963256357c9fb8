import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import { failure } from '../status/api-error.ts';
import type { FieldSchema, ListSchema } from './field-schema.ts';
import { goValue } from './go-value.ts';
import { fieldElement } from './path-element.ts';
import {
  badFormat,
  DELETE_FROM_LIST,
  PATCH,
  RETAIN_KEYS,
  SET_ORDER,
  targetOf,
  withoutDirectives,
  withoutNullEntries,
} from './strategic-directives.ts';
import { mergeItems, orderByDirective, removeScalars } from './strategic-list.ts';
import { childSchema } from './typed-view.ts';

/**
 * Applies a strategic merge patch: objects merge, lists merge by their patch merge key or are replaced, nulls delete,
 * and the directives `$patch`, `$deleteFromPrimitiveList/…`, `$setElementOrder/…` and `$retainKeys` do what they say.
 * Throws ApiError in the server's words: 400 for a malformed directive, 500 for an item without its merge key.
 * Source: apimachinery `strategicpatch.StrategicMergeMapPatch`.
 */
export function strategicMergePatch(
  live: JsonObject,
  patch: JsonObject,
  schema: FieldSchema,
): JsonObject {
  const directive = patch[PATCH];
  if (directive !== undefined) return mergeByDirective(directive, patch);
  const { base, rest } = retainKeys(live, patch);
  const ordered = orderLists(base, rest, schema);
  const result: { [name: string]: Json } = { ...ordered.base };
  for (const [key, value] of Object.entries(ordered.rest)) {
    if (key.startsWith(DELETE_FROM_LIST)) deleteFromList(result, key, value);
    else mergeField(result, key, { value, schema: childSchema(schema, fieldElement(key)) });
  }
  return result;
}

function mergeByDirective(directive: Json, patch: JsonObject): JsonObject {
  if (directive === 'delete') return {};
  const { [PATCH]: _directive, ...rest } = patch;
  if (directive === 'replace') return rest;
  throw failure(500, '', `unknown patch type: ${goValue(directive)} in map: ${goValue(patch)}`);
}

/** Drops the live fields that `$retainKeys` does not name; every field of the patch must be named there. */
function retainKeys(
  live: JsonObject,
  patch: JsonObject,
): { readonly base: JsonObject; readonly rest: JsonObject } {
  const { [RETAIN_KEYS]: names, ...rest } = patch;
  if (names === undefined) return { base: live, rest };
  if (!Array.isArray(names)) throw badFormat('retainKeys');
  const retained = new Set<Json>(names);
  const stray = Object.entries(rest).some(
    ([key, value]) =>
      value !== null &&
      !key.startsWith(DELETE_FROM_LIST) &&
      !key.startsWith(SET_ORDER) &&
      !retained.has(key),
  );
  if (stray) throw badFormat('retainKeys');
  const base = Object.fromEntries(Object.entries(live).filter(([key]) => retained.has(key)));
  return { base, rest };
}

/** Merges the lists whose order the patch sets, and takes them out of the rest of the patch. */
function orderLists(
  live: JsonObject,
  patch: JsonObject,
  schema: FieldSchema,
): { readonly base: JsonObject; readonly rest: JsonObject } {
  const base: { [name: string]: Json } = { ...live };
  const rest: { [name: string]: Json } = { ...patch };
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(SET_ORDER)) continue;
    delete rest[key];
    const name = targetOf(key, SET_ORDER);
    const merged = orderByDirective(
      { live: base[name], patch: rest[name], order },
      listSchema(childSchema(schema, fieldElement(name)), name),
      strategicMergePatch,
    );
    if (merged === undefined) continue;
    base[name] = merged;
    delete rest[name];
  }
  return { base, rest };
}

function listSchema(schema: FieldSchema | undefined, name: string): ListSchema {
  if (schema?.kind === 'list') return schema;
  throw failure(500, '', `unable to find api field in struct for the json field "${name}"`);
}

function deleteFromList(result: { [name: string]: Json }, key: string, value: Json): void {
  const name = targetOf(key, DELETE_FROM_LIST);
  const current = result[name];
  if (Array.isArray(current) && Array.isArray(value)) result[name] = removeScalars(current, value);
}

type FieldPatch = { readonly value: Json; readonly schema: FieldSchema | undefined };

function mergeField(result: { [name: string]: Json }, key: string, patch: FieldPatch): void {
  const { value, schema } = patch;
  if (value === null) {
    delete result[key];
    return;
  }
  const current = result[key];
  const merged =
    current === undefined || jsonKind(current) !== jsonKind(value)
      ? withoutDirectives(withoutNullEntries(value))
      : mergeSameKind(current, value, schema);
  if (merged === undefined) delete result[key];
  else if (!isDeepStrictEqual(current, merged)) result[key] = merged;
}

function mergeSameKind(current: Json, value: Json, schema: FieldSchema | undefined): Json {
  if (isJsonObject(current) && isJsonObject(value)) {
    return strategicMergePatch(current, value, schema ?? { kind: 'open' });
  }
  if (Array.isArray(current) && Array.isArray(value)) {
    if (schema?.kind !== 'list' || !mergesItems(schema)) return value;
    return mergeItems(current, value, schema, strategicMergePatch);
  }
  return value;
}

function mergesItems(schema: ListSchema): boolean {
  return schema.patchMergeKey !== undefined || schema.patchStrategy === 'merge';
}

function jsonKind(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
