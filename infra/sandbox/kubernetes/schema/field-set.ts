import { compareElements, fieldElement, type Path, type PathElement } from './path-element.ts';

/**
 * A set of field paths as a trie. `member` says that the path which leads here is in the set itself; a node that is no
 * member and has no children does not occur below the root. Source: structured-merge-diff `fieldpath.Set`.
 */
export type FieldSet = {
  readonly member: boolean;
  readonly children: ReadonlyMap<PathElement, FieldSet>;
};

/** The set without any path. */
export const noFields: FieldSet = { member: false, children: new Map() };

/** Whether a set has no path. */
export function isEmptySet(set: FieldSet): boolean {
  return !set.member && set.children.size === 0;
}

/** A set of the given paths. */
export function fieldSetOf(paths: readonly Path[]): FieldSet {
  const builder = fieldSetBuilder();
  for (const path of paths) builder.insert(path);
  return builder.set;
}

type MutableSet = { member: boolean; readonly children: Map<PathElement, MutableSet> };

/** Collects paths one by one into a set; the empty path is ignored, as the root is no field. */
export function fieldSetBuilder(): {
  readonly set: FieldSet;
  readonly insert: (path: Path) => void;
} {
  const root: MutableSet = { member: false, children: new Map() };
  const insert = (path: Path): void => {
    if (path.length === 0) return;
    let node = root;
    for (const element of path) {
      const next = node.children.get(element) ?? { member: false, children: new Map() };
      node.children.set(element, next);
      node = next;
    }
    node.member = true;
  };
  return { set: root, insert };
}

function combine(
  a: FieldSet,
  b: FieldSet,
  keep: (inA: boolean, inB: boolean) => boolean,
): FieldSet {
  const children = new Map<PathElement, FieldSet>();
  for (const element of new Set([...a.children.keys(), ...b.children.keys()])) {
    const child = combine(
      a.children.get(element) ?? noFields,
      b.children.get(element) ?? noFields,
      keep,
    );
    if (!isEmptySet(child)) children.set(element, child);
  }
  return { member: keep(a.member, b.member), children };
}

/** Paths in either set. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, b, (inA, inB) => inA || inB);
}

/** Paths in both sets. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, b, (inA, inB) => inA && inB);
}

/** Paths of `a` that are not in `b`; a path of `b` does not take those below it away. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, b, (inA, inB) => inA && !inB);
}

/** The set without the given top-level fields and all below them. */
export function withoutTopFields(set: FieldSet, names: readonly string[]): FieldSet {
  const children = new Map(set.children);
  for (const name of names) children.delete(fieldElement(name));
  return { member: set.member, children };
}

/** Whether a path is in the set. */
export function hasPath(set: FieldSet, path: Path): boolean {
  let node: FieldSet | undefined = set;
  for (const element of path) node = node?.children.get(element);
  return node?.member ?? false;
}

/** Every path of the set: at each level first the members in order, then what is below each. */
export function pathsOf(set: FieldSet, prefix: Path = []): readonly Path[] {
  const children = [...set.children].toSorted(([a], [b]) => compareElements(a, b));
  const members = children.filter(([, child]) => child.member);
  return [
    ...members.map(([element]) => [...prefix, element]),
    ...children.flatMap(([element, child]) => pathsOf(child, [...prefix, element])),
  ];
}
