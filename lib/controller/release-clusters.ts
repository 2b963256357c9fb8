import type { Cluster, ClusterName } from '../core/model/cluster.ts';
import { clusterFinalizer } from '../core/model/names.ts';
import { isFederated } from '../core/propagation/federated.ts';
import { parseIngresses } from '../core/status/ingress-annotation.ts';
import type { HealthContext } from './context.ts';
import { eachService } from './each-service.ts';
import { sideBySide } from './side-by-side.ts';

/** Clusters that are asked at once. */
const parallel = 25;

/**
 * Lets go of the clusters that are being deleted, each once no federated Service lists it any more and, where copies are to go, it
 * holds none (W4). Returns the names of those that went; one that can't be asked stays, and the next look tries again.
 */
export const releaseClusters = async (
  clusters: readonly Cluster[],
  ctx: HealthContext,
): Promise<readonly ClusterName[]> => {
  const leaving = clusters.filter(
    ({ deleting, finalizers }) => deleting && finalizers.includes(clusterFinalizer),
  );
  if (leaving.length === 0) return [];
  const listed = await listedClusters(ctx);
  const free = leaving.filter(({ name }) => !listed.has(name));
  const released = await sideBySide(free, parallel, (cluster) => release(cluster, ctx));
  return released.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

const listedClusters = async (ctx: HealthContext): Promise<ReadonlySet<ClusterName>> => {
  const listed = new Set<ClusterName>();
  await eachService(ctx, (service) => {
    // A Service on its way out withdraws its names by itself.
    if (service.deletionTimestamp !== undefined || !isFederated(service, ctx.settings)) return;
    for (const { cluster } of parseIngresses(service.annotations)) listed.add(cluster);
  });
  return listed;
};

const release = async (cluster: Cluster, ctx: HealthContext): Promise<readonly ClusterName[]> => {
  const { federation, leaving } = ctx.settings;
  if (leaving === 'remove' && (await ctx.probe.holdsCopies(cluster, federation, ctx.signal))) {
    return [];
  }
  const finalizers = cluster.finalizers.filter((finalizer) => finalizer !== clusterFinalizer);
  await ctx.registry.writeFinalizers(cluster, finalizers, ctx.signal);
  return [cluster.name];
};
