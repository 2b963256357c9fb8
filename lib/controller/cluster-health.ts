import { type Judged, judgeFleet, type Seen } from '../core/health/judge-fleet.ts';
import { mustWrite } from '../core/health/status-change.ts';
import { type Cluster, type ClusterName, isReady, isWithdrawn } from '../core/model/cluster.ts';
import { messageOf } from '../core/model/failure.ts';
import { clusterFinalizer } from '../core/model/names.ts';
import { resyncWork } from '../core/model/work-key.ts';
import { clusterEvents } from '../core/status/cluster-events.ts';
import type { ClusterStatus } from '../ports/cluster-registry.ts';
import type { HealthContext } from './context.ts';
import { enqueue } from './enqueue.ts';
import { type Look, lookAtCluster } from './look-at-cluster.ts';
import { releaseClusters } from './release-clusters.ts';
import { sideBySide } from './side-by-side.ts';
import { tell } from './tell.ts';
import { type DataPlaneReport, tryDataPlane } from './try-data-plane.ts';

/** What one look at all clusters came to. */
export type HealthReport = {
  readonly clusters: number;
  readonly ready: number;
  readonly written: number;
  /** Clusters that could not be looked at or written, with the reason. */
  readonly failed: readonly string[];
  /** Names of clusters whose change makes every Service worth a look. */
  readonly changed: readonly string[];
  /** Dark clusters whose addresses are left out of the names. */
  readonly withdrawn: readonly string[];
  /** Dark clusters whose addresses stay since too many would go, with the reason. */
  readonly held: readonly string[];
  /** Clusters that were being deleted and went. */
  readonly released: readonly ClusterName[];
};

/** Clusters that are looked at at once. */
const parallel = 50;

/**
 * Looks at all clusters side by side, stores what changed, asks for passes where the fleet changed (W35, W36), and lets go of
 * clusters that left (W4). One cluster that fails holds up none of the others.
 */
export const lookAtClusters = async (ctx: HealthContext): Promise<HealthReport> => {
  const clusters = await ctx.registry.list(ctx.signal);
  const looks = await sideBySide(clusters, parallel, (cluster) => look(cluster, ctx));
  const found = fulfilled(looks);
  const [dataPlane] = await Promise.allSettled([dataPlaneOf(found, ctx)]);
  const seen = found.map((one) => withDataPlane(one, resultOf(dataPlane)));
  const judged = judgeFleet(seen, ctx.rules, isoSeconds(ctx.clock.now()));
  const stores = await sideBySide(judged, parallel, (one) => store(one, ctx));
  const stored = fulfilled(stores);
  measure(stored, ctx);
  await replan(stored, ctx);
  const [released] = await Promise.allSettled([
    releaseClusters(
      stored.map(({ cluster }) => cluster),
      ctx,
    ),
  ]);
  const failures = [
    ...failuresOf(looks, (at) => clusters[at]?.name),
    ...found.flatMap(unasked),
    ...failuresOf([dataPlane], () => 'published addresses'),
    ...failuresOf(stores, (at) => judged[at]?.cluster.name),
    ...failuresOf([released], () => 'clusters that leave'),
  ];
  return report(clusters.length, stored, { failures, released: resultOf(released) ?? [] });
};

type Found = { readonly cluster: Cluster } & Look;

const look = async (cluster: Cluster, ctx: HealthContext): Promise<Found> => ({
  cluster,
  ...(await lookAtCluster(cluster, ctx)),
});

const unasked = ({ cluster, probe }: Found): readonly string[] =>
  probe.kind === 'unasked' ? [`${cluster.name}: ${probe.message}`] : [];

// Nobody asks for the second signal while the first one is fine, or while it would decide nothing.
const dataPlaneOf = async (
  found: readonly Found[],
  ctx: HealthContext,
): Promise<DataPlaneReport | undefined> => {
  const silent = found.filter(({ cluster, probe }) => probe.kind === 'silent' && !cluster.deleting);
  const { withdrawal, outOfTurn } = ctx.rules;
  if (withdrawal.policy === 'preserve' || outOfTurn || silent.length === 0) return undefined;
  return await tryDataPlane(
    silent.map(({ cluster }) => cluster.name),
    ctx,
  );
};

