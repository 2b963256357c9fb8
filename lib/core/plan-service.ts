import type { Contribution } from './dns/contribution.ts';
import { desiredRecordSets } from './dns/desired-record-sets.ts';
import type { LedgerEntry } from './model/ledger-entry.ts';
import type { Observed } from './model/observed.ts';
import type { Plan, Problem, ZonePlan } from './model/plan.ts';
import type { RecordSet } from './model/record-set.ts';
import type { ServiceObject } from './model/service-object.ts';
import type { PlanSettings } from './model/settings.ts';
import { clusterChanges } from './propagation/cluster-changes.ts';
import { desiredClusterService, isCopy } from './propagation/cluster-service.ts';
import { isFederated, isHeld } from './propagation/federated.ts';
import { withOurFinalizer, withoutOurFinalizers } from './propagation/finalizers.ts';
import { isWithdrawn, tearDown } from './propagation/tear-down.ts';
import { type Aggregate, aggregate } from './status/aggregate.ts';

/** How soon a tear-down is looked at again, should the news of its progress be lost. */
const tearDownLookMs = 10_000;

/** Bounds of the next look at host names, which the resolver's TTL decides (W9). */
const hostNameLookMs = { least: 30_000, most: 900_000 };

/** The plan of one pass with the fold of the members' status that it rests on. */
export type ServicePlan = Plan & { readonly aggregate: Aggregate };

/** All effects of one pass over one Service, from nothing but what was observed. */
export const planService = (observed: Observed, settings: PlanSettings): ServicePlan => {
  const { service } = observed;
  if (service === undefined) return planVanished(observed);
  if (!isConcerned(service, observed.ledger, settings)) return planVanished(observed);
  return service.deletionTimestamp === undefined && isFederated(service, settings)
    ? planPropagation(service, observed, settings)
    : planTearDown(service, observed, settings);
};

/**
 * True if the member clusters matter to this Service: it is federated, or something of ours is still held by it. A deleted Service that
 * was never held is left alone.
 */
export const isConcerned = (
  service: ServiceObject | undefined,
  ledger: readonly LedgerEntry[],
  settings: Pick<PlanSettings, 'selector'>,
): boolean => {
  if (service === undefined) return false;
  const wanted = service.deletionTimestamp === undefined && isFederated(service, settings);
  return wanted || isHeld(service) || !ledger.every(isWithdrawn);
};

const nothing: Aggregate = { ingresses: [], status: [] };

// Whoever forced the object away also gave up the copies; names that lead to them still go.
const planVanished = (observed: Observed): ServicePlan => ({
  key: observed.key,
  stage: 'unfederated',
  clusterChanges: [],
  zones: withdrawals(observed),
  problems: [],
  aggregate: nothing,
});

const planPropagation = (
  service: ServiceObject,
  observed: Observed,
  settings: PlanSettings,
): ServicePlan => {
  const manifest = desiredClusterService(service, settings);
  const copies = clusterChanges(manifest, observed.clusters, observed.row.applied, settings);
  const folded = foldClusters(service, observed, settings);
  const dns = desiredRecordSets(
    {
      key: observed.key,
      contributions: contributionsOf(folded, observed),
      resolved: observed.resolved,
      previous: observed.ledger.flatMap((entry) => entry.desired),
    },
    settings,
  );
  const finalizers = withOurFinalizer(service.finalizers);
  return {
    key: observed.key,
    stage: 'propagating',
    ...(finalizers === undefined ? {} : { finalizers: { finalizers } }),
    clusterChanges: copies.changes,
    zones: zonePlans(dns.recordSets, observed, settings),
    problems: [...copies.problems, ...unread(observed), ...dns.problems],
    aggregate: folded,
    ...lookAgain(dns.followed, observed),
  };
};

const planTearDown = (
  service: ServiceObject,
  observed: Observed,
  settings: PlanSettings,
): ServicePlan => {
  const step = tearDown(service, observed, settings);
  const finalizers =
    step.stage === 'releasing'
      ? withoutOurFinalizers(service.finalizers, service.deletionTimestamp !== undefined)
      : undefined;
  return {
    key: observed.key,
    stage: step.stage,
    ...(finalizers === undefined ? {} : { finalizers: { finalizers } }),
    clusterChanges: step.changes,
    zones: withdrawals(observed),
    problems: step.problems,
    aggregate: nothing,
    ...(step.stage === 'releasing' ? {} : { lookAgainAfterMs: tearDownLookMs }),
  };
};

/** The fold of what was observed; the planner and the status after the writes share it. */
const foldClusters = (
  service: ServiceObject,
  observed: Pick<Observed, 'clusters'>,
  settings: Pick<PlanSettings, 'federation' | 'hostCluster'>,
): Aggregate =>
  aggregate(
    service,
    observed.clusters,
    (copy) => isCopy(copy, settings) || copy.uid === service.uid,
  );

const withdrawals = (observed: Observed): readonly ZonePlan[] =>
  observed.ledger.map(({ zoneId }) => ({ zoneId, recordSets: [] }));

const contributionsOf = (folded: Aggregate, observed: Observed): readonly Contribution[] =>
  folded.ingresses.flatMap((entry) => {
    const member = observed.clusters.find(({ cluster }) => cluster.name === entry.cluster);
    return member === undefined ? [] : [{ cluster: member.cluster, addresses: entry.items ?? [] }];
  });

const unread = (observed: Observed): readonly Problem[] =>
  observed.clusters.flatMap(({ cluster, view }) =>
    view.kind === 'unread'
      ? [
          {
            condition: 'Propagated',
            reason: 'ClusterFailed',
            cluster: cluster.name,
            message: `${cluster.name} could not be read: ${view.message}`,
          },
        ]
      : [],
  );

// While the hosted zone is not known, what is wanted in any zone stays as it was.
const zonePlans = (
  recordSets: readonly RecordSet[],
  { ledger }: Observed,
  { dns }: PlanSettings,
): readonly ZonePlan[] =>
  dns.zoneId === undefined
    ? ledger.map(({ zoneId, desired }) => ({ zoneId, recordSets: desired }))
    : [{ zoneId: dns.zoneId, recordSets }];

const lookAgain = (
  followed: readonly string[],
  observed: Observed,
): { lookAgainAfterMs?: number } => {
  if (followed.length === 0) return {};
  const ttls = followed.map((name) => (observed.resolved[name]?.ttlSeconds ?? 0) * 1_000);
  const soonest = Math.min(...ttls);
  return {
    lookAgainAfterMs: Math.min(hostNameLookMs.most, Math.max(hostNameLookMs.least, soonest)),
  };
};
