import {
  type Cluster,
  type ClusterCredentials,
  isReady,
  isWithdrawn,
  type PlannedFor,
} from '../model/cluster.ts';
import { fingerprint } from '../model/fingerprint.ts';

/** Why all Services must be planned anew because of one cluster. */
export type FleetChange = 'became-available' | 'became-unavailable' | 'changed';

/** What plans depend on in a cluster: its heartbeat, its annotations and the words of its conditions are not among it (spec 9, W35). */
export const plannedFor = (cluster: Cluster): PlannedFor => ({
  available: isReady(cluster),
  withdrawn: isWithdrawn(cluster),
  mark: fingerprint({
    labels: cluster.labels,
    zones: cluster.zones,
    region: cluster.region ?? '',
    serverAddresses: cluster.serverAddresses.map(({ clientCidr, serverAddress }) => [
      clientCidr,
      serverAddress,
    ]),
    credentials: markOf(cluster.credentials),
    deleting: cluster.deleting,
  }),
});

const markOf = (credentials: ClusterCredentials): readonly string[] => {
  switch (credentials.kind) {
    case 'none':
      return [];
    case 'secret':
    case 'stored-kubeconfig':
      return [credentials.kind, credentials.name, credentials.context ?? ''];
    case 'eks': {
      const { clusterName, region, roleArn } = credentials.cluster;
      return [credentials.kind, clusterName, region ?? '', roleArn ?? ''];
    }
    case 'unclear':
      return credentials.fields;
  }
};

/** Why all Services must be planned anew; undefined if what they were planned for still holds. */
export const fleetChange = (
  before: PlannedFor | undefined,
  now: PlannedFor,
): FleetChange | undefined => {
  // Nobody counts on a cluster that was never available.
  if (before === undefined) return now.available ? 'became-available' : undefined;
  if (before.withdrawn !== now.withdrawn) return 'changed';
  if (before.available !== now.available) {
    return now.available ? 'became-available' : 'became-unavailable';
  }
  return before.mark === now.mark ? undefined : 'changed';
};
