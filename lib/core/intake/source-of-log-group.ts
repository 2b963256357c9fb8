/** Sources by log group, for clusters that are not called as EKS calls them. */
export type LogGroups = { readonly [logGroup: string]: string };

/**
 * The cluster whose control plane writes to a log group: as the settings say, else the EKS cluster that the group is named after
 * (`/aws/eks/<cluster>/cluster`). Undefined if it is no cluster's.
 */
export const sourceOfLogGroup = (logGroup: string, groups: LogGroups): string | undefined =>
  Object.hasOwn(groups, logGroup)
    ? groups[logGroup]
    : /^\/aws\/eks\/([^/]+)\/cluster$/.exec(logGroup)?.[1];
