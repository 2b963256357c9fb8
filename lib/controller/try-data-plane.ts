import {
  type Attempt,
  evidenceOf,
  type Published,
  publishedBy,
  sampleTargets,
} from '../core/health/data-plane.ts';
import type { ClusterName, DataPlaneLook } from '../core/model/cluster.ts';
import type { ServiceObject } from '../core/model/service-object.ts';
import { isFederated } from '../core/propagation/federated.ts';
import { parseIngresses } from '../core/status/ingress-annotation.ts';
import type { HealthContext } from './context.ts';
import { eachService } from './each-service.ts';
import { sideBySide } from './side-by-side.ts';

/** The second signal about the clusters whose API is silent. */
export type DataPlaneReport = {
  /** Absent for a cluster that nothing was proven about. */
  readonly evidence: ReadonlyMap<ClusterName, DataPlaneLook>;
  /** How many addresses each cluster publishes. */
  readonly addresses: ReadonlyMap<ClusterName, number>;
};

/** Addresses of one cluster that are tried in one look. */
const targetLimit = 5;

/** Connections that are opened at once. */
const parallel = 100;

/** Tries some of the addresses that these clusters publish. Throws if the list of Services could not be read to its end. */
export const tryDataPlane = async (
  silent: readonly ClusterName[],
  ctx: HealthContext,
): Promise<DataPlaneReport> => {
  const published: Published[] = [];
  await eachService(ctx, (service) => {
    if (isPublishing(service, ctx)) {
      published.push(...publishedBy(service, parseIngresses(service.annotations)));
    }
  });
  const targets = silent.flatMap((cluster) =>
    sampleTargets(published, cluster, targetLimit).map((target) => ({ cluster, target })),
  );
  const tried = await sideBySide(targets, parallel, async ({ cluster, target }) => ({
    cluster,
    attempt: await ctx.dataPlane.connect(target, ctx.signal),
  }));
  const attempts = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return { evidence: evidenceFrom(silent, attempts), addresses: countByCluster(published) };
};

const isPublishing = (service: ServiceObject, ctx: HealthContext): boolean =>
  service.deletionTimestamp === undefined && isFederated(service, ctx.settings);

const evidenceFrom = (
  silent: readonly ClusterName[],
  attempts: readonly { readonly cluster: ClusterName; readonly attempt: Attempt }[],
): ReadonlyMap<ClusterName, DataPlaneLook> =>
  new Map(
    silent.flatMap((name) => {
      const own = attempts.filter(({ cluster }) => cluster === name);
      const evidence = evidenceOf(own.map(({ attempt }) => attempt));
      return evidence === undefined ? [] : [[name, evidence] as const];
    }),
  );

const countByCluster = (published: readonly Published[]): ReadonlyMap<ClusterName, number> => {
  const counts = new Map<ClusterName, number>();
  for (const { cluster } of published) counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
  return counts;
};
