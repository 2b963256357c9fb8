import type { KubeObject } from '../../resource.ts';

/** An object of decoded JSON whose fields are not known yet. */
export type Bag = { readonly [field: string]: unknown };

/** `true` for a JSON object (neither a list nor null). */
export function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a JSON object, an empty one if it is none. */
export function bagOf(value: unknown): Bag {
  return isBag(value) ? value : {};
}

/** A value as a string, undefined if it is none or empty, as Go's `omitempty` takes them for the same. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A value as a number, undefined if it is none or zero, as Go's `omitempty` takes them for the same. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value !== 0 ? value : undefined;
}

/** A value as a list of JSON objects; anything else counts as an empty one. */
export function bagsOf(value: unknown): readonly Bag[] {
  return Array.isArray(value) ? value.filter(isBag) : [];
}

/** A value as a list of strings; anything else counts as an empty one. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The entries of a string map (labels, annotations, selectors), sorted by key. */
export function textEntriesOf(value: unknown): readonly (readonly [string, string])[] {
  return Object.entries(bagOf(value))
    .map(([key, text]) => [key, typeof text === 'string' ? text : ''] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A copy with fields set, or removed where the value is undefined. */
export function withFields<Base extends Bag>(base: Base, fields: Bag): Base {
  const merged = Object.entries({ ...base, ...fields }).filter(([, value]) => value !== undefined);
  // Fields of Base that callers replace keep their type; removed ones are optional in every type used here.
  return Object.fromEntries(merged) as Base;
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (!isBag(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutNull(field)]));
}

/** A copy without null fields at any depth: decoding into a built-in type takes null for absent. */
export function withoutNulls(object: KubeObject): KubeObject {
  // Removing null fields of optional members leaves a KubeObject.
  return withoutNull(object) as KubeObject;
}

/** `true` if two JSON values are equal, whatever the order of their keys. Source: `apiequality.Semantic.DeepEqual`. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isBag(a) || !isBag(b)) return isEmptyJson(a) && isEmptyJson(b);
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameJson(a[key], b[key]));
}

function isEmptyJson(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isBag(value) && Object.keys(value).length === 0;
}
