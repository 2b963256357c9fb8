import {
  type CloudWatchLogsClient,
  DescribeSubscriptionFiltersCommand,
  type SubscriptionFilter,
} from '@aws-sdk/client-cloudwatch-logs';

/** A subscription that somebody is about to make. */
export type WantedSubscription = {
  /** Name of the EKS cluster. */
  readonly cluster: string;
  readonly logGroup: string;
  /** ARN of the function that the log events shall go to. */
  readonly destinationArn: string;
};

/** Subscription filters that a log group takes (CloudWatch Logs, "Service quotas"); not raisable. */
const slots = 2;

/**
 * Why a log group can't be subscribed to, in words for whoever reads a failed deployment; undefined if it can, or already is. Throws
 * what the client throws, unless it is that there is no such group.
 */
export const findSlotFault = async (
  client: CloudWatchLogsClient,
  wanted: WantedSubscription,
): Promise<string | undefined> => {
  const filters = await filtersOf(client, wanted.logGroup);
  if (filters === undefined) return noGroup(wanted);
  const others = filters.filter(({ destinationArn }) => destinationArn !== wanted.destinationArn);
  return others.length < slots || others.length < filters.length
    ? undefined
    : noSlot(wanted, others);
};

/** At most two, so that there is never a second page. */
const filtersOf = async (
  client: CloudWatchLogsClient,
  logGroupName: string,
): Promise<readonly SubscriptionFilter[] | undefined> => {
  try {
    const answer = await client.send(new DescribeSubscriptionFiltersCommand({ logGroupName }));
    return answer.subscriptionFilters ?? [];
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

const noGroup = ({ cluster, logGroup }: WantedSubscription): string =>
  `Cannot subscribe to the audit log of EKS cluster ${cluster}: log group ${logGroup} does not exist. ` +
  `Turn audit logging on and deploy again: aws eks update-cluster-config --name ${cluster} --logging ` +
  `'{"clusterLogging":[{"types":["audit"],"enabled":true}]}'. ` +
  'Or set auditLogs of the cluster to false: the resync then finds its changes.';

const noSlot = (
  { cluster, logGroup }: WantedSubscription,
  others: readonly SubscriptionFilter[],
): string =>
  `Cannot subscribe to the audit log of EKS cluster ${cluster}: log group ${logGroup} takes ${slots} subscription filters, ` +
  `and both are taken: ${others.map(inWords).join(', ')}. ` +
  'Have the two readers share one filter (an account-level subscription, or a stream with several consumers), delete the other with ' +
  `aws logs delete-subscription-filter --log-group-name ${logGroup} --filter-name NAME, and deploy again. ` +
  'Or set auditLogs of the cluster to false: the resync then finds its changes.';

const inWords = ({ filterName, destinationArn }: SubscriptionFilter): string =>
  `${filterName} (to ${destinationArn})`;
