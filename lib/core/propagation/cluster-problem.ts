import type { ClusterName } from '../model/cluster.ts';
import type { Failure } from '../model/failure.ts';
import type { Problem } from '../model/plan.ts';
import { propagatedReasons } from '../model/propagated-reasons.ts';

/** Failures that have a reason of their own in the condition. */
const known: readonly string[] = [
  propagatedReasons.namespaceMissing,
  propagatedReasons.namespaceTerminating,
];

/** What a user learns of a member that failed or refused, in the words of its API server (W29, W32). */
export const clusterProblem = (cluster: ClusterName, failure: Failure): Problem => ({
  condition: 'Propagated',
  reason: reasonOf(failure),
  cluster,
  message: `${cluster}: ${failure.message}`,
});

const reasonOf = ({ failure, reason }: Failure): string => {
  if (reason !== undefined && known.includes(reason)) return reason;
  return failure === 'terminal' ? propagatedReasons.refused : propagatedReasons.failed;
};
