import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createEksClusters } from '../../lib/adapters/eks/eks-clusters.ts';
import {
  type Clusters,
  type ClustersSettings,
  connectClusters,
} from '../../lib/adapters/kubernetes/connect-clusters.ts';
import { createSecretStore } from '../../lib/adapters/secrets-manager/secret-store.ts';
import { systemClock } from '../../lib/adapters/system/system-clock.ts';
import { assumedRoles } from './assumed-roles.ts';

/**
 * The host and the members, for the functions that reach clusters. `client` is one that the function has anyway: its credentials and its
 * region are the function's own.
 */
export const openClusters = (
  functionName: string,
  settings: Omit<ClustersSettings, 'now' | 'sources'>,
  client: DynamoDBClient,
): Clusters => {
  const { credentials, region } = client.config;
  const { now } = systemClock;
  const eks = createEksClusters({ credentials: assumedRoles(functionName, client), region, now });
  const secrets = createSecretStore({ credentials, region });
  return connectClusters({ ...settings, sources: { eks, secrets }, now });
};
