import { deleteFinalizer, orphanFinalizer } from '../model/names.ts';

/** The list with Seamark's finalizer; undefined if it is there already. Neighbours keep their places. */
export const withOurFinalizer = (finalizers: readonly string[]): readonly string[] | undefined =>
  finalizers.includes(deleteFinalizer) ? undefined : [...finalizers, deleteFinalizer];

/**
 * The list without what Seamark answers for: its own finalizer, and of a deleted Service also `orphan` and `foregroundDeletion`, which
 * nobody else removes on a host without a garbage collector (spec 6, W49). Undefined if none is there.
 */
export const withoutOurFinalizers = (
  finalizers: readonly string[],
  deleted: boolean,
): readonly string[] | undefined => {
  const ours = deleted
    ? [deleteFinalizer, orphanFinalizer, 'foregroundDeletion']
    : [deleteFinalizer];
  const left = finalizers.filter((finalizer) => !ours.includes(finalizer));
  return left.length === finalizers.length ? undefined : left;
};
