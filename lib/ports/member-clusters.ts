import type { Cluster } from '../core/model/cluster.ts';
import type { ServiceManifest } from '../core/model/plan.ts';
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
  /** Server-side apply, field manager `seamark`, forced; returns what the server kept. Creates a missing namespace. */
  readonly applyService: (
    cluster: Cluster,
    manifest: ServiceManifest,
    signal?: AbortSignal,
  ) => Promise<ServiceObject>;
  /** Deletes the object of that uid, dependents in the background; one that is gone or replaced is no error. */
  readonly deleteService: (
    cluster: Cluster,
    target: { readonly key: ServiceKey; readonly uid: string },
    signal?: AbortSignal,
  ) => Promise<void>;
};
