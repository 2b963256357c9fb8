import type { Cluster } from './cluster.ts';
import type { Failure } from './failure.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { ServiceKey } from './service-key.ts';
import type { ServiceObject } from './service-object.ts';
import type { EpochMs } from './time.ts';
import type { WorkRow } from './work-row.ts';

/** What a pass learned from one member cluster. */
export type ClusterView =
  /** Not asked, since the cluster is not ready. */
  | { readonly kind: 'not-ready' }
  /** Asked, but the read failed or was incomplete: unknown, never empty. */
  | ({ readonly kind: 'unread' } & Failure)
  | {
      readonly kind: 'read';
      /** The copy, or a namesake; absent if the cluster has none. */
      readonly service?: ServiceObject;
      /** Ready endpoints behind it, over all slices. */
      readonly readyEndpoints: number;
    };

/** A member cluster with what was learned from it. */
export type ObservedCluster = { readonly cluster: Cluster; readonly view: ClusterView };

/** Answer of the resolver for one load-balancer host name; absent from the map if it did not resolve. */
export type Resolved = { readonly addresses: readonly string[]; readonly ttlSeconds: number };

/** Everything one pass of one Service looks at; the planner reads nothing else. */
export type Observed = {
  readonly key: ServiceKey;
  readonly now: EpochMs;
  /** The federated Service; absent if the host has none of that name. */
  readonly service?: ServiceObject;
  /** Sorted by cluster name. */
  readonly clusters: readonly ObservedCluster[];
  /** This Service's entries in every hosted zone, whatever the settings say now. */
  readonly ledger: readonly LedgerEntry[];
  readonly resolved: { readonly [hostname: string]: Resolved };
  /** Why the hosted zone of the settings is not known; absent if it is. */
  readonly zoneFailure?: string;
  readonly row: WorkRow;
};
