import type { FederatedName } from '../federated-names.ts';
import type { NameState } from '../name-state.ts';

/** One member cluster in a status report. */
export type ClusterReport = {
  readonly name: string;
  readonly region: string;
  readonly zones: readonly string[];
  /** False after `stop-cluster`. */
  readonly running: boolean;
  /** What its `Cluster` object says: condition `Ready` is True. */
  readonly ready: boolean;
  /** Reason of the condition that decides; empty before the first probe. */
  readonly reason: string;
};

/** What one member holds of a federated Service. */
export type CopyReport = {
  readonly cluster: string;
  /** `unknown` while the cluster is stopped. */
  readonly state: 'copy' | 'none' | 'unknown';
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
