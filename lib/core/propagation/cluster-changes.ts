import type { ClusterName } from '../model/cluster.ts';
import { fingerprint } from '../model/fingerprint.ts';
import type { JsonObject } from '../model/json.ts';
import type { ObservedCluster } from '../model/observed.ts';
import type { ClusterChange, Problem, ServiceManifest } from '../model/plan.ts';
import { formatServiceKey } from '../model/service-key.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { PlanSettings } from '../model/settings.ts';
import { isCopy } from './cluster-service.ts';
import { holds, ownsBeyond } from './field-difference.ts';

/** Writes that bring the member clusters to the declaration, and what stands in the way. */
export type ClusterChanges = {
  readonly changes: readonly ClusterChange[];
  readonly problems: readonly Problem[];
};

type Settings = Pick<PlanSettings, 'federation' | 'namesakes' | 'hostCluster'>;

/** What has to be written where; a cluster that already holds everything, or that could not be read, gets nothing. */
export const clusterChanges = (
  manifest: ServiceManifest,
  clusters: readonly ObservedCluster[],
  applied: { readonly [cluster: string]: string },
  settings: Settings,
): ClusterChanges => {
  const decisions = clusters
    .filter(({ cluster }) => cluster.name !== settings.hostCluster)
    .map((observed) => decide(manifest, observed, applied, settings));
  return {
    changes: decisions.flatMap((decision) => (decision?.change ? [decision.change] : [])),
    problems: decisions.flatMap((decision) => (decision?.problem ? [decision.problem] : [])),
  };
};

type Decision = { readonly change?: ClusterChange; readonly problem?: Problem } | undefined;

const decide = (
  manifest: ServiceManifest,
  { cluster, view }: ObservedCluster,
  applied: { readonly [cluster: string]: string },
  settings: Settings,
): Decision => {
  if (view.kind !== 'read') return undefined;
  const apply: Decision = { change: { kind: 'apply', cluster: cluster.name, manifest } };
  if (view.service === undefined) return apply;
  if (!isCopy(view.service, settings)) {
    return settings.namesakes === 'adopt' ? apply : { problem: namesake(cluster.name, manifest) };
  }
  if (isUpToDate(manifest, view.service)) return undefined;
  return applied[cluster.name] === refusalMark(manifest, view.service) ? undefined : apply;
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
  reason: 'NamesakeRefused',
  cluster,
  message: `${cluster} already has a Service ${formatServiceKey(manifest.key)} that Seamark did not make`,
});
