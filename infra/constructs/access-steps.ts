import { Stack } from 'aws-cdk-lib';
import { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type Entry, kubernetesName } from './cluster-access.ts';
import type { GivenRole } from './given-role.ts';
import { fewOrForm, type Step } from './step.ts';

/** What somebody must do to a role that the settings give: let the stack's roles in, and let it do what they come for. */
export const roleSteps = (scope: Construct, name: string, role: GivenRole): readonly Step[] => {
  const { roleArn, callers, statements } = role;
  const policy = new PolicyDocument({ statements: [...statements] });
  return [
    { name: `${name}Trust`, what: `Have ${roleArn} trust these roles`, how: callers.join(' ') },
    {
      name: `${name}Policy`,
      what: `Attach this policy to ${roleArn}`,
      how: Stack.of(scope).toJsonString(policy.toJSON()),
    },
  ];
};

/** The same for the roles of clusters. */
export const clusterRoleSteps = (
  scope: Construct,
  roles: readonly GivenRole[],
): readonly Step[] => {
  const callers = [...new Set(roles.flatMap((role) => role.callers))];
  return fewOrForm(
    roles.flatMap((role) => roleSteps(scope, 'ClusterRole', role)),
    [
      {
        name: 'ClusterRoleTrust',
        what: 'Have every roleArn of a cluster trust these roles',
        how: callers.join(' '),
      },
      {
        name: 'ClusterRolePolicy',
        what: 'Let every roleArn of a cluster look that cluster up',
        how: 'eks:DescribeCluster',
      },
    ],
  );
};

/** A command for each access entry that CloudFormation can't make from here. */
export const letInSteps = (entries: readonly Entry[]): readonly Step[] =>
  fewOrForm(entries.map(letIn), [
    {
      name: 'LetIn',
      what: 'Let Seamark into each EKS cluster of another account or region, by its roleArn or else by the roles of the functions',
      how: createEntry({ name: 'CLUSTER', region: 'REGION' }, 'ROLE'),
    },
  ]);

const letIn = ({ cluster, principalArn }: Entry): Step => ({
  name: 'LetIn',
  what: `Let Seamark into EKS cluster ${cluster.name}, in account ${cluster.account}`,
  how: createEntry(cluster, principalArn),
});

const createEntry = (
  cluster: { readonly name: string; readonly region: string },
  principalArn: string,
): string =>
  [
    'aws eks create-access-entry',
    `--cluster-name ${cluster.name} --region ${cluster.region}`,
    `--principal-arn ${principalArn} --type STANDARD`,
    `--username ${kubernetesName} --kubernetes-groups ${kubernetesName}`,
  ].join(' ');
