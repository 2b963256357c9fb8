import type { Json, JsonObject } from '../resource.ts';
import type { FieldSchema, ListSchema } from './field-schema.ts';
import { zeroScalar } from './go-decoded.ts';

/**
 * One step of a field path in the spelling of FieldsV1: `f:<field>`, `k:<keys of a list item as JSON>`,
 * `v:<scalar of a set as JSON>`. Equal steps are equal strings. Source: structured-merge-diff `fieldpath`.
 */
export type PathElement = string;

/** A field path from the root of an object. */
export type Path = readonly PathElement[];

/** The step to a named field or to an entry of a map. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** The name that a field step leads to; undefined for steps into lists. */
export function fieldName(element: PathElement): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined;
}

function keyElement(keys: readonly (readonly [string, Json])[]): PathElement {
  const sorted = keys.toSorted(([a], [b]) => compareText(a, b));
  return `k:${JSON.stringify(Object.fromEntries(sorted))}`;
}

/**
 * The step to an item of a set or keyed list, defaults of absent keys filled in, or why the item cannot be told apart,
 * in the words of structured-merge-diff.
 */
export function itemElement(
  list: ListSchema,
  item: Json,
): { readonly element: PathElement } | { readonly fault: string } {
  if (list.listType === 'set') return setItemElement(item);
  if (item === null) {
    return { fault: 'associative list with keys may not have a null element' };
  }
  if (typeof item !== 'object' || Array.isArray(item)) {
    return { fault: 'associative list with keys may not have non-map elements' };
  }
  return keyedItemElement(list, item as JsonObject);
}

function setItemElement(item: Json): { readonly element: string } | { readonly fault: string } {
  if (item === null) {
    return { fault: "associative list without keys has an element that's an explicit null" };
  }
  if (Array.isArray(item)) {
    return { fault: 'not supported: associative list with lists as elements' };
  }
  if (typeof item === 'object') {
    return { fault: "associative list without keys has an element that's a map type" };
  }
  return { element: `v:${JSON.stringify(item)}` };
}

function keyedItemElement(
  list: ListSchema,
  item: JsonObject,
): { readonly element: string } | { readonly fault: string } {
  const keys: (readonly [string, Json])[] = [];
  for (const key of list.mapKeys ?? []) {
    const value = item[key] ?? keyDefault(list.items, key);
    if (value === undefined) {
      const text = `associative list with keys has an element that omits key field ${JSON.stringify(key)}`;
      return { fault: `${text} (and doesn't have default value)` };
    }
    keys.push([key, value]);
  }
  return { element: keyElement(keys) };
}

/** What an absent key counts as: its default, or the zero that Go gives required fields of built-in types. */
function keyDefault(items: FieldSchema, key: string): Json | undefined {
  const field = items.kind === 'struct' ? items.fields[key] : undefined;
  if (items.kind !== 'struct' || field?.kind !== 'scalar') return undefined;
  if (field.default !== undefined) return field.default;
  const isZeroed = items.definition !== undefined && items.required?.includes(key) === true;
  return isZeroed ? zeroScalar(field) : undefined;
}

/** Rewrites a FieldsV1 step in the one spelling that steps are compared in; undefined if it is none. */
export function canonicalElement(text: string): PathElement | undefined {
  const body = text.slice(2);
  if (text.startsWith('f:')) return text;
  if (text.startsWith('i:')) return /^-?\d+$/.test(body) ? text : undefined;
  const value = parseJson(body);
  if (text.startsWith('v:') && value !== undefined) return `v:${JSON.stringify(value)}`;
  if (text.startsWith('k:') && isPlainObject(value)) return keyElement(Object.entries(value));
  return undefined;
}

function parseJson(text: string): Json | undefined {
  try {
    // JSON.parse gives any; what it parses is Json by definition.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isPlainObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A path as conflicts spell it, such as `.spec.ports[port=80,protocol="TCP"].name`. */
export function displayPath(path: Path): string {
  return path.map(displayElement).join('');
}

/** One step as conflicts and typed errors spell it. */
export function displayElement(element: PathElement): string {
  const body = element.slice(2);
  if (element.startsWith('f:')) return `.${body}`;
  if (element.startsWith('i:')) return `[${body}]`;
  if (element.startsWith('v:')) return `[=${body}]`;
  const keys = parseJson(body);
  const entries = isPlainObject(keys) ? Object.entries(keys) : [];
  return `[${entries.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
}

const ranks = ['f', 'k', 'v', 'i'];

/** Orders steps: fields, keyed items, set items, indexes; within them by content. */
export function compareElements(a: PathElement, b: PathElement): number {
  const rank = ranks.indexOf(a.charAt(0)) - ranks.indexOf(b.charAt(0));
  if (rank !== 0) return rank;
  if (a.startsWith('f:')) return compareText(a, b);
  return compareJson(parseJson(a.slice(2)) ?? null, parseJson(b.slice(2)) ?? null);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function compareJson(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (isPlainObject(a) && isPlainObject(b)) return compareKeys(a, b);
  return compareText(`${typeof a}${String(a)}`, `${typeof b}${String(b)}`);
}

function compareKeys(a: JsonObject, b: JsonObject): number {
  const [left, right] = [Object.entries(a), Object.entries(b)];
  for (const [index, [name, value]] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareText(name, other[0]) || compareJson(value, other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
