import type { Batch, BatchPart } from './batches.ts';
import type { NameChange } from './publication.ts';

/** How to go on after Route 53 refused a whole batch. */
export type RefusalStep =
  /** The messages name these names: look at them, and send the others without them. */
  | {
      readonly kind: 'isolate';
      readonly suspects: readonly BatchPart[];
      readonly others: Batch;
    }
  /** Nobody is named: find the bad one by halves, about 2·log2(n) requests a bad record. */
  | { readonly kind: 'bisect'; readonly halves: readonly [Batch, Batch] }
  /** It can only be this one. */
  | { readonly kind: 'found'; readonly part: BatchPart; readonly name: NameChange };

/** What to do about a refused batch, given the names that the refusal speaks of. */
export const refusalStep = (batch: Batch, names: readonly string[]): RefusalStep => {
  const isNamed = (change: NameChange): boolean => names.includes(change.name);
  const suspects = batch.filter((part) => part.names.some(isNamed));
  if (suspects.length > 0) {
    return { kind: 'isolate', suspects, others: batch.filter((part) => !suspects.includes(part)) };
  }
  const single = batch[0];
  const change = single?.names[0];
  if (single === undefined || change === undefined) return { kind: 'bisect', halves: [[], []] };
  if (batch.length > 1) return { kind: 'bisect', halves: halve(batch) };
  if (single.names.length === 1) return { kind: 'found', part: single, name: change };
  const [left, right] = halve(single.names);
  return {
    kind: 'bisect',
    halves: [[{ ...single, names: left }], [{ ...single, names: right }]],
  };
};

const halve = <Item>(items: readonly Item[]): readonly [readonly Item[], readonly Item[]] => {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
};
