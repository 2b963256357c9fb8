import type { Cluster } from '../core/model/cluster.ts';
import type { ServiceApply } from '../core/model/plan.ts';
import type { ServiceKey } from '../core/model/service-key.ts';
import type { ServiceObject } from '../core/model/service-object.ts';
import type { ListOptions, Page } from './federated-services.ts';

/** What one EndpointSlice says of a Service. */
export type SliceEndpoints = { readonly key: ServiceKey; readonly ready: readonly string[] };

/** Services of member clusters. Every call throws `ControllerError`; absence is a value, never an error. */
export type MemberClusters = {
  /** The Service of that name, straight from the cluster's API. */
  readonly readService: (
    cluster: Cluster,
    key: ServiceKey,
    signal?: AbortSignal,
  ) => Promise<ServiceObject | undefined>;
  /** Distinct ready endpoints of the Service over all of its EndpointSlices (Endpoints where there is no slice). */
  readonly countReadyEndpoints: (
    cluster: Cluster,
    key: ServiceKey,
    signal?: AbortSignal,
  ) => Promise<number>;
  /** Up to 500 Services a page, in byte order of `namespace/name`. */
  readonly listServices: (
    cluster: Cluster,
    options: ListOptions,
    signal?: AbortSignal,
  ) => Promise<Page<ServiceObject>>;
  /**
   * Up to 500 EndpointSlices a page, each with the ready addresses that it has. Those that Kubernetes keeps for the selector of a Service
   * carry the labels of the Service; those that somebody else made need not.
   */
  readonly listSlices: (
    cluster: Cluster,
    options: ListOptions,
    signal?: AbortSignal,
  ) => Promise<Page<SliceEndpoints>>;
  /**
   * Server-side apply, field manager `seamark`, forced; returns what the server kept. A missing namespace is made or, where that is not
   * wished, a `terminal` failure with reason `NamespaceMissing`; one on its way out is `transient` with reason `NamespaceTerminating`.
   * Adopting fails as `conflict` where the namesake has moved on since it was read.
   */
  readonly applyService: (
    cluster: Cluster,
    apply: ServiceApply,
    signal?: AbortSignal,
  ) => Promise<ServiceObject>;
  /** Deletes the object of that uid, dependents in the background; one that is gone or replaced is no error. */
  readonly deleteService: (
    cluster: Cluster,
    target: { readonly key: ServiceKey; readonly uid: string },
    signal?: AbortSignal,
  ) => Promise<void>;
};
