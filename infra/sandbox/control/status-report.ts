import type { FederatedName } from '../federated-names.ts';
import type { NameState } from '../name-state.ts';

/** Whether the host has a `Cluster` object of that name, and whether somebody deleted it. */
export type Membership = 'member' | 'leaving' | 'none';

/** One cluster in a status report: one that the sandbox plays, or one that the host has a `Cluster` object of. */
export type ClusterReport = {
  readonly name: string;
  /** Empty as long as nobody knows it. */
  readonly region: string;
  readonly zones: readonly string[];
  readonly membership: Membership;
  /** Present where somebody else made the cluster or its name: the sandbox does not know what runs there. */
  readonly byHand?: true;
  /** False after `stop-cluster`; absent for a cluster joined by hand. */
  readonly running?: boolean;
  /** What its `Cluster` object says: condition `Ready` is True. */
  readonly ready: boolean;
  /** Reason of the condition that decides; empty before the first probe. */
  readonly reason: string;
};

/** What one member holds of a federated Service. */
export type CopyReport = {
  readonly cluster: string;
  readonly membership: Membership;
  /** `unknown` while the cluster is stopped, `unseen` for one that was joined by hand. */
  readonly state: 'copy' | 'none' | 'unknown' | 'unseen';
  /** Those of the copy; where it can't be seen, those that the host's Service names for the cluster. */
  readonly addresses: readonly string[];
  readonly readyEndpoints: number;
  readonly drained: boolean;
};

/** A condition as it stands on the federated Service. */
export type ConditionReport = {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
};

/** One federated Service of the host. */
export type ServiceReport = {
  /** `namespace/name`. */
  readonly key: string;
  readonly deleting: boolean;
  readonly conditions: readonly ConditionReport[];
  readonly copies: readonly CopyReport[];
  /** Global name with the region and zone names below it. */
  readonly names: FederatedName;
  /** What the hosted zone holds at each of the names. */
  readonly states: { readonly [name: string]: NameState };
};

/** The answer of `GET /status`. */
export type StatusReport = {
  readonly federation: string;
  readonly zone: string;
  readonly route53Throttled: boolean;
  /** False where the host does not know the type `Cluster`. */
  readonly knowsClusters: boolean;
  readonly clusters: readonly ClusterReport[];
  readonly services: readonly ServiceReport[];
};

/** One record set of the hosted zone, as `GET /records` lists it. */
export type RecordReport = {
  readonly name: string;
  readonly type: string;
  readonly ttlSeconds?: number;
  readonly values: readonly string[];
};
