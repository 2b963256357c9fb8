import {
  createNodes,
  prepareHost,
  prepareMember,
} from '../../../infra/sandbox/clusters/join-clusters.ts';
import { nodesOf } from '../../../infra/sandbox/clusters/nodes.ts';
import { startKubernetes } from '../../../infra/sandbox/kubernetes/server.ts';
import { planPorts } from '../../../infra/sandbox/ports.ts';
import { type RunningCluster, startClusters } from '../../../infra/sandbox/start-clusters.ts';
import type { TearDown } from '../../../infra/sandbox/tear-down.ts';
import type { createTokens } from '../../../infra/sandbox/tokens.ts';
import { hostName, type Topology } from '../../../infra/sandbox/topology.ts';

/** A host and a member, each with the rights that Seamark needs there; nothing tells of what happens in them. */
type ClusterPair = { readonly host: RunningCluster; readonly member: RunningCluster };

const { now } = Date;
const { random } = Math;

/** Starts the host and the one member of a topology. */
export const startClusterPair = async (
  topology: Topology,
  tokens: ReturnType<typeof createTokens>,
  tearDown: TearDown,
): Promise<ClusterPair> => {
  const clusters = await startClusters({
    ...{ topology, tokens, tearDown, ports: planPorts(topology, undefined), webhookUrl: '' },
    // The tests hand over events themselves.
    startApiServer: ({ audit: _, ...options }) => startKubernetes({ ...options, now, random }),
  });
  const [description] = topology.members;
  const host = clusters.get(hostName);
  const member = clusters.get(description?.name ?? '');
  if (!host || !member || !description) throw new Error('Cannot start: no host, or no member');
  await prepareHost(host.client, now);
  await prepareMember(member.client);
  const nodes = nodesOf(topology, description);
  await createNodes(member.client, nodes, { now, version: 'v1.34.2' });
  return { host, member };
};
