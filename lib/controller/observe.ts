import { type Cluster, isReady } from '../core/model/cluster.ts';
import { failureOf } from '../core/model/failure.ts';
import type { LedgerEntry } from '../core/model/ledger-entry.ts';
import type { ClusterView, Observed, ObservedCluster, Resolved } from '../core/model/observed.ts';
import type { ServiceKey } from '../core/model/service-key.ts';
import type { ServiceObject } from '../core/model/service-object.ts';
import type { Lease } from '../core/model/work-row.ts';
import { hostNamesOf, isConcerned } from '../core/plan-service.ts';
import { parallelMembers } from './apply-clusters.ts';
import type { ReconcileContext } from './context.ts';
import { sideBySide } from './side-by-side.ts';
import { withTimeLimit } from './time-limit.ts';

/** Reads everything that one pass over a Service looks at: the only reads of the pass. */
export const observe = async (
  key: ServiceKey,
  lease: Lease,
  ctx: ReconcileContext,
): Promise<Observed> => {
  const [service, ledger] = await Promise.all([
    ctx.services.read(key, ctx.signal),
    ctx.ledger.read(key),
  ]);
  const clusters = isConcerned(service, ctx.settings)
    ? await observeClusters(key, service, ctx)
    : [];
  return {
    key,
    now: ctx.clock.now(),
    ...(service === undefined ? {} : { service }),
    clusters,
    ledger: sortByZone(ledger),
    resolved: await resolveAll(hostNamesOf(service, clusters), ctx),
    ...(ctx.zone.kind === 'unknown' ? { zoneFailure: ctx.zone.message } : {}),
    row: lease.row,
  };
};

const observeClusters = async (
  key: ServiceKey,
  service: ServiceObject | undefined,
  ctx: ReconcileContext,
): Promise<readonly ObservedCluster[]> => {
  const clusters = await ctx.registry.list(ctx.signal);
  const views = await sideBySide(clusters, parallelMembers, (cluster) =>
    view(cluster, key, service, ctx),
  );
  return clusters.map((cluster, index) => ({ cluster, view: viewOf(views[index]) }));
};

const viewOf = (settled: PromiseSettledResult<ClusterView> | undefined): ClusterView =>
  settled?.status === 'fulfilled'
    ? settled.value
    : { kind: 'unread', ...failureOf(settled?.reason) };

const view = async (
  cluster: Cluster,
  key: ServiceKey,
  hostService: ServiceObject | undefined,
  ctx: ReconcileContext,
): Promise<ClusterView> => {
  if (!isReady(cluster)) return { kind: 'not-ready' };
  const isHost = cluster.name === ctx.settings.hostCluster;
  const [service, readyEndpoints] = await withTimeLimit(ctx.memberLimitMs, ctx, (signal) =>
    Promise.all([
      isHost ? hostService : ctx.members.readService(cluster, key, signal),
      ctx.members.countReadyEndpoints(cluster, key, signal),
    ]),
  );
  // What its slices still say of a Service that is gone counts for nothing.
  return service === undefined
    ? { kind: 'read', readyEndpoints: 0 }
    : { kind: 'read', service, readyEndpoints };
};

const resolveAll = async (
  names: readonly string[],
  ctx: ReconcileContext,
): Promise<{ readonly [hostname: string]: Resolved }> => {
  const answers = await Promise.all(
    names.map(async (name) => [name, await ctx.resolver.resolve(name, ctx.signal)] as const),
  );
  return Object.fromEntries(
    answers.flatMap(([name, answer]) => (answer === undefined ? [] : [[name, answer] as const])),
  );
};

const sortByZone = (ledger: readonly LedgerEntry[]): readonly LedgerEntry[] =>
  [...ledger].sort((left, right) => (left.zoneId < right.zoneId ? -1 : 1));
