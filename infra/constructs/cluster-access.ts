import { CfnAccessEntry } from 'aws-cdk-lib/aws-eks';
import { Construct } from 'constructs';
import type { EksCluster, FederationSettings } from '../settings/settings.ts';
import type { GivenRole } from './given-role.ts';
import {
  type ClusterUser,
  clustersOf,
  describeClusters,
} from './permissions/cluster-permissions.ts';

/** The user and the group that the RBAC manifests bind (`npx seamark manifests`). */
export const kubernetesName = 'seamark';

/** ARNs of the roles of the functions that reach clusters. */
export type UserRoles = { readonly [user in ClusterUser]: string };

/** A role that a cluster must let in. `as` tells the entries of one cluster apart. */
export type Entry = {
  readonly cluster: EksCluster;
  readonly principalArn: string;
  readonly as: ClusterUser | 'role';
};

export type ClusterAccessProps = {
  readonly settings: Pick<
    FederationSettings,
    'account' | 'region' | 'host' | 'eksClusters' | 'memberSecrets'
  >;
  readonly roles: UserRoles;
};

/**
 * Access entries in the EKS clusters of the stack's own account and region. `missing` are those that belong into other clusters, where
 * somebody else has to make them; `givenRoles` the roles that the settings give clusters, which must let the functions in.
 */
export class ClusterAccess extends Construct {
  readonly missing: readonly Entry[];
  readonly givenRoles: readonly GivenRole[];

  constructor(scope: Construct, id: string, { settings, roles }: ClusterAccessProps) {
    super(scope, id);
    const isOwn = ({ cluster }: Entry): boolean =>
      cluster.account === settings.account && cluster.region === settings.region;
    this.givenRoles = givenRolesOf(this, settings, roles);
    const entries = entriesOf(settings, roles);
    this.missing = entries.filter((entry) => !isOwn(entry));
    for (const { cluster, principalArn, as } of entries.filter(isOwn)) {
      new CfnAccessEntry(this, `${cluster.name}-${as}`, {
        clusterName: cluster.name,
        principalArn,
        type: 'STANDARD',
        username: kubernetesName,
        kubernetesGroups: [kubernetesName],
      });
    }
  }
}

const users = ['reconcile-service', 'resync', 'cluster-health'] as const;

/** One entry for the role that the settings give; without it one for each function that reaches clusters. */
const entriesOf = (settings: ClusterAccessProps['settings'], roles: UserRoles): readonly Entry[] =>
  clustersOf(settings).flatMap((cluster): readonly Entry[] =>
    cluster.roleArn === undefined
      ? users.map((user) => ({ cluster, principalArn: roles[user], as: user }))
      : [{ cluster, principalArn: cluster.roleArn, as: 'role' }],
  );

const givenRolesOf = (
  scope: Construct,
  settings: ClusterAccessProps['settings'],
  roles: UserRoles,
): readonly GivenRole[] => {
  const clusters = clustersOf(settings);
  const roleArns = new Set(clusters.flatMap(({ roleArn }) => roleArn ?? []));
  return [...roleArns].map((roleArn) => {
    const own = clusters.filter((cluster) => cluster.roleArn === roleArn);
    return {
      roleArn,
      callers: users.map((user) => roles[user]),
      statements: describeClusters(scope, own),
    };
  });
};
