import type { ClusterName } from '../model/cluster.ts';
import type { LedgerEntry } from '../model/ledger-entry.ts';
import {
  deletionPolicyAnnotation,
  orphanFinalizer,
  releaseClustersAnnotation,
} from '../model/names.ts';
import type { Observed, ObservedCluster } from '../model/observed.ts';
import type { ClusterChange, Problem, Stage } from '../model/plan.ts';
import { propagatedReasons } from '../model/propagated-reasons.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';
import type { Ms } from '../model/time.ts';
import { releaseFinalizers } from './finalizers.ts';
import { leavingCopy, removalOf } from './removal.ts';

/** One step of the ordered removal: records first, copies next, the finalizers last (spec 6, W3). */
export type TearDownStep = {
  readonly stage: Extract<Stage, 'withdrawing' | 'removing-copies' | 'releasing'>;
  readonly changes: readonly ClusterChange[];
  readonly problems: readonly Problem[];
  /** What the list of finalizers becomes; absent if it stays. */
  readonly finalizers?: readonly string[];
  /** How soon to look again, should the news of progress be lost; absent once all is done. */
  readonly lookAgainAfterMs?: Ms;
};

/** While something is on its way. */
const soonMs: Ms = 10_000;

/** While nothing but lost clusters is in the way. */
const lateMs: Ms = 60_000;

type Settings = Pick<PlanSettings, 'federation' | 'hostCluster'>;

/** The next step for a Service that is being deleted or is no longer federated. */
export const tearDown = (
  service: ServiceObject,
  observed: Pick<Observed, 'clusters' | 'ledger' | 'now'>,
  settings: Settings,
): TearDownStep => {
  if (!observed.ledger.every(isWithdrawn)) {
    return { stage: 'withdrawing', changes: [], problems: [], lookAgainAfterMs: soonMs };
  }
  const copies = keepsCopies(service)
    ? { changes: [], problems: [], left: false }
    : copyRemoval(service, observed.clusters, settings);
  const { changes, problems } = copies;
  if (copies.left) {
    const moves = changes.length > 0 || observed.clusters.some((one) => leavingCopy(one, settings));
    const lookAgainAfterMs = moves ? soonMs : lateMs;
    return { stage: 'removing-copies', changes, problems, lookAgainAfterMs };
  }
  const release = releaseFinalizers(service, observed.now);
  if (release.kind === 'wait') {
    const told = [waitingForCollector];
    return { stage: 'removing-copies', changes, problems: told, lookAgainAfterMs: soonMs };
  }
  const { finalizers } = release;
  return { stage: 'releasing', changes, problems, ...(finalizers ? { finalizers } : {}) };
};

/** True if nothing of the entry is wanted and nothing of it is left in Route 53. */
export const isWithdrawn = (entry: LedgerEntry): boolean =>
  entry.desired.length === 0 &&
  entry.applied.length === 0 &&
  entry.appliedVersion === entry.desiredVersion;

/** True if the copies stay: the `orphan` finalizer of a deleted Service, or the annotation. */
const keepsCopies = (service: ServiceObject): boolean =>
  service.annotations[deletionPolicyAnnotation] === 'Orphan' ||
  (service.deletionTimestamp !== undefined && service.finalizers.includes(orphanFinalizer));

/** Every member was asked directly in this pass (W48). A released one is asked to delete too, but never waited for (W47). */
const copyRemoval = (
  service: ServiceObject,
  clusters: readonly ObservedCluster[],
  settings: Settings,
) => {
  const members = clusters.filter(({ cluster }) => cluster.name !== settings.hostCluster);
  const released = releasedClusters(service);
  const changes = members.flatMap((member) => removalOf(member, settings) ?? []);
  const problems = members
    .filter(({ cluster }) => !released.has(cluster.name))
    .flatMap((member) => waitingFor(member, settings) ?? []);
  const left = problems.length > 0 || changes.some(({ cluster }) => !released.has(cluster));
  return { changes, problems, left };
};

const releasedClusters = (service: ServiceObject): ReadonlySet<ClusterName> => {
  const names = (service.annotations[releaseClustersAnnotation] ?? '').split(',');
  return new Set(names.map((name) => name.trim()));
};

const waitingFor = (member: ObservedCluster, settings: Settings): Problem | undefined => {
  const { cluster, view } = member;
  const waiting = { condition: 'Propagated', reason: propagatedReasons.waiting } as const;
  const wayOut = `annotation ${releaseClustersAnnotation} gives it up`;
  switch (view.kind) {
    case 'not-ready': {
      const message = `${cluster.name} is not ready and may still hold a copy (${wayOut})`;
      return { ...waiting, cluster: cluster.name, message };
    }
    case 'unread': {
      const message = `${cluster.name} cannot be asked for its copy (${wayOut}): ${view.message}`;
      return { ...waiting, cluster: cluster.name, message };
    }
    case 'read':
      return leavingCopy(member, settings);
  }
};

const waitingForCollector: Problem = {
  condition: 'Propagated',
  reason: propagatedReasons.waiting,
  message: 'the garbage collector of the host has a minute to end the deletion in the foreground',
};
