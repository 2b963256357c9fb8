import type { ClusterName } from './cluster.ts';
import type { JsonObject } from './json.ts';
import type { RecordSet } from './record-set.ts';
import type { ServiceKey } from './service-key.ts';
import type { Ms } from './time.ts';

/** A cluster Service as server-side apply sends it: only the fields that Seamark wants to own. */
export type ServiceManifest = {
  readonly key: ServiceKey;
  readonly labels: { readonly [key: string]: string };
  readonly annotations: { readonly [key: string]: string };
  readonly spec: JsonObject;
};

/** A server-side apply, and what it may do beside it. */
export type ServiceApply = {
  readonly manifest: ServiceManifest;
  /** Makes the namespace where the member has none. */
  readonly createNamespace: boolean;
  /** The `resourceVersion` of a namesake whose ports are taken over, so that those go which are not declared. */
  readonly adopts?: string;
};

/** One write to one member cluster. */
export type ClusterChange =
  | ({ readonly kind: 'apply'; readonly cluster: ClusterName } & ServiceApply)
  | { readonly kind: 'delete'; readonly cluster: ClusterName; readonly uid: string };

/** Finalizers that the federated Service should have from now on, sorted. */
export type FinalizerChange = { readonly finalizers: readonly string[] };

/** Desired record sets of one Service in one hosted zone; an empty list withdraws all. */
export type ZonePlan = { readonly zoneId: string; readonly recordSets: readonly RecordSet[] };

/** Something that a user should know: it becomes part of a condition. */
export type Problem = {
  readonly condition: 'Propagated' | 'EndpointsReady' | 'DNSInSync';
  readonly reason: string;
  readonly message: string;
  readonly cluster?: ClusterName;
};

/** Why a pass does what it does: the stage of the Service's life. */
export type Stage =
  /** Neither federated nor known to the ledger: nothing is ours. */
  | 'unfederated'
  | 'propagating'
  /** Deleted, or no longer selected: records go first. */
  | 'withdrawing'
  /** Records are gone: copies go. */
  | 'removing-copies'
  /** Nothing of ours is left: the finalizers go. */
  | 'releasing';

/** All effects of one pass as data. */
export type Plan = {
  readonly key: ServiceKey;
  readonly stage: Stage;
  readonly finalizers?: FinalizerChange;
  readonly clusterChanges: readonly ClusterChange[];
  readonly zones: readonly ZonePlan[];
  readonly problems: readonly Problem[];
  /** Look again after this long even if nobody asks. */
  readonly lookAgainAfterMs?: Ms;
};
