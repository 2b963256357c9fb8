import { hostNames } from './dns/addresses.ts';
import type { Contribution } from './dns/contribution.ts';
import { planRecords, withdrawRecords } from './dns/plan-records.ts';
import { leftOut } from './health/withdrawal.ts';
import type { ClusterName } from './model/cluster.ts';
import { deleteFinalizer } from './model/names.ts';
import type { Observed, ObservedCluster } from './model/observed.ts';
import type { Plan } from './model/plan.ts';
import type { ServiceObject } from './model/service-object.ts';
import type { PlanSettings } from './model/settings.ts';
import type { WorkRow } from './model/work-row.ts';
import { clusterChanges } from './propagation/cluster-changes.ts';
import { serves } from './propagation/cluster-service.ts';
import { departures, staying } from './propagation/departures.ts';
import { isFederated, isHeld } from './propagation/federated.ts';
import { addFinalizers } from './propagation/finalizers.ts';
import { placeService } from './propagation/placement.ts';
import { tearDown } from './propagation/tear-down.ts';
import { type Aggregate, aggregate } from './status/aggregate.ts';
import { parseIngresses } from './status/ingress-annotation.ts';

/** The plan of one pass with what it rests on, for the status that is told after the writes. */
export type ServicePlan = Plan & {
  /** Clusters that the Service belongs in, or is being taken from. */
  readonly members: readonly ClusterName[];
  readonly aggregate: Aggregate;
};

/** What a plan rests on: all that a pass observes, and of its row no more than what was applied before. */
type PlanInput = Omit<Observed, 'row'> & {
  readonly row: Pick<WorkRow, 'applied'> & Partial<WorkRow>;
};

/** All effects of one pass over one Service, from nothing but what was observed. */
export const planService = (observed: PlanInput, settings: PlanSettings): ServicePlan => {
  const { service } = observed;
  if (service === undefined) return planVanished(observed);
  if (isWanted(service, settings)) return planPropagation(service, observed, settings);
  return isHeld(service) ? planTearDown(service, observed, settings) : planVanished(observed);
};

/** True if the member clusters matter to this Service: it is federated, or Seamark still holds it. */
export const isConcerned = (
  service: ServiceObject | undefined,
  settings: Pick<PlanSettings, 'selector'>,
): boolean => service !== undefined && (isWanted(service, settings) || isHeld(service));

/** The host names of load balancers that the names of a Service may rest on: those that were told before, and those seen now. */
export const hostNamesOf = (
  service: ServiceObject | undefined,
  clusters: readonly ObservedCluster[],
): readonly string[] => {
  const known = parseIngresses(service?.annotations ?? {}).flatMap((entry) => entry.items ?? []);
  const seen = clusters.flatMap(({ view }) =>
    view.kind === 'read' ? (view.service?.ingress ?? []) : [],
  );
  return hostNames([...known, ...seen]);
};

const isWanted = (service: ServiceObject, settings: Pick<PlanSettings, 'selector'>): boolean =>
  service.deletionTimestamp === undefined && isFederated(service, settings);

const nothing: Aggregate = { ingresses: [], status: [] };

// Whoever forced the object away, or took our finalizer off, also gave up the copies; names that lead to them still go.
const planVanished = (observed: PlanInput): ServicePlan => ({
  key: observed.key,
  stage: 'unfederated',
  members: [],
  clusterChanges: [],
  problems: [],
  aggregate: nothing,
  ...withdrawRecords(observed),
});

const planPropagation = (
  service: ServiceObject,
  observed: PlanInput,
  settings: PlanSettings,
): ServicePlan => {
  const placement = placeService(service, staying(observed.clusters));
  const copies = clusterChanges(service, placement, observed.row.applied, settings);
  const folded = aggregate(service, placement.chosen, (copy) => serves(copy, service, settings));
  const records = planRecords(service, contributionsOf(folded, observed), observed, settings);
  const finalizers = addFinalizers(service.finalizers, [deleteFinalizer]);
  return {
    key: observed.key,
    stage: 'propagating',
    members: placement.chosen.map(({ cluster }) => cluster.name),
    ...(finalizers === undefined ? {} : { finalizers: { finalizers } }),
    clusterChanges: [...copies.changes, ...departures(observed.clusters, settings)],
    aggregate: folded,
    ...records,
    problems: [...copies.problems, ...records.problems],
  };
};

const planTearDown = (
  service: ServiceObject,
  observed: PlanInput,
  settings: PlanSettings,
): ServicePlan => {
  const clusters = settings.leaving === 'keep' ? staying(observed.clusters) : observed.clusters;
  const step = tearDown(service, { ...observed, clusters }, settings);
  const { finalizers, lookAgainAfterMs } = step;
  return {
    key: observed.key,
    stage: step.stage,
    members: clusters.map(({ cluster }) => cluster.name),
    ...(finalizers === undefined ? {} : { finalizers: { finalizers } }),
    clusterChanges: step.changes,
    zones: withdrawRecords(observed).zones,
    problems: step.problems,
    aggregate: nothing,
    ...(lookAgainAfterMs === undefined ? {} : { lookAgainAfterMs }),
  };
};

const contributionsOf = (folded: Aggregate, observed: PlanInput): readonly Contribution[] =>
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
