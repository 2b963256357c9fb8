import { judgeHealthz, type ProbeResult } from '../core/health/judge-healthz.ts';
import { type Location, locationOf } from '../core/health/location.ts';
import type { Cluster } from '../core/model/cluster.ts';
import { messageOf } from '../core/model/failure.ts';
import type { HealthContext } from './context.ts';
import { withTimeLimit } from './time-limit.ts';

/** What one look at one cluster found. */
export type Look = { readonly probe: ProbeResult; readonly location: Location };

/** No look waits longer for its two answers. */
const limitMs = { healthz: 5_000, nodes: 5_000 };

/**
 * Looks at the health and the location of one cluster, within 10 s. Throws once the invocation's time is up: what was not seen is no
 * silence of the cluster's.
 */
export const lookAtCluster = async (cluster: Cluster, ctx: HealthContext): Promise<Look> => {
  const probe = await ask(cluster, ctx);
  ctx.signal?.throwIfAborted();
  return { probe, location: await locate(cluster, probe, ctx) };
};

const ask = async (cluster: Cluster, ctx: HealthContext): Promise<ProbeResult> => {
  const startedAt = ctx.clock.now();
  const [answer] = await Promise.allSettled([
    withTimeLimit(limitMs.healthz, ctx, (signal) => ctx.probe.healthz(cluster, signal)),
  ]);
  // The probe has a shorter limit of its own for the cluster: what takes longer is on this side.
  if (answer.status === 'rejected') return { kind: 'unasked', message: messageOf(answer.reason) };
  const { value } = answer;
  if (value.kind !== 'answered') return value;
  ctx.telemetry.measure('ProbeMs', ctx.clock.now() - startedAt, { cluster: cluster.name });
  return judgeHealthz(value);
};

const locate = async (
  cluster: Cluster,
  probe: ProbeResult,
  ctx: HealthContext,
): Promise<Location> => {
  const lastKnown: Location = {
    zones: cluster.zones,
    ...(cluster.region === undefined ? {} : { region: cluster.region }),
  };
  if (probe.kind !== 'ok') return lastKnown;
  const [nodes] = await Promise.allSettled([
    withTimeLimit(limitMs.nodes, ctx, (signal) => ctx.probe.nodeLabels(cluster, signal)),
  ]);
  return nodes.status === 'fulfilled' ? locationOf(nodes.value, lastKnown) : lastKnown;
};
