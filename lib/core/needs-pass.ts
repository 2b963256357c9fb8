import { type LedgerChange, ledgerChanges } from './dns/ledger-changes.ts';
import type { Observed } from './model/observed.ts';
import type { ServiceObject } from './model/service-object.ts';
import type { PlanSettings } from './model/settings.ts';
import type { EpochMs } from './model/time.ts';
import { overdueMs, type WorkRow } from './model/work-row.ts';
import { hostNamesOf, isConcerned, planService, type ServicePlan } from './plan-service.ts';
import { isHeld } from './propagation/federated.ts';
import { hasNewAddress } from './status/ingress-annotation.ts';
import { statusChange } from './status/status-change.ts';

/** Why a Service needs a pass; of several the first counts. */
export const passReasons = [
  /** No pass ever looked at it. */
  'unknown',
  /** Its finalizers are not what they should be. */
  'finalizers',
  /** Its names are not what the ledger says is wanted. */
  'names',
  /** A copy is missing, differs or is left over. */
  'copies',
  /** What is wanted is not published, and nothing tells the publisher. */
  'pending',
  /** Its annotation, status or conditions tell something else. */
  'status',
  /** The message of its next pass is long past its time. */
  'overdue',
  /** A pass was asked for and none is ahead. */
  'owed',
  /** Its last pass failed for good. */
  'failed',
  /** It wants to be looked at again and nobody has planned that. */
  'look',
] as const;

/** One reason for a pass. */
export type PassReason = (typeof passReasons)[number];

/** A Service as lists and the table show it. */
export type Listed = {
  /** What a pass would observe. */
  readonly observed: Omit<Observed, 'row'>;
  /** Absent if no pass ever looked at it. */
  readonly row?: WorkRow;
  /** The markers that stand for its entries. */
  readonly pending: readonly { readonly zoneId: string; readonly version: number }[];
  /** Whether `observed.resolved` has what there is to know of its host names. */
  readonly isResolved: boolean;
};

/** A new `desired` of one zone. */
export type NamesWrite = Extract<LedgerChange, { readonly kind: 'write' }>;

/** What a Service needs; nothing where a pass would change nothing. */
export type Need = {
  readonly reason?: PassReason;
  /** Names that may be handed over ahead of the pass: Seamark holds the Service and no address is new, or nobody declares it any more. */
  readonly names?: readonly NamesWrite[];
  /** Host names that decide, so that nothing is said of the Service before they are resolved. */
  readonly unresolved?: readonly string[];
  /** Hosted zones that a marker of this Service stands for, be it one that came late: their publishers deal with it. */
  readonly waiting?: readonly string[];
};

/** Whether a pass over a Service would change anything, by the same plan that the pass would make. */
export const needsPass = (listed: Listed, settings: PlanSettings): Need => {
  const { observed, row } = listed;
  const { service, clusters } = observed;
  if (row === undefined && isConcerned(service, settings)) return { reason: 'unknown' };
  const plan = planService({ ...observed, row: row ?? neverApplied }, settings);
  if (restsOnHostNames(plan) && !listed.isResolved) {
    return { unresolved: hostNamesOf(service, clusters) };
  }
  return needOf(listed, plan, settings);
};

/** What the row of a Service would say that no pass ever looked at. */
const neverApplied = { applied: {} };

const needOf = (listed: Listed, plan: ServicePlan, settings: PlanSettings): Need => {
  const { observed, row } = listed;
  const { service, now, ledger } = observed;
  const concern = isConcerned(service, settings) ? service : undefined;
  const changes = ledgerChanges(plan.key, plan.zones, ledger, now);
  const names = changes.filter((change) => change.kind === 'write');
  const led = changes.filter((change) => isLedThere(change, listed));
  const waiting = [...new Set(listed.pending.map(({ zoneId }) => zoneId))];
  const reason = reasonOf(
    [
      ['finalizers', plan.finalizers !== undefined],
      ['names', names.length > 0],
      ['copies', plan.clusterChanges.length > 0],
      ['pending', changes.length > names.length + led.length],
      ['status', concern !== undefined && tellsOtherwise(concern, { observed, plan }, settings)],
    ],
    concern && row ? rowReason(row, plan, now) : undefined,
  );
  // Whatever comes new is told by the pass that names it; what only goes may go ahead of it.
  const mayHandOver =
    service === undefined || (isHeld(service) && !hasNewAddress(service, plan.aggregate.ingresses));
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(mayHandOver && names.length > 0 ? { names } : {}),
    ...(waiting.length > 0 ? { waiting } : {}),
  };
};

const reasonOf = (
  found: readonly (readonly [reason: PassReason, holds: boolean])[],
  otherwise: PassReason | undefined,
): PassReason | undefined => found.find(([, holds]) => holds)?.[0] ?? otherwise;

const restsOnHostNames = ({ problems }: ServicePlan): boolean =>
  problems.some(({ reason }) => reason === 'HostNameUnresolved');

// A marker that stands leads the publisher there: a pass could only put it once more.
const isLedThere = (change: LedgerChange, { pending }: Listed): boolean =>
  change.kind === 'remind' &&
  pending.some(({ zoneId, version }) => zoneId === change.zoneId && version >= change.version);

// What differs while a cluster can't be read, or the zone is not known, would be that alone.
const tellsOtherwise = (
  service: ServiceObject,
  { observed, plan }: { readonly observed: Listed['observed']; readonly plan: ServicePlan },
  settings: PlanSettings,
): boolean => {
  const { clusters, ledger } = observed;
  const zoneIsOpen = settings.dns.zoneId === undefined && observed.zoneFailure === undefined;
  const unread = clusters.some(({ view }) => view.kind === 'unread');
  if (zoneIsOpen || unread) return false;
  const { stage, aggregate, problems, members } = plan;
  const told = {
    stage,
    aggregate,
    registered: clusters.length,
    clusters: clusters.filter(({ cluster }) => members.includes(cluster.name)),
    ledger,
    problems,
  };
  return Object.keys(statusChange(service, told, settings, observed.now)).length > 0;
};

const rowReason = (row: WorkRow, plan: ServicePlan, now: EpochMs): PassReason | undefined => {
  if ((row.leaseUntil ?? 0) >= now) return undefined;
  if (row.dueAt !== undefined) return row.dueAt < now - overdueMs ? 'overdue' : undefined;
  if (row.leaseHolder !== undefined || row.generation !== row.done) return 'owed';
  if (row.attempts > 0) return 'failed';
  return plan.lookAgainAfterMs === undefined ? undefined : 'look';
};
