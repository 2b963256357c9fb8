import type { Json } from '../resource.ts';
import type { FieldSchema } from './field-schema.ts';
import type { PathElement } from './path-element.ts';
import { type View, viewOf } from './typed-view.ts';

/**
 * Lays an applied value over the live one: leaves of the applied value win, branches are merged, what only one side has
 * stays. Source: structured-merge-diff `TypedValue.Merge`.
 */
export function mergeTyped(schema: FieldSchema, live: Json, applied: Json): Json {
  const left = viewOf(schema, live);
  const right = viewOf(schema, applied);
  if (left.kind === 'leaf' || right.kind === 'leaf') return applied;
  if (left.children.size === 0 && right.children.size === 0) return applied;
  if (left.list) return mergeLists(left, right);
  const merged: { [name: string]: Json } = {};
  for (const element of new Set([...left.children.keys(), ...right.children.keys()])) {
    const value = mergeChild(left, right, element);
    if (value !== undefined) merged[element.slice(2)] = value;
  }
  return merged;
}

type Branch = Extract<View, { kind: 'branch' }>;

function mergeChild(left: Branch, right: Branch, element: PathElement): Json | undefined {
  const live = left.children.get(element);
  const applied = right.children.get(element);
  const [next] = applied?.values ?? [];
  if (next === undefined || applied === undefined) return live?.values[0];
  const [old] = live?.values ?? [];
  if (old === undefined || live === undefined || live.values.length > 1) return next;
  return mergeTyped(applied.schema, old, next);
}

function mergeLists(left: Branch, right: Branch): Json {
  const applied = [...right.children.keys()];
  const order = orderItems(left.steps, applied);
  return order.flatMap((step) => {
    if (typeof step !== 'string') return [step.liveOnly];
    const merged = mergeChild(left, right, step);
    return merged === undefined ? [] : [merged];
  });
}

/** Where an item of the merged list comes from: the applied list, or the live list alone. */
type Placed = PathElement | { readonly liveOnly: Json };

type Walk = {
  readonly order: Placed[];
  readonly placed: Set<PathElement>;
  /** Applied items that are not placed yet. */
  readonly waiting: PathElement[];
  /** Those of them that are live too. */
  readonly anchors: PathElement[];
};

/**
 * Orders the union of two lists: applied items keep their order, live-only items stay behind the live item that they
 * followed, as far as both can be had.
 */
function orderItems(
  live: readonly (readonly [PathElement, Json])[],
  applied: readonly PathElement[],
): readonly Placed[] {
  const isApplied = new Set(applied);
  const isLive = new Set(live.map(([element]) => element));
  const walk: Walk = {
    order: [],
    placed: new Set(),
    waiting: [...applied],
    anchors: applied.filter((element) => isLive.has(element)),
  };
  for (const [element, item] of live) {
    if (isApplied.has(element)) placeApplied(walk, element);
    else walk.order.push({ liveOnly: item });
  }
  while (walk.waiting.length > 0) placeNext(walk);
  return walk.order;
}

function placeNext(walk: Walk): void {
  const element = walk.waiting.shift();
  if (element === undefined) return;
  walk.order.push(element);
  walk.placed.add(element);
  if (walk.anchors[0] === element) walk.anchors.shift();
}

function placeApplied(walk: Walk, element: PathElement): void {
  if (walk.placed.has(element)) {
    // Once no anchor is left, each live item that was placed early lets one applied item through.
    if (walk.anchors.length === 0) placeNext(walk);
    return;
  }
  // A live item that another anchor must precede moves to where the applied list wants it.
  if (walk.waiting[0] !== element && walk.anchors[0] !== element) return;
  while (!walk.placed.has(element)) placeNext(walk);
}
