import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import { failure } from '../status/api-error.ts';
import type { FieldSchema, ListSchema } from './field-schema.ts';
import { goType, goValue } from './go-value.ts';
import { PATCH, withoutDirectives } from './strategic-directives.ts';

type MergeObjects = (live: JsonObject, patch: JsonObject, schema: FieldSchema) => JsonObject;
type List = readonly Json[];

/** What decides the order of a merged list: the order that is wanted and the order that was. */
type Order = { readonly wanted: List; readonly live: List };

/** The list without the given scalars. */
export function removeScalars(list: List, removed: List): Json {
  const gone = new Set(removed);
  return list.filter((item) => !gone.has(item));
}

/** Merges a patch list into the live one, by merge key or, for scalars, as a union; patch items keep their order. */
export function mergeItems(
  live: List,
  patch: List,
  schema: ListSchema,
  mergeObjects: MergeObjects,
): Json {
  if (live.length === 0 && patch.length === 0) return live;
  requireOneType(live, patch);
  const { base, merged, wanted } = mergeUnordered(live, patch, schema, mergeObjects);
  return arrange(merged, { wanted, live: base }, schema.patchMergeKey);
}

type Unordered = { readonly base: List; readonly merged: List; readonly wanted: List };

function mergeUnordered(
  live: List,
  patch: List,
  schema: ListSchema,
  mergeObjects: MergeObjects,
): Unordered {
  const key = schema.patchMergeKey;
  if (key === undefined) {
    return { base: live, merged: [...new Set([...live, ...patch])], wanted: patch };
  }
  const { base, rest } = obeyDirectives(objectsOf(live), objectsOf(patch), key);
  let merged: readonly JsonObject[] = base;
  for (const item of rest) {
    const value = keyOf(item, key);
    const index = merged.findIndex((candidate) => candidate[key] === value);
    const current = merged[index];
    merged =
      current === undefined
        ? [...merged, item]
        : merged.with(index, mergeObjects(current, item, schema.items));
  }
  return { base, merged, wanted: rest };
}

/** Carries out the `$patch` items of a list: deletes by key, or replaces the whole list. */
function obeyDirectives(
  live: readonly JsonObject[],
  patch: readonly JsonObject[],
  key: string,
): { readonly base: readonly JsonObject[]; readonly rest: readonly JsonObject[] } {
  const rest = patch.filter((item) => !Object.hasOwn(item, PATCH));
  let base = live;
  let replaced = false;
  for (const item of patch) {
    const directive = item[PATCH];
    if (directive === undefined) continue;
    if (directive === 'delete') {
      const value = keyOf(item, key);
      base = base.filter((candidate) => candidate[key] !== value);
    } else if (directive === 'replace') replaced = true;
    else throw unknownDirective(directive, item);
  }
  return replaced ? { base: rest, rest: [] } : { base, rest };
}

function unknownDirective(directive: Json, item: JsonObject): Error {
  if (directive === 'merge') {
    return failure(500, '', 'merging lists cannot yet be specified in the patch');
  }
  return failure(500, '', `unknown patch type: ${goValue(directive)} in map: ${goValue(item)}`);
}

/** A live list, the patch for it and the order that a `$setElementOrder` directive wants. */
export type OrderedMerge = {
  readonly live: Json | undefined;
  readonly patch: Json | undefined;
  readonly order: Json;
};

/** Merges a list and brings it into the order that the patch sets; undefined if neither side has the list. */
export function orderByDirective(
  input: OrderedMerge,
  schema: ListSchema,
  mergeObjects: MergeObjects,
): Json | undefined {
  const order = requireList(input.order);
  const live = input.live === undefined ? undefined : requireList(input.live);
  const patch = input.patch === undefined ? undefined : requireList(input.patch);
  const key = schema.patchMergeKey;
  requireSameOrder(patch ?? [], order, key);
  if (live === undefined && patch === undefined) return undefined;
  const merged = mergePresent(live, patch, schema, mergeObjects);
  requireOneType(live ?? [], patch ?? []);
  return arrange(merged, { wanted: order, live: live ?? [] }, key);
}

