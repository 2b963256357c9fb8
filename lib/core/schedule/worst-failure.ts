import type { Failure, FailureKind } from '../model/failure.ts';

/** Which failure decides when several parts of a pass failed: what must be retried soonest comes before what need not be. */
const order: readonly FailureKind[] = [
  'lease-lost',
  'defect',
  'conflict',
  'throttled',
  'transient',
  'terminal',
];

/**
 * The failure that decides for the whole pass, in the words of all; undefined if there is none. It waits as long as the longest of its
 * kind was told to (case F28).
 */
export const worstFailure = (failures: readonly Failure[]): Omit<Failure, 'reason'> | undefined => {
  const sorted = [...failures].sort(
    (left, right) => order.indexOf(left.failure) - order.indexOf(right.failure),
  );
  const worst = sorted[0];
  if (worst === undefined) return undefined;
  const waits = sorted.filter(({ failure }) => failure === worst.failure);
  const retryAfterMs = Math.max(0, ...waits.map((one) => one.retryAfterMs ?? 0));
  return {
    failure: worst.failure,
    message: sorted.map(({ message }) => message).join('; '),
    ...(retryAfterMs > 0 ? { retryAfterMs } : {}),
  };
};
