import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../resource.ts';
import type { FieldSchema } from './field-schema.ts';
import { type FieldSet, fieldSetBuilder } from './field-set.ts';
import type { Path } from './path-element.ts';
import { type Child, type View, viewOf } from './typed-view.ts';

/** Which field paths two values of one schema differ in. Source: structured-merge-diff `typed.Comparison`. */
export type Comparison = {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
};

type Side = { readonly insert: (path: Path) => void };
type Sides = { readonly added: Side; readonly modified: Side; readonly removed: Side };

/** Compares an old value with a new one, field by field as ownership divides them. */
export function compareTyped(schema: FieldSchema, before: Json, after: Json): Comparison {
  const sides = {
    added: fieldSetBuilder(),
    modified: fieldSetBuilder(),
    removed: fieldSetBuilder(),
  };
  compareBoth(schema, { before, after }, [], sides);
  return { added: sides.added.set, modified: sides.modified.set, removed: sides.removed.set };
}

function compareBoth(
  schema: FieldSchema,
  values: { readonly before: Json; readonly after: Json },
  path: Path,
  sides: Sides,
): void {
  const left = viewOf(schema, values.before);
  const right = viewOf(schema, values.after);
  const sameKind = left.kind === right.kind;
  if (!sameKind || (isBare(left) && isBare(right))) {
    if (!isDeepStrictEqual(values.before, values.after)) sides.modified.insert(path);
  }
  const lost = childrenOf(left);
  const gained = childrenOf(right);
  for (const element of new Set([...lost.keys(), ...gained.keys()])) {
    compareChild(lost.get(element), gained.get(element), [...path, element], sides);
  }
}

function isBare(view: View): boolean {
  return view.kind === 'leaf' || view.children.size === 0;
}

function childrenOf(view: View): ReadonlyMap<string, Child> {
  return view.kind === 'leaf' ? new Map() : view.children;
}

function compareChild(
  before: Child | undefined,
  after: Child | undefined,
  path: Path,
  sides: Sides,
): void {
  const old = before?.values ?? [];
  const next = after?.values ?? [];
  if (old.length > 1 && next.length > 1) {
    if (!isDeepStrictEqual(old, next)) sides.modified.insert(path);
    return;
  }
  // Several items with one key are owned as a lump: what turns into or out of a lump counts as replaced.
  if (old.length > 1 || next.length > 1) {
    if (old.length === 1) insertOne(before, path, sides.removed);
    if (next.length === 1) insertOne(after, path, sides.added);
    if (old.length > 1) sides.removed.insert(path);
    else sides.added.insert(path);
    return;
  }
  compareSingle(before, after, path, sides);
}

function compareSingle(
  before: Child | undefined,
  after: Child | undefined,
  path: Path,
  sides: Sides,
): void {
  const [old] = before?.values ?? [];
  const [next] = after?.values ?? [];
  if (before === undefined || old === undefined) insertOne(after, path, sides.added);
  else if (next === undefined) insertOne(before, path, sides.removed);
  else compareBoth(before.schema, { before: old, after: next }, path, sides);
}

/** Inserts the path of a value and all paths below it, for a value that only one side has. */
function insertOne(child: Child | undefined, path: Path, side: Side): void {
  const [value] = child?.values ?? [];
  if (child === undefined || value === undefined) return;
  side.insert(path);
  for (const [element, below] of childrenOf(viewOf(child.schema, value))) {
    if (below.values.length > 1) side.insert([...path, element]);
    else insertOne(below, [...path, element], side);
  }
}
