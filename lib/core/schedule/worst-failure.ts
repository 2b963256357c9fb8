import type { FailureKind } from '../model/failure.ts';

/** Which failure decides when several parts of a pass failed: what must be retried soonest comes before what need not be. */
const order: readonly FailureKind[] = [
  'lease-lost',
  'defect',
  'conflict',
  'throttled',
  'transient',
  'terminal',
];

/** The failure that decides for the whole pass; undefined if there is none. */
export const worstFailure = <
  Failure extends { readonly failure: FailureKind; readonly message: string },
>(
  failures: readonly Failure[],
): { readonly failure: FailureKind; readonly message: string } | undefined => {
  const sorted = [...failures].sort(
    (left, right) => order.indexOf(left.failure) - order.indexOf(right.failure),
  );
  const worst = sorted[0];
  if (worst === undefined) return undefined;
  return { failure: worst.failure, message: sorted.map(({ message }) => message).join('; ') };
};
