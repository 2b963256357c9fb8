import type { ClusterName } from '../model/cluster.ts';
import { fingerprint } from '../model/fingerprint.ts';
import type { JsonObject } from '../model/json.ts';
import type { Observed, ObservedCluster } from '../model/observed.ts';
import type { ClusterChange, Problem, ServiceManifest } from '../model/plan.ts';
import { propagatedReasons } from '../model/propagated-reasons.ts';
import { formatServiceKey } from '../model/service-key.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';
import { clusterProblem } from './cluster-problem.ts';
import { desiredClusterService, isCopy, manifestFor } from './cluster-service.ts';
import { holds, ownsBeyond } from './field-difference.ts';
import type { Placement } from './placement.ts';
import { leavingCopy, removalOf } from './removal.ts';

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
  const isMember = ({ cluster }: ObservedCluster): boolean => cluster.name !== settings.hostCluster;
  const decisions = [
    ...placement.chosen.filter(isMember).map((member) => keep(manifest, member, applied, settings)),
    ...placement.others.filter(isMember).map((member) => clear(member, settings)),
  ];
  return {
    changes: decisions.flatMap(({ change }) => change ?? []),
    problems: decisions.flatMap(({ problem }) => problem ?? []),
  };
};

/** What one cluster needs; neither means that it is as it should be. */
type Decision = { readonly change?: ClusterChange; readonly problem?: Problem };

const asItShouldBe: Decision = {};

/** A chosen cluster holds a copy that says what the declaration says. */
const keep = (
  manifest: ServiceManifest,
  member: ObservedCluster,
  applied: Observed['row']['applied'],
  settings: Settings,
): Decision => {
  const { cluster, view } = member;
  if (view.kind === 'unread') return { problem: clusterProblem(cluster.name, view) };
  if (view.kind === 'not-ready') return asItShouldBe;
  const copy = view.service;
  const write = (own: ServiceManifest): Decision => ({
    change: {
      kind: 'apply',
      cluster: cluster.name,
      manifest: own,
      createNamespace: settings.createNamespaces,
    },
  });
  if (copy === undefined) return write(manifest);
  if (!isCopy(copy, settings) && settings.namesakes === 'refuse') {
    return { problem: namesake(cluster.name, manifest) };
  }
  const leaving = leavingCopy(member, settings);
  if (leaving !== undefined) return { problem: leaving };
  const own = manifestFor(manifest, copy);
  if (isUpToDate(own, copy)) return asItShouldBe;
  return applied[cluster.name] === refusalMark(own, copy) ? asItShouldBe : write(own);
};

/** Any other cluster holds none of ours; a namesake is none of our business (W28). */
const clear = (member: ObservedCluster, settings: Settings): Decision => {
  const change = removalOf(member, settings);
  const problem = leavingCopy(member, settings);
  return { ...(change ? { change } : {}), ...(problem ? { problem } : {}) };
};

/** True if the copy has every desired field and Seamark owns no field that is no longer desired. */
export const isUpToDate = (manifest: ServiceManifest, copy: ServiceObject): boolean =>
  holds(manifestJson(copy), manifestJson(manifest)) &&
  !ownsBeyond(copy.appliedFields ?? {}, appliedJson(manifest));

/**
 * The mark of an apply whose result still differs from what was sent: while both stay the same, sending it again would change
 * nothing (a member that silently drops a field).
 */
export const refusalMark = (manifest: ServiceManifest, result: ServiceObject): string =>
  fingerprint({ sent: manifestJson(manifest), kept: manifestJson(result) });

const manifestJson = (
  source: Pick<ServiceManifest, 'labels' | 'annotations' | 'spec'>,
): JsonObject => ({ labels: source.labels, annotations: source.annotations, spec: source.spec });

const appliedJson = (manifest: ServiceManifest): JsonObject => ({
  metadata: { labels: manifest.labels, annotations: manifest.annotations },
  spec: manifest.spec,
});

const namesake = (cluster: ClusterName, manifest: ServiceManifest): Problem => ({
  condition: 'Propagated',
  reason: propagatedReasons.namesake,
  cluster,
  message: `${cluster} already has a Service ${formatServiceKey(manifest.key)} that Seamark did not make`,
});