function mergePresent(
  live: List | undefined,
  patch: List | undefined,
  schema: ListSchema,
  mergeObjects: MergeObjects,
): List {
  if (patch === undefined) return live ?? [];
  if (live === undefined) return requireList(withoutDirectives(patch) ?? []);
  const merges = schema.patchMergeKey !== undefined || schema.patchStrategy === 'merge';
  return merges ? requireList(mergeItems(live, patch, schema, mergeObjects)) : patch;
}

function requireList(value: Json): List {
  if (Array.isArray(value)) return value;
  const actual = value === null ? '%!s(<nil>)' : goType(value);
  throw failure(500, '', `expected a []interface {}, but received a ${actual}`);
}

/** Patch items must come in the order that the directive says. */
function requireSameOrder(patch: List, order: List, key: string | undefined): void {
  if (patch.length === 0 || order.length === 0) return;
  const items = patch.filter((item) => !(isJsonObject(item) && Object.hasOwn(item, PATCH)));
  let next = 0;
  for (const wanted of order) {
    const item = items[next];
    if (item !== undefined && identity(item, key) === identity(wanted, key)) next += 1;
  }
  if (next === items.length) return;
  const lists = `${goValue(patch)}\n doesn't match $setElementOrder list:\n${goValue(order)}\n`;
  throw failure(500, '', `The order in patch list:\n${lists}`);
}

function identity(item: Json, key: string | undefined): Json {
  return key === undefined ? item : keyOf(asObject(item), key);
}

/** Wanted items in their order, the others in live order, woven together by live order. */
function arrange(items: List, order: Order, key: string | undefined): Json {
  const wantedIds = order.wanted.map((item) => identity(item, key));
  const liveIds = order.live.map((item) => identity(item, key));
  const place = (ids: List, item: Json): number => ids.indexOf(identity(item, key));
  const isWanted = (item: Json): boolean => place(wantedIds, item) >= 0;
  const wanted = items
    .filter((item) => isWanted(item))
    .toSorted((a, b) => place(wantedIds, a) - place(wantedIds, b));
  const others = items
    .filter((item) => !isWanted(item))
    .toSorted((a, b) => place(liveIds, a) - place(liveIds, b));
  return weave(others, wanted, (item) => place(liveIds, item));
}

function weave(others: List, wanted: List, livePlace: (item: Json) => number): Json {
  const woven: Json[] = [];
  const queue = [...wanted];
  for (const other of others) {
    while (queue[0] !== undefined && !precedes(livePlace(other), livePlace(queue[0]))) {
      woven.push(queue[0]);
      queue.shift();
    }
    woven.push(other);
  }
  return [...woven, ...queue];
}

function precedes(a: number, b: number): boolean {
  return a >= 0 && b >= 0 && a < b;
}

function requireOneType(...lists: readonly List[]): void {
  const types = new Set(lists.flat().map((item) => goType(item)));
  if (types.size === 0) throw failure(500, '', 'no elements in any of the given slices');
  if (types.has('[]interface {}')) {
    const text = 'the server rejected our request due to an error in our request';
    throw failure(422, 'Invalid', text);
  }
  if (types.size > 1) {
    const text = `list element types are not identical: [${lists.map((list) => goValue(list)).join(' ')}]`;
    throw failure(500, '', text);
  }
}

function objectsOf(list: List): readonly JsonObject[] {
  return list.map((item) => asObject(item));
}

function asObject(item: Json): JsonObject {
  if (isJsonObject(item)) return item;
  throw failure(500, '', `expected a map[string]interface {}, but received a ${goType(item)}`);
}

function keyOf(item: JsonObject, key: string): Json {
  const value = item[key];
  if (value !== undefined) return value;
  const text = `map: ${goValue(item)} does not contain declared merge key: ${key}`;
  throw failure(500, '', text);
}
