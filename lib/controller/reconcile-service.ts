import { ingressAnnotation } from '../core/model/names.ts';
import type { Observed, ObservedCluster } from '../core/model/observed.ts';
import type { Outcome } from '../core/model/outcome.ts';
import type { Problem } from '../core/model/plan.ts';
import type { ServiceKey } from '../core/model/service-key.ts';
import type { ServiceObject } from '../core/model/service-object.ts';
import type { Ms } from '../core/model/time.ts';
import type { Lease } from '../core/model/work-row.ts';
import { planService, type ServicePlan } from '../core/plan-service.ts';
import { clusterProblem } from '../core/propagation/cluster-problem.ts';
import { isUpToDate, refusalMark } from '../core/propagation/up-to-date.ts';
import { worstFailure } from '../core/schedule/worst-failure.ts';
import { serviceEvents, type ToldWrite } from '../core/status/service-events.ts';
import { applyClusters, type ClusterResult } from './apply-clusters.ts';
import { applyZones } from './apply-zones.ts';
import type { ReconcileContext } from './context.ts';
import { withZone } from './find-zone.ts';
import { observe } from './observe.ts';
import { tell } from './tell.ts';
import { clearStatus, tellNewAddresses, writeStatus } from './write-status.ts';

/**
 * One level-triggered pass over one federated Service: observe, plan, then the effects in an order in which a crash between any two
 * of them leaves a world that the next pass finishes. The finalizer comes before everything and goes after everything; an address that
 * is new is told before any name has it.
 */
export const reconcileService = async (
  key: ServiceKey,
  lease: Lease,
  ctx: ReconcileContext,
): Promise<Outcome> => {
  const observed = await observe(key, lease, ctx);
  const plan = planService(observed, withZone(ctx.settings, ctx.zone));
  const held = await hold(observed.service, plan, ctx);
  if (observed.service !== undefined && held === undefined) return goneMeanwhile;
  const results = await applyClusters(key, plan.clusterChanges, observed.clusters, ctx);
  count(results, ctx);
  const told = held && (await tellNewAddresses(held, plan.aggregate.ingresses, ctx));
  if (held !== undefined && told === undefined) return goneMeanwhile;
  const ledger = await applyZones(plan, observed, lease, ctx);
  if (told !== undefined && plan.stage !== 'unfederated') {
    const { stage, problems: met } = plan;
    const writes = toldWrites(results, observed.clusters);
    const clusters = clustersAfter(plan, observed.clusters, results);
    const news = { service: told, stage, writes, clusters: observed.clusters, problems: met };
    await tell(serviceEvents({ ...news, after: clusters, ledger }), ctx);
    const problems = [...plan.problems, ...failuresOf(results)];
    const { aggregate } = plan;
    const registered = observed.clusters.length;
    const state = { stage, aggregate, registered, clusters, ledger, problems };
    await (plan.stage === 'releasing' ? release(told, plan, ctx) : writeStatus(told, state, ctx));
  }
  return outcomeOf(observed, plan, results);
};

/** The object went while the pass was at work: the next look sees why. */
const goneMeanwhile: Outcome = { kind: 'done', lookAgainAfterMs: 1_000 };

// No cluster and no record is touched before the finalizer stands (spec 5, step 6).
const hold = async (
  service: ServiceObject | undefined,
  plan: ServicePlan,
  ctx: ReconcileContext,
): Promise<ServiceObject | undefined> => {
  if (service === undefined || plan.stage !== 'propagating' || plan.finalizers === undefined) {
    return service;
  }
  const { resourceVersion } = service;
  return await ctx.services.patchMetadata(
    service.key,
    { resourceVersion, finalizers: plan.finalizers.finalizers },
    ctx.signal,
  );
};

