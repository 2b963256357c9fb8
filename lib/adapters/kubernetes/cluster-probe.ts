import type { ClusterProbe } from '../../ports/cluster-probe.ts';
import type { ApiClient } from './api-client.ts';
import { nodesPath } from './api-paths.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { words } from './failures.ts';
import { readAllPages } from './list-pages.ts';
import { nodeSchema, readAs } from './schema.ts';

/** Time that a cluster has to answer `/healthz` (docs/architecture.md, "Clusters"). */
const healthzLimitMs = 3_000;

// Nodes are large, mostly images; only metadata is asked for (Kubernetes documentation, "Receiving resources as ... PartialObjectMetadata").
const metadataOnly =
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** Looks at member clusters over their APIs. */
export const createClusterProbe = (access: ClusterAccess): ClusterProbe => ({
  healthz: async (cluster, signal) => {
    try {
      return await askHealthz(access.clientOf(cluster), signal);
    } catch (error) {
      return { kind: 'silent', message: error instanceof Error ? error.message : String(error) };
    }
  },
  nodeLabels: async (cluster, signal) => {
    const client = access.clientOf(cluster);
    const what = 'list Nodes';
    const items = await readAllPages(client, {
      what,
      method: 'GET',
      path: nodesPath,
      accept: metadataOnly,
      signal,
    });
    return items.map(
      (item) => readAs(nodeSchema, item, `${what} ${client.place}`).metadata.labels ?? {},
    );
  },
});

const askHealthz = async (client: ApiClient, signal: AbortSignal | undefined) => {
  const answer = await client.send({
    what: 'read /healthz',
    method: 'GET',
    path: '/healthz',
    accept: '*/*',
    timeLimitMs: healthzLimitMs,
    signal,
  });
  return {
    kind: 'answered',
    httpStatus: answer.status,
    body: words(answer.text, 100),
  } as const;
};
