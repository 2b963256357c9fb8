import { ControllerError, messageOf } from '../../core/model/failure.ts';
import { federationLabel } from '../../core/model/names.ts';
import type { ClusterProbe } from '../../ports/cluster-probe.ts';
import { type ApiCall, type ApiClient, callJson } from './api-client.ts';
import { allServicesPath, nodesPath } from './api-paths.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { words } from './failures.ts';
import { readAllPages } from './list-pages.ts';
import { listSchema, nodeSchema, readAs } from './schema.ts';

/** Time that a cluster has to answer `/healthz`, as KubeFed gives it (spec 3). */
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
      return { kind: wasAsked(error) ? 'silent' : 'unasked', message: messageOf(error) };
    }
  },
  nodeLabels: async (cluster, signal) => {
    const client = access.clientOf(cluster);
    const what = 'list Nodes';
    const call: ApiCall = { what, method: 'GET', path: nodesPath, accept: metadataOnly, signal };
    const read = (item: unknown) =>
      readAs(nodeSchema, item, `${what} ${client.place}`).metadata.labels ?? {};
    return await readAllPages(client, call, { read });
  },
  holdsCopies: async (cluster, federation, signal) => {
    const call: ApiCall = {
      what: 'list the copies',
      method: 'GET',
      path: allServicesPath,
      query: { labelSelector: `${federationLabel}=${federation}`, limit: '1' },
      signal,
    };
    const client = access.clientOf(cluster);
    const list = readAs(listSchema, await callJson(client, call), `${call.what} ${client.place}`);
    return (list.items ?? []).length > 0;
  },
});

// An aborted call, or one that credentials were missing for, never reached the cluster.
const wasAsked = (error: unknown): boolean =>
  !(error instanceof ControllerError) ||
  (error.fields['asked'] !== false && error.fields['aborted'] !== true);

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
    ...(answer.unverified ? { unverified: true } : {}),
  } as const;
};
