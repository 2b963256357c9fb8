import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { EksCluster, FederationSettings } from '../../settings/settings.ts';
import { allow } from './allow.ts';

/** Functions that reach clusters. */
export type ClusterUser = 'reconcile-service' | 'resync' | 'cluster-health';

type Settings = Pick<FederationSettings, 'host' | 'eksClusters' | 'memberSecrets'>;

/** The EKS clusters that such a function reaches: the host and the members. */
export const clustersOf = (settings: Settings): readonly EksCluster[] => [
  ...(settings.host.kind === 'eks' ? [settings.host.cluster] : []),
  ...settings.eksClusters,
];

/** What a function may do to reach its clusters: look them up, assume the roles of those that have one, read kubeconfigs. */
export const clusterPermissions = (
  scope: Construct,
  settings: Settings,
): readonly PolicyStatement[] => {
  const clusters = clustersOf(settings);
  const roleArns = clusters.flatMap(({ roleArn }) => roleArn ?? []);
  return [
    ...describeClusters(
      scope,
      clusters.filter(({ roleArn }) => roleArn === undefined),
    ),
    ...allow('AssumeClusterRoles', {
      actions: ['sts:AssumeRole'],
      resources: [...new Set(roleArns)],
    }),
    ...allow('ReadKubeconfigs', {
      actions: ['secretsmanager:GetSecretValue'],
      resources: secretsOf(settings).map((secret) => secretArn(scope, secret)),
    }),
  ];
};

/** What looking up the endpoint of clusters takes; for the rest their access entries speak. */
export const describeClusters = (
  scope: Construct,
  clusters: readonly EksCluster[],
): readonly PolicyStatement[] =>
  allow('DescribeClusters', {
    actions: ['eks:DescribeCluster'],
    resources: clusters.map((cluster) => clusterArn(scope, cluster)),
  });

const secretsOf = (settings: Settings): readonly string[] => [
  ...(settings.host.kind === 'secret' ? [settings.host.name] : []),
  ...settings.memberSecrets,
];

const clusterArn = (scope: Construct, { name, region, account }: EksCluster): string =>
  Stack.of(scope).formatArn({
    service: 'eks',
    region,
    account,
    resource: 'cluster',
    resourceName: name,
  });

/** Secrets Manager ends each ARN in a dash and six characters of its own, so that a pattern stands for them. */
const secretArn = (scope: Construct, name: string): string =>
  `${Stack.of(scope).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })}-??????`;
