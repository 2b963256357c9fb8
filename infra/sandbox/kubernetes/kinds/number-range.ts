/** A range of whole numbers to hand out, with `reserved` ones at its start that are taken only when the rest is gone. */
export type RangeBounds = {
  readonly first: number;
  readonly last: number;
  readonly reserved: number;
};

/** Whole numbers that are each held by at most one owner. */
export type Range = {
  readonly contains: (value: number) => boolean;
  /** Takes a free one; undefined when all are held. */
  readonly take: () => number | undefined;
  /** Claims one; `false` if it is held. */
  readonly claim: (value: number) => boolean;
  readonly free: (value: number) => void;
};

type Span = { readonly from: number; readonly to: number };

function firstFree(held: ReadonlySet<number>, span: Span, random: () => number) {
  const size = span.to - span.from + 1;
  if (size <= 0) return undefined;
  const start = Math.min(Math.floor(random() * size), size - 1);
  for (let step = 0; step < size; step += 1) {
    const value = span.from + ((start + step) % size);
    if (!held.has(value)) return value;
  }
  return undefined;
}

/** Builds a range with nothing held; `random` (0 inclusive to 1 exclusive) says where a search starts. */
export function createRange(bounds: RangeBounds, random: () => number): Range {
  const held = new Set<number>();
  const { first, last, reserved } = bounds;
  const upper = { from: first + reserved, to: last };
  const lower = { from: first, to: first + reserved - 1 };
  return {
    contains: (value) => Number.isInteger(value) && value >= first && value <= last,
    take: () => {
      const value = firstFree(held, upper, random) ?? firstFree(held, lower, random);
      if (value !== undefined) held.add(value);
      return value;
    },
    claim: (value) => {
      if (held.has(value)) return false;
      held.add(value);
      return true;
    },
    free: (value) => {
      held.delete(value);
    },
  };
}
