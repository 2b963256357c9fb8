import type { Contribution } from './dns/contribution.ts';
import { planRecords, withdrawRecords } from './dns/plan-records.ts';
import { leftOut } from './health/withdrawal.ts';
import type { LedgerEntry } from './model/ledger-entry.ts';
import type { Observed } from './model/observed.ts';
import type { Plan, Problem } from './model/plan.ts';
import type { ServiceObject } from './model/service-object.ts';
import type { PlanSettings } from './model/settings.ts';
import { clusterChanges } from './propagation/cluster-changes.ts';
import { desiredClusterService, isCopy } from './propagation/cluster-service.ts';
import { departures, staying } from './propagation/departures.ts';
import { isFederated, isHeld } from './propagation/federated.ts';
import { withOurFinalizer, withoutOurFinalizers } from './propagation/finalizers.ts';
import { isWithdrawn, tearDown } from './propagation/tear-down.ts';
import { type Aggregate, aggregate } from './status/aggregate.ts';

/** How soon a tear-down is looked at again, should the news of its progress be lost. */
const tearDownLookMs = 10_000;

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
  problems: [],
  aggregate: nothing,
  ...withdrawRecords(observed),
});

const planPropagation = (
  service: ServiceObject,
  observed: Observed,
  settings: PlanSettings,
): ServicePlan => {
  const manifest = desiredClusterService(service, settings);
  const members = staying(observed.clusters);
  const copies = clusterChanges(manifest, members, observed.row.applied, settings);
  const folded = foldClusters(service, { clusters: members }, settings);
  const records = planRecords(service, contributionsOf(folded, observed), observed, settings);
  const finalizers = withOurFinalizer(service.finalizers);
  return {
    key: observed.key,
    stage: 'propagating',
    ...(finalizers === undefined ? {} : { finalizers: { finalizers } }),
    clusterChanges: [...copies.changes, ...departures(observed.clusters, settings)],
    aggregate: folded,
    ...records,
    problems: [...copies.problems, ...unread(observed), ...records.problems],
  };
};

const planTearDown = (
  service: ServiceObject,
  observed: Observed,
  settings: PlanSettings,
): ServicePlan => {
  const clusters =
    settings.leaving === 'keep' ? staying(observed.clusters) : observed.clusters;
  const step = tearDown(service, { ...observed, clusters }, settings);
  const finalizers =
    step.stage === 'releasing'
      ? withoutOurFinalizers(service.finalizers, service.deletionTimestamp !== undefined)
      : undefined;
  return {
    key: observed.key,
    stage: step.stage,
    ...(finalizers === undefined ? {} : { finalizers: { finalizers } }),
    clusterChanges: step.changes,
    zones: withdrawRecords(observed).zones,
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

const contributionsOf = (folded: Aggregate, observed: Observed): readonly Contribution[] =>
  withoutWithdrawn(
    folded.ingresses.flatMap((entry) => {
      const member = observed.clusters.find(({ cluster }) => cluster.name === entry.cluster);
      return member === undefined
        ? []
        : [{ cluster: member.cluster, addresses: entry.items ?? [] }];
    }),
  );

const withoutWithdrawn = (parts: readonly Contribution[]): readonly Contribution[] => {
  const dark = leftOut(parts);
  return parts.map((part) => (dark.has(part.cluster.name) ? { ...part, addresses: [] } : part));
};

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
