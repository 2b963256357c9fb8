import { type Location, locationOf } from '../core/health/location.ts';
import {
  judgeHealthz,
  type ProbeResult,
  probeConditions,
} from '../core/health/probe-conditions.ts';
import { fleetChange, type Look, mustWrite } from '../core/health/status-change.ts';
import type { Cluster } from '../core/model/cluster.ts';
import { clusterEvents } from '../core/status/cluster-events.ts';
import type { HealthContext } from './context.ts';
import { resync } from './resync.ts';
import { tell } from './tell.ts';

/** What one look at all clusters came to. */
export type HealthReport = {
  readonly clusters: number;
  readonly ready: number;
  readonly written: number;
  /** Clusters that could not be looked at or written, with the reason. */
  readonly failed: readonly string[];
  /** Names of clusters whose change makes every Service worth a look. */
  readonly changed: readonly string[];
};

/** Looks at all clusters side by side, stores what changed, and asks for passes where the fleet changed (W35, W36). */
export const lookAtClusters = async (ctx: HealthContext): Promise<HealthReport> => {
  const clusters = await ctx.registry.list(ctx.signal);
  const settled = await Promise.allSettled(clusters.map((cluster) => lookAt(cluster, ctx)));
  const looks = settled.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : []));
  const failed = settled.flatMap((look, index) =>
    look.status === 'rejected' ? [`${clusters[index]?.name}: ${words(look.reason)}`] : [],
  );
  const changed = looks.filter(({ change }) => change !== undefined);
  await askForAll(changed, ctx);
  return {
    clusters: clusters.length,
    ready: looks.filter(({ ready }) => ready).length,
    written: looks.filter(({ written }) => written).length,
    failed,
    changed: changed.map(({ name, change }) => `${name} ${change}`),
  };
};

type ClusterLook = {
  readonly name: string;
  readonly ready: boolean;
  readonly written: boolean;
  readonly change: ReturnType<typeof fleetChange>;
};

const lookAt = async (cluster: Cluster, ctx: HealthContext): Promise<ClusterLook> => {
  const result = await probe(cluster, ctx);
  const now = new Date(ctx.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  const look: Look = {
    conditions: probeConditions(result, cluster.conditions, now),
    location: await locate(cluster, result, ctx),
  };
  const written = mustWrite(cluster, look);
  if (written) {
    const status = { conditions: look.conditions, ...look.location };
    await tell(clusterEvents(cluster, look.conditions), ctx);
    await ctx.registry.writeStatus(cluster.name, status, ctx.signal);
  }
  return {
    name: cluster.name,
    ready: result.kind === 'ok',
    written,
    change: fleetChange(cluster, look),
  };
};

const probe = async (cluster: Cluster, ctx: HealthContext): Promise<ProbeResult> => {
  const answer = await ctx.probe.healthz(cluster, ctx.signal);
  return answer.kind === 'silent' ? answer : judgeHealthz(answer.httpStatus, answer.body);
};

const locate = async (
  cluster: Cluster,
  result: ProbeResult,
  ctx: HealthContext,
): Promise<Location> => {
  const lastKnown: Location = {
    zones: cluster.zones,
    ...(cluster.region === undefined ? {} : { region: cluster.region }),
  };
  if (result.kind !== 'ok') return lastKnown;
  const [nodes] = await Promise.allSettled([ctx.probe.nodeLabels(cluster, ctx.signal)]);
  return nodes.status === 'fulfilled' ? locationOf(nodes.value, lastKnown) : lastKnown;
};

// One round for all changes together. A cluster that just came up gets time to settle (spec 4.4); bad news does not wait.
const askForAll = async (changed: readonly ClusterLook[], ctx: HealthContext): Promise<void> => {
  if (changed.length === 0) return;
  const onlyArrivals = changed.every(({ change }) => change === 'became-available');
  await resync(onlyArrivals ? ctx.queue.clusterAvailableDelayMs : 0, ctx);
};

const words = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason);
