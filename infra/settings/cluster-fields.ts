import * as v from 'valibot';
import { awsRegion, dnsLabel, eksClusterName, iamRoleArn } from '../../lib/config/fields.ts';
import { about, awsAccount, despiteOthers, flag, group, list, secretName } from './file-fields.ts';

const eksEntries = {
  name: about(eksClusterName, 'Name of the cluster on EKS.'),
  region: v.exactOptional(about(awsRegion, 'Region of the cluster. Default: `region`.')),
  account: v.exactOptional(
    about(awsAccount, "Account of the cluster. Default: the role's, else `account`."),
  ),
  roleArn: v.exactOptional(
    about(
      iamRoleArn,
      'Role in the account of the cluster that the functions assume to describe it and to ask its API. Without it they go as themselves. Required for another account.',
    ),
  ),
  auditLogs: v.exactOptional(
    about(
      flag,
      "Whether the cluster's audit log in CloudWatch is subscribed to; without it, changes are seen with the next resync. Only in the stack's own account and region. Default: `true` there, else `false`.",
    ),
  ),
};

const hostWays = group({
  eks: v.exactOptional(about(group(eksEntries), 'The host on EKS.')),
  kubeconfigSecret: v.exactOptional(
    about(
      secretName,
      "Secret in Secrets Manager, of the stack's account and region, that holds a kubeconfig of the host.",
    ),
  ),
});

/** The one way to the host. */
export const hostGroup = v.pipe(
  hostWays,
  v.minEntries(1, 'names no way to the host: add eks or kubeconfigSecret'),
  despiteOthers(v.maxEntries(1, 'names two ways to the host: keep eks or kubeconfigSecret')),
);

/** Where the members are, and who Seamark is there. */
export const memberEntries = {
  eksClusters: v.optional(
    about(
      v.array(
        group({
          ...eksEntries,
          cluster: v.exactOptional(
            about(dnsLabel, 'Name of its `Cluster` object. Default: `name` of the entry.'),
          ),
        }),
        'is not a list',
      ),
      'Members on EKS, without the host: the functions get access, and their audit logs come in. A cluster that the list lacks is refused to them by IAM.',
    ),
    [],
  ),
  memberSecrets: v.optional(
    about(
      list(secretName),
      "Secrets in Secrets Manager, of the stack's account and region, that hold kubeconfigs of members: those that a `Cluster` names in `spec.kubeconfigSecret`.",
    ),
    [],
  ),
};