const release = async (
  service: ServiceObject,
  plan: ServicePlan,
  ctx: ReconcileContext,
): Promise<void> => {
  const leaving = service.deletionTimestamp !== undefined;
  const cleared = leaving ? service : await clearStatus(service, ctx);
  if (cleared === undefined || plan.finalizers === undefined) return;
  const told = cleared.annotations[ingressAnnotation] !== undefined;
  await ctx.services.patchMetadata(
    cleared.key,
    {
      resourceVersion: cleared.resourceVersion,
      finalizers: plan.finalizers.finalizers,
      ...(told && !leaving ? { annotations: { [ingressAnnotation]: null } } : {}),
    },
    ctx.signal,
  );
};

const count = (results: readonly ClusterResult[], { tally }: ReconcileContext): void => {
  const of = (kind: ClusterResult['result']['kind']): number =>
    results.filter(({ result }) => result.kind === kind).length;
  tally.add('clustersWritten', of('applied'));
  tally.add('clustersCleared', of('deleted'));
  tally.add('clustersFailed', of('failed'));
};

const toldWrites = (
  results: readonly ClusterResult[],
  clusters: readonly ObservedCluster[],
): readonly ToldWrite[] =>
  results.map(({ change, result }) => {
    const before = clusters.find(({ cluster }) => cluster.name === change.cluster)?.view;
    const existed = before?.kind === 'read' && before.service !== undefined;
    const apply = existed ? 'update' : 'create';
    return {
      cluster: change.cluster,
      kind: change.kind === 'delete' ? 'delete' : apply,
      ...(result.kind === 'failed' ? { failed: result.message } : {}),
    };
  });

const clustersAfter = (
  { members }: ServicePlan,
  clusters: readonly ObservedCluster[],
  results: readonly ClusterResult[],
): readonly ObservedCluster[] => {
  const concerned = clusters.filter(({ cluster }) => members.includes(cluster.name));
  return concerned.map((observed) => {
    const written = results.find(({ change }) => change.cluster === observed.cluster.name);
    if (written?.result.kind !== 'applied' || observed.view.kind !== 'read') return observed;
    return { ...observed, view: { ...observed.view, service: written.result.service } };
  });
};

const failuresOf = (results: readonly ClusterResult[]): readonly Problem[] =>
  results.flatMap(({ change, result }) =>
    result.kind === 'failed' ? [clusterProblem(change.cluster, result)] : [],
  );

const outcomeOf = (
  observed: Observed,
  plan: ServicePlan,
  results: readonly ClusterResult[],
): Outcome => {
  const applied = appliedMarks(observed, results);
  const unread = observed.clusters.flatMap(({ view }) => (view.kind === 'unread' ? [view] : []));
  const refused = results.flatMap(({ result }) => (result.kind === 'failed' ? [result] : []));
  // A Service that is let go of waits for nobody any more.
  const worst = worstFailure(plan.stage === 'releasing' ? [] : [...unread, ...refused]);
  if (worst !== undefined && worst.failure !== 'terminal') {
    return { kind: 'failed', ...worst, applied };
  }
  const lookAgainAfterMs = worst === undefined ? plan.lookAgainAfterMs : noSooner(plan);
  return { kind: 'done', applied, ...(lookAgainAfterMs === undefined ? {} : { lookAgainAfterMs }) };
};

/** What was refused for good is tried again with every look, so looks become rare (case F16). */
const refusedLookMs = 60_000;

const noSooner = ({ lookAgainAfterMs }: ServicePlan): Ms | undefined =>
  lookAgainAfterMs === undefined ? undefined : Math.max(refusedLookMs, lookAgainAfterMs);

// An apply that the server did not keep whole is remembered, so that it is not repeated until something changes.
const appliedMarks = (
  observed: Observed,
  results: readonly ClusterResult[],
): { readonly [cluster: string]: string } => {
  const marks = new Map(Object.entries(observed.row.applied));
  for (const { change, result } of results) {
    if (result.kind !== 'applied' || change.kind !== 'apply') continue;
    if (isUpToDate(change.manifest, result.service)) marks.delete(change.cluster);
    else marks.set(change.cluster, refusalMark(change.manifest, result.service));
  }
  return Object.fromEntries(marks);
};
