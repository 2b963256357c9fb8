import type { ClusterName } from '../model/cluster.ts';
import type { JsonObject } from '../model/json.ts';
import type { Observed, ObservedCluster } from '../model/observed.ts';
import type { ClusterChange, Problem, ServiceApply, ServiceManifest } from '../model/plan.ts';
import { propagatedReasons } from '../model/propagated-reasons.ts';
import { formatServiceKey } from '../model/service-key.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';
import { clusterProblem } from './cluster-problem.ts';
import { desiredClusterService, isCopy, manifestFor } from './cluster-service.ts';
import type { Placement } from './placement.ts';
import { leavingCopy, removalOf } from './removal.ts';
import { isUpToDate, ownedBy, refusalMark } from './up-to-date.ts';

/** Writes that bring the member clusters to the declaration, and what stands in the way. */
export type ClusterChanges = {
  readonly changes: readonly ClusterChange[];
  readonly problems: readonly Problem[];
};

type Settings = Pick<PlanSettings, 'federation' | 'namesakes' | 'createNamespaces' | 'hostCluster'>;

/** What has to be written where. A cluster that already holds everything, or that could not be read, gets nothing. */
export const clusterChanges = (
  service: ServiceObject,
  placement: Placement,
  applied: Observed['row']['applied'],
  settings: Settings,
): ClusterChanges => {
  if (placement.problem !== undefined) return { changes: [], problems: [placement.problem] };
  const manifest = desiredClusterService(service, settings);
  const wanted = { manifest, owned: ownedBy(manifest), applied };
  const decisions = [
    ...placement.chosen.map((member) => keep(wanted, member, settings)),
    ...placement.others.map((member) => clear(member, settings)),
  ];
  return {
    changes: decisions.flatMap(({ change }) => change ?? []),
    problems: decisions.flatMap(({ problem }) => problem ?? []),
  };
};

/** What one cluster needs; neither means that it is as it should be. */
type Decision = { readonly change?: ClusterChange; readonly problem?: Problem };

const asItShouldBe: Decision = {};

/** What every copy of a Service is held against. */
type Wanted = {
  readonly manifest: ServiceManifest;
  readonly owned: JsonObject;
  readonly applied: Observed['row']['applied'];
};

/** A chosen cluster holds a copy that says what the declaration says. */
const keep = (wanted: Wanted, member: ObservedCluster, settings: Settings): Decision => {
  const { manifest, owned, applied } = wanted;
  const { cluster, view } = member;
  if (view.kind === 'unread') return { problem: clusterProblem(cluster.name, view) };
  if (view.kind === 'not-ready' || isHost(member, settings)) return asItShouldBe;
  const copy = view.service;
  const createNamespace = settings.createNamespaces;
  if (copy === undefined) return write(cluster.name, { manifest, createNamespace });
  const own = manifestFor(manifest, copy);
  if (!isCopy(copy, settings)) {
    const adopted = { manifest: own, createNamespace, adopts: copy.resourceVersion };
    return settings.namesakes === 'adopt' && copy.deletionTimestamp === undefined
      ? write(cluster.name, adopted)
      : { problem: namesake(cluster.name, manifest) };
  }
  const leaving = leavingCopy(member, settings);
  if (leaving !== undefined) return { problem: leaving };
  // A family that a cluster added is a value of a field that is owned anyway.
  const isDone = isUpToDate(own, copy, owned) || applied[cluster.name] === refusalMark(own, copy);
  return isDone ? asItShouldBe : write(cluster.name, { manifest: own, createNamespace });
};

/** Any other cluster holds none of ours; a namesake is none of our business (W28). */
const clear = (member: ObservedCluster, settings: Settings): Decision => {
  if (isHost(member, settings)) return asItShouldBe;
  const change = removalOf(member, settings);
  const problem = leavingCopy(member, settings);
  return { ...(change ? { change } : {}), ...(problem ? { problem } : {}) };
};

/** What stands on the host is the declaration itself. */
const isHost = ({ cluster }: ObservedCluster, settings: Settings): boolean =>
  cluster.name === settings.hostCluster;

const write = (cluster: ClusterName, apply: ServiceApply): Decision => ({
  change: { kind: 'apply', cluster, ...apply },
});

const namesake = (cluster: ClusterName, manifest: ServiceManifest): Problem => ({
  condition: 'Propagated',
  reason: propagatedReasons.namesake,
  cluster,
  message: `${cluster} already has a Service ${formatServiceKey(manifest.key)} that Seamark did not make`,
});
