import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json } from '../resource.ts';
import type { FieldSchema } from './field-schema.ts';
import { type FieldSet, fieldSetBuilder } from './field-set.ts';
import type { Path, PathElement } from './path-element.ts';
import { type Child, childSchema, viewOf } from './typed-view.ts';

/** The paths that a manager owns by applying a value. Source: structured-merge-diff `TypedValue.ToFieldSet`. */
export function ownedFields(schema: FieldSchema, value: Json): FieldSet {
  const builder = fieldSetBuilder();
  collect({ schema, value }, [], builder.insert);
  return builder.set;
}

function collect(
  at: { readonly schema: FieldSchema; readonly value: Json },
  path: Path,
  insert: (path: Path) => void,
): void {
  const view = viewOf(at.schema, at.value);
  if (view.kind === 'leaf') {
    insert(path);
    return;
  }
  for (const [element, child] of view.children) {
    const below = [...path, element];
    const [value] = child.values;
    if (value !== undefined && child.values.length === 1) {
      collect({ schema: child.schema, value }, below, insert);
    }
    if (view.list || isOwnedItself(child)) insert(below);
  }
}

/** Nulls, empty objects and entries that no struct declares are owned besides what is in them. */
function isOwnedItself(child: Child): boolean {
  const [value] = child.values;
  if (!child.named || value === null) return true;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** The set with every declared field that has owned fields below it as a member too. */
export function withNamedFields(schema: FieldSchema, set: FieldSet): FieldSet {
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.children) {
    const below = childSchema(schema, element);
    const deep = below === undefined ? child : withNamedFields(below, child);
    const named = schema.kind === 'struct' && Object.hasOwn(schema.fields, element.slice(2));
    children.set(element, named ? { ...deep, member: true } : deep);
  }
  return { member: set.member, children };
}

/**
 * The value without the fields of a set, each with all below it; what loses its last field becomes null.
 * Source: structured-merge-diff `TypedValue.RemoveItems`.
 */
export function withoutFields(schema: FieldSchema, value: Json, set: FieldSet): Json {
  const view = viewOf(schema, value);
  if (view.kind === 'leaf' || set.children.size === 0) return value;
  const kept: (readonly [PathElement, Json])[] = [];
  for (const [element, item] of view.steps) {
    const removal = set.children.get(element);
    const child = view.children.get(element);
    if (removal?.member === true || child === undefined) continue;
    const next = removal === undefined ? item : withoutFields(child.schema, item, removal);
    kept.push([element, next]);
  }
  if (kept.length === 0) return null;
  if (view.list) return kept.map(([, item]) => item);
  return Object.fromEntries(kept.map(([element, item]) => [element.slice(2), item]));
}
