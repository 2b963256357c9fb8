import { ApiError, type ClusterClient } from '../clusters/cluster-client.ts';
import type { KubeObject } from '../kubernetes/resource.ts';
import type { Member, Topology } from '../topology.ts';
import type { ClusterReport, Membership } from './status-report.ts';

const clustersPath = '/apis/federation.seamark.dev/v1beta1/clusters';

/** The `Cluster` objects of the host; undefined if the host does not know the type (any more). */
export const readClusters = async (
  host: ClusterClient,
): Promise<readonly KubeObject[] | undefined> => {
  try {
    return (await host.list(clustersPath)).items;
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return undefined;
    throw error;
  }
};

type ClusterStatus = {
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason: string;
  }[];
  readonly region?: string;
  readonly zones?: readonly string[];
};

// The cast trusts the schema of the Cluster resource.
const statusOf = (cluster: KubeObject | undefined): ClusterStatus =>
  (cluster?.['status'] ?? {}) as ClusterStatus;

const membershipOf = (cluster: KubeObject | undefined): Membership => {
  if (cluster === undefined) return 'none';
  return cluster.metadata.deletionTimestamp === undefined ? 'member' : 'leaving';
};

const healthOf = (cluster: KubeObject | undefined): Pick<ClusterReport, 'ready' | 'reason'> => {
  const ready = statusOf(cluster).conditions?.find(({ type }) => type === 'Ready');
  return { ready: ready?.status === 'True', reason: ready?.reason ?? '' };
};

/** The clusters that the sandbox plays, members or not, and after them those that somebody joined by hand. */
export const knownClusters = (
  topology: Topology,
  registered: readonly KubeObject[],
  isRunning: (cluster: string) => boolean,
): readonly ClusterReport[] => {
  const played = topology.members.map(({ name, region, zones }): ClusterReport => {
    const cluster = registered.find(({ metadata }) => metadata.name === name);
    const membership = membershipOf(cluster);
    return { name, region, zones, running: isRunning(name), membership, ...healthOf(cluster) };
  });
  const names = new Set(played.map(({ name }) => name));
  const byHand = registered
    .filter(({ metadata }) => !names.has(metadata.name))
    .map((cluster): ClusterReport => {
      const { region = '', zones = [] } = statusOf(cluster);
      const membership = membershipOf(cluster);
      const name = cluster.metadata.name;
      return { name, region, zones, byHand: true, membership, ...healthOf(cluster) };
    });
  return [...played, ...byHand];
};

/** The federation with those of its clusters that have a place, for the names that Services have in it. */
export const withByHand = (topology: Topology, clusters: readonly ClusterReport[]): Topology => ({
  ...topology,
  members: [
    ...topology.members,
    ...clusters
      .filter(({ byHand, region }) => byHand === true && region !== '')
      .map(({ name, region, zones }): Member => ({ name, region, zones, loadBalancers: 'ip' })),
  ],
});
