import type { Json, JsonObject } from '../resource.ts';
import { type FieldSet, isEmptySet, noFields } from './field-set.ts';
import { canonicalElement, compareElements, type PathElement } from './path-element.ts';

/** A set of paths as `metav1.FieldsV1` carries it: a trie of objects in which `.` marks a member that has children. */
export function encodeFieldsV1(set: FieldSet): JsonObject {
  const children = [...set.children].toSorted(([a], [b]) => compareElements(a, b));
  return Object.fromEntries(children.map(([element, child]) => [element, encodeNode(child)]));
}

function encodeNode(set: FieldSet): JsonObject {
  if (set.children.size === 0) return {};
  return set.member ? { '.': {}, ...encodeFieldsV1(set) } : encodeFieldsV1(set);
}

/** The set that a FieldsV1 object says; steps of an unknown form are passed over, as `fieldpath.Set.FromJSON` does. */
export function decodeFieldsV1(fields: JsonObject): FieldSet {
  const children = decodeChildren(fields);
  return { member: false, children };
}

function decodeChildren(fields: JsonObject): ReadonlyMap<PathElement, FieldSet> {
  const children = new Map<PathElement, FieldSet>();
  for (const [key, value] of Object.entries(fields)) {
    const element = key === '.' ? undefined : canonicalElement(key);
    if (element === undefined) continue;
    const child = decodeNode(value);
    if (!isEmptySet(child)) children.set(element, child);
  }
  return children;
}

function decodeNode(value: Json): FieldSet {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return noFields;
  // Array.isArray does not narrow readonly arrays away, so the object is named here.
  const node = value as JsonObject;
  const children = decodeChildren(node);
  return { member: children.size === 0 || Object.hasOwn(node, '.'), children };
}
