import { waitUntil } from '../wait-until.ts';
import { applyManifests } from './apply-manifests.ts';
import { ApiError, type ClusterClient } from './cluster-client.ts';
import {
  clusterManifest,
  type MemberAccess,
  nodeManifest,
  nodeStatus,
  secretManifest,
  secretNamespace,
} from './manifests.ts';
import type { SandboxNode } from './nodes.ts';

const clustersPath = '/apis/federation.seamark.dev/v1beta1/clusters';

type ClusterStatus = {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  readonly zones?: readonly string[];
};

const isoSeconds = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

/** Gives Seamark its rights in a member. */
export const prepareMember = (member: ClusterClient): Promise<void> =>
  applyManifests(member, 'member-rbac.yaml');

/** Gives a member its nodes, ready and labelled with zone and region. */
export const createNodes = async (
  client: ClusterClient,
  nodes: readonly SandboxNode[],
  context: { readonly now: () => number; readonly version: string },
): Promise<void> => {
  await Promise.all(
    nodes.map(async (node) => {
      await client.create('/api/v1/nodes', nodeManifest(node));
      const status = nodeStatus(node, isoSeconds(context.now()), context.version);
      await client.merge(`/api/v1/nodes/${node.name}/status`, status);
    }),
  );
};

/** Makes the host ready for members: the `Cluster` resource, the namespace of their credentials, and Seamark's rights. */
export const prepareHost = async (host: ClusterClient, now: () => number): Promise<void> => {
  await applyManifests(host, 'cluster-crd.yaml');
  await applyManifests(host, 'host-rbac.yaml');
  await waitUntil(() => readWhereServed(host, clustersPath), {
    what: 'the Cluster resource on the host',
    limitMs: 20_000,
    everyMs: 50,
    now,
  });
};

/** An API server answers 404 for a resource that it does not serve yet, and 429 while its storage gets ready. */
const readWhereServed = (client: ClusterClient, path: string) =>
  client.read(path).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 429) return undefined;
    throw error;
  });

/** Who `npx seamark join` applies as: what the sandbox registers can leave by that command, and join again. */
const joinManager = 'seamark-join';

/** Registers members with the host as `npx seamark join` does: a Secret with credentials and a `Cluster` each. */
export const registerMembers = async (
  host: ClusterClient,
  members: readonly MemberAccess[],
): Promise<void> => {
  const secrets = `/api/v1/namespaces/${secretNamespace}/secrets`;
  for (const member of members) {
    await host.apply(`${secrets}/${member.name}`, secretManifest(member), joinManager);
    await host.apply(`${clustersPath}/${member.name}`, clusterManifest(member), joinManager);
  }
};

/** Names of the registered members that have no location yet, or whose condition `Ready` is not True. */
export const unreadyClusters = async (host: ClusterClient): Promise<readonly string[]> => {
  const { items } = await host.list(clustersPath);
  return items
    .filter((item) => {
      // The cast trusts the schema of the Cluster resource.
      const { conditions = [], zones = [] } = (item['status'] ?? {}) as ClusterStatus;
      const ready = conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
      return !ready || zones.length === 0;
    })
    .map(({ metadata }) => metadata.name);
};
