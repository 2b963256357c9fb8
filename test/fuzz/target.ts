import type fc from 'fast-check';

/** One boundary with what may come to it from outside, and what it promises of it. */
export type FuzzTarget = {
  readonly name: string;
  /** Fails where the boundary breaks its promise. */
  readonly property: fc.IRawProperty<unknown>;
  /** Cases of a short run; a tenth of a second or so. */
  readonly shortRuns: number;
};
