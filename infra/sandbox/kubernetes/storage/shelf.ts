import type { KubeObject } from '../resource.ts';

/** Which objects of a bucket to list: those of one namespace, or all, after a key, as of a revision. */
export type ListRange = {
  readonly namespace?: string;
  readonly after?: string;
  readonly atRevision?: number;
};

/** The objects of one bucket, kept in key order. */
export type Shelf = {
  readonly get: (key: string) => KubeObject | undefined;
  readonly put: (key: string, object: KubeObject) => void;
  readonly drop: (key: string) => void;
  /** Objects in key order, where `overlay` says what the keys changed since the wanted revision held at it. */
  readonly list: (
    range: ListRange,
    overlay: ReadonlyMap<string, KubeObject | undefined>,
  ) => readonly KubeObject[];
};

/** Builds an empty shelf. */
export function createShelf(): Shelf {
  const objects = new Map<string, KubeObject>();
  const keys: string[] = [];
  return {
    get: (key) => objects.get(key),
    put: (key, object) => {
      if (!objects.has(key)) keys.splice(lowerBound(keys, key), 0, key);
      objects.set(key, object);
    },
    drop: (key) => {
      if (objects.delete(key)) keys.splice(lowerBound(keys, key), 1);
    },
    list: (range, overlay) => {
      const lookup = (key: string) => (overlay.has(key) ? overlay.get(key) : objects.get(key));
      const ordered = overlay.size === 0 ? keys : withRemoved(keys, overlay);
      return collect(ordered, range, lookup);
    },
  };
}

function withRemoved(
  keys: readonly string[],
  overlay: ReadonlyMap<string, KubeObject | undefined>,
): readonly string[] {
  // Plain sort compares UTF-16 units, as the binary search does.
  return [...new Set([...keys, ...overlay.keys()])].sort();
}

function collect(
  keys: readonly string[],
  range: ListRange,
  lookup: (key: string) => KubeObject | undefined,
): readonly KubeObject[] {
  const prefix = range.namespace === undefined ? '' : `${range.namespace}/`;
  const from = range.after === undefined ? prefix : `${range.after}\0`;
  const found: KubeObject[] = [];
  for (let index = lowerBound(keys, from); index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    if (!key.startsWith(prefix)) break;
    const object = lookup(key);
    if (object !== undefined) found.push(object);
  }
  return found;
}

/** The first index whose key is not below `wanted`. */
function lowerBound(keys: readonly string[], wanted: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
