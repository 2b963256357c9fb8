import type { ClusterRegistry } from '../../ports/cluster-registry.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { clusterStatusPath, clustersPath, fieldManager } from './api-paths.ts';
import { readAllPages } from './list-pages.ts';
import { clusterStatusPatch, translateCluster } from './translate-cluster.ts';

/** The `Cluster` objects of the host, over its API. */
export const createClusterRegistry = (host: ApiClient): ClusterRegistry => ({
  list: async (signal) => {
    const what = 'list Clusters';
    const items = await readAllPages(host, { what, method: 'GET', path: clustersPath, signal });
    return items
      .map((item) => translateCluster(item, `${what} ${host.place}`))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  },
  writeStatus: async (name, status, signal) => {
    const call: ApiCall = {
      what: `write the status of Cluster ${name}`,
      method: 'PATCH',
      path: clusterStatusPath(name),
      query: { fieldManager },
      contentType: 'application/merge-patch+json',
      body: clusterStatusPatch(status),
      signal,
    };
    const answer = await host.send(call);
    if (answer.status !== 404) expectJson(host, call, answer);
  },
});
