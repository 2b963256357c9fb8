import type { Ms } from './time.ts';

/** One requirement of the federation's label selector. */
export type LabelRequirement = { readonly key: string; readonly value: string };

/** What names and records are made of. */
export type DnsSettings = {
  /** Bare id of the hosted zone; absent while it is not known, and then records stay as they are. */
  readonly zoneId?: string;
  /** The hosted zone's own name, canonical; absent while it is not known. */
  readonly zoneName?: string;
  /** What every name ends in; normally the zone's name. */
  readonly suffix: string;
  readonly ttlSeconds: number;
  /** Whether a name that one host name is all of leads to it by alias or CNAME, or holds its addresses as the original did. */
  readonly hostNames: 'alias' | 'resolve';
  /** Hosted zone ids of load balancers by host-name suffix, before the known ones. */
  readonly elbZoneIds?: { readonly [suffix: string]: string };
};

/** What the planner needs to know besides what it observes. */
export type PlanSettings = {
  /** Federation name, a label of every DNS name. */
  readonly federation: string;
  /** Services that carry all of these labels are federated; none means every Service but default/kubernetes. */
  readonly selector: readonly LabelRequirement[];
  readonly dns: DnsSettings;
  /** What to do with a namesake that Seamark did not make. */
  readonly namesakes: 'refuse' | 'adopt';
  /** Whether a namespace that a member lacks is made there. */
  readonly createNamespaces: boolean;
  /** What happens to the copies in a cluster that is being deleted. */
  readonly leaving: 'keep' | 'remove';
  /** Name of the member cluster that is the host itself, if it is one: its Service is that member's copy. */
  readonly hostCluster?: string;
};

/** Delays of the work queue, all in milliseconds. */
export type QueueSettings = {
  /** After a change of a copy or of its endpoints. */
  readonly reviewDelayMs: Ms;
  /** After a cluster became available, for all Services. */
  readonly clusterAvailableDelayMs: Ms;
  /** Between the first pending change of a zone and its publication: the coalescing window. */
  readonly publishDelayMs: Ms;
};

/** What becomes of a record of ours whose values somebody edited: a condition tells of it, or it is put right. */
export type DriftPolicy = 'report' | 'repair';
