import type { Cluster } from '../core/model/cluster.ts';
import type { ServiceApply } from '../core/model/plan.ts';
import type { ServiceKey } from '../core/model/service-key.ts';
import type { ServiceObject } from '../core/model/service-object.ts';

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