const withDataPlane = (found: Found, report: DataPlaneReport | undefined): Seen => {
  const evidence = report?.evidence.get(found.cluster.name);
  return {
    ...found,
    addresses: report?.addresses.get(found.cluster.name) ?? 0,
    ...(evidence === undefined ? {} : { evidence }),
  };
};

type Stored = Judged & { readonly written: boolean };

/** Stores what was found; its `cluster` is the object as it then stands. */
const store = async (judged: Judged, ctx: HealthContext): Promise<Stored> => {
  const held = await hold(judged.cluster, ctx);
  const written = mustWrite(judged.cluster, judged.status);
  if (!written) return { ...judged, cluster: held, written };
  await tell(clusterEvents(judged.cluster, judged.status.conditions), ctx);
  const cluster = await write(held, judged.status, ctx);
  return { ...judged, cluster, written };
};

// A cluster that leaves is nobody's worry any more.
const measure = (stored: readonly Stored[], { telemetry }: HealthContext): void => {
  for (const { cluster, status } of stored.filter((one) => !one.cluster.deleting)) {
    const place = { cluster: cluster.name };
    const ready = isReady(status);
    telemetry.measure('ClusterReady', ready ? 1 : 0, place);
    if (!ready) telemetry.measure('Withdrawn', isWithdrawn(status) ? 1 : 0, place);
  }
};

const hold = async (cluster: Cluster, ctx: HealthContext): Promise<Cluster> => {
  if (cluster.deleting || cluster.finalizers.includes(clusterFinalizer)) return cluster;
  const finalizers = [...cluster.finalizers, clusterFinalizer];
  return (await ctx.registry.writeFinalizers(cluster, finalizers, ctx.signal)) ?? cluster;
};

// An object that went meanwhile needs no status.
const write = async (
  cluster: Cluster,
  status: ClusterStatus,
  ctx: HealthContext,
): Promise<Cluster> => (await ctx.registry.writeStatus(cluster, status, ctx.signal)) ?? cluster;

// One resync for all changes together. A cluster that just came up gets time to settle (spec 4.4); other news does not wait.
const replan = async (stored: readonly Stored[], ctx: HealthContext): Promise<void> => {
  const changed = stored.filter(({ change }) => change !== undefined);
  if (changed.length === 0) return;
  const onlyArrivals = changed.every(({ change }) => change === 'became-available');
  const delayMs = onlyArrivals ? ctx.queue.clusterAvailableDelayMs : 0;
  await enqueue([{ key: resyncWork, delayMs }], ctx);
  await sideBySide(changed, parallel, ({ cluster, status, planFor }) =>
    write(cluster, { ...status, plannedFor: planFor }, ctx),
  );
};

const report = (
  clusters: number,
  stored: readonly Stored[],
  rest: { readonly failures: readonly string[]; readonly released: readonly ClusterName[] },
): HealthReport => ({
  clusters,
  ready: stored.filter(({ status }) => isReady(status)).length,
  written: stored.filter(({ written }) => written).length,
  failed: rest.failures,
  changed: stored.flatMap(({ cluster, change }) => (change ? [`${cluster.name} ${change}`] : [])),
  withdrawn: stored.flatMap(({ cluster, status }) => (isWithdrawn(status) ? [cluster.name] : [])),
  held: stored.flatMap(({ cluster, status }) =>
    status.conditions
      .filter(({ reason }) => reason === 'BreakerHolds')
      .map(({ message }) => `${cluster.name}: ${message}`),
  ),
  released: rest.released,
});

const isoSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const fulfilled = <Value>(settled: readonly PromiseSettledResult<Value>[]): readonly Value[] =>
  settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

const resultOf = <Value>(settled: PromiseSettledResult<Value>): Value | undefined =>
  settled.status === 'fulfilled' ? settled.value : undefined;

const failuresOf = (
  settled: readonly PromiseSettledResult<unknown>[],
  nameOf: (at: number) => string | undefined,
): readonly string[] =>
  settled.flatMap((one, at) =>
    one.status === 'rejected' ? [`${nameOf(at) ?? 'unknown'}: ${messageOf(one.reason)}`] : [],
  );
