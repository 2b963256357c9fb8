import type { LedgerEntry } from '../model/ledger-entry.ts';
import { deletionPolicyAnnotation, orphanFinalizer } from '../model/names.ts';
import type { Observed, ObservedCluster } from '../model/observed.ts';
import type { ClusterChange, Problem, Stage } from '../model/plan.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';
import { isCopy } from './cluster-service.ts';

/** One step of the ordered removal: records first, copies next, the finalizer last (spec 6, W3). */
export type TearDownStep = {
  readonly stage: Extract<Stage, 'withdrawing' | 'removing-copies' | 'releasing'>;
  readonly changes: readonly ClusterChange[];
  readonly problems: readonly Problem[];
};

type Settings = Pick<PlanSettings, 'federation' | 'hostCluster'>;

/** The next step for a Service that is being deleted or is no longer federated. */
export const tearDown = (
  service: ServiceObject,
  observed: Pick<Observed, 'clusters' | 'ledger'>,
  settings: Settings,
): TearDownStep => {
  if (!observed.ledger.every(isWithdrawn)) {
    return { stage: 'withdrawing', changes: [], problems: [] };
  }
  if (keepsCopies(service)) return { stage: 'releasing', changes: [], problems: [] };
  const members = observed.clusters.filter(({ cluster }) => cluster.name !== settings.hostCluster);
  const changes = members.flatMap((member) => removal(member, settings));
  const problems = members.flatMap((member) => waitingFor(member, settings));
  const stage = changes.length + problems.length > 0 ? 'removing-copies' : 'releasing';
  return { stage, changes, problems };
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

const removal = (
  { cluster, view }: ObservedCluster,
  settings: Settings,
): readonly ClusterChange[] => {
  if (view.kind !== 'read' || view.service === undefined) return [];
  if (!isCopy(view.service, settings) || view.service.deletionTimestamp) return [];
  return [{ kind: 'delete', cluster: cluster.name, uid: view.service.uid }];
};

const waitingFor = ({ cluster, view }: ObservedCluster, settings: Settings): readonly Problem[] => {
  const problem = {
    condition: 'Propagated',
    reason: 'WaitingForCluster',
    cluster: cluster.name,
  } as const;
  if (view.kind === 'not-ready') {
    return [{ ...problem, message: `${cluster.name} is not ready and may still hold a copy` }];
  }
  if (view.kind === 'unread') {
    return [
      { ...problem, message: `${cluster.name} cannot be asked for its copy: ${view.message}` },
    ];
  }
  const leaving = view.service?.deletionTimestamp && isCopy(view.service, settings);
  return leaving
    ? [
        {
          ...problem,
          message: `${cluster.name} is deleting its copy (finalizers: ${view.service?.finalizers.join(', ')})`,
        },
      ]
    : [];
};
