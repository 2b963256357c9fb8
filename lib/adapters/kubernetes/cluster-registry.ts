import type { Cluster, ClusterName } from '../../core/model/cluster.ts';
import type { ClusterRegistry } from '../../ports/cluster-registry.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { clusterPath, clustersPath, fieldManager } from './api-paths.ts';
import { saysAbsent } from './api-status.ts';
import { readAllPages } from './list-pages.ts';
import { clusterStatusPatch, translateCluster } from './translate-cluster.ts';

/** The `Cluster` objects of the host, over its API. */
export const createClusterRegistry = (host: ApiClient): ClusterRegistry => {
  const patch = async (
    name: ClusterName,
    call: Pick<ApiCall, 'what' | 'path' | 'body' | 'signal'>,
  ): Promise<Cluster | undefined> => {
    const whole: ApiCall = {
      ...call,
      method: 'PATCH',
      query: { fieldManager },
      contentType: 'application/merge-patch+json',
    };
    const answer = await host.send(whole);
    if (saysAbsent(answer, 'clusters', name)) return undefined;
    return translateCluster(expectJson(host, whole, answer), `${call.what} ${host.place}`);
  };
  return {
    list: async (signal) => {
      const what = 'list Clusters';
      const call: ApiCall = { what, method: 'GET', path: clustersPath, signal };
      const read = (item: unknown) => translateCluster(item, `${what} ${host.place}`);
      const items = await readAllPages(host, call, { read });
      return [...items].sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    writeStatus: ({ name, resourceVersion }, status, signal) =>
      patch(name, {
        what: `write the status of Cluster ${name}`,
        path: `${clusterPath(name)}/status`,
        body: { metadata: { resourceVersion }, ...clusterStatusPatch(status) },
        signal,
      }),
    writeFinalizers: async ({ name, resourceVersion }, finalizers, signal) => {
      const stored = await patch(name, {
        what: `write the finalizers of Cluster ${name}`,
        path: clusterPath(name),
        body: { metadata: { resourceVersion, finalizers } },
        signal,
      });
      // The API answers with the object as it was when its last finalizer went.
      return stored?.deleting && stored.finalizers.length === 0 ? undefined : stored;
    },
  };
};
