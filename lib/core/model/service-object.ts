import type { Condition } from './condition.ts';
import type { JsonObject } from './json.ts';
import type { ServiceKey } from './service-key.ts';

/** One entry of `status.loadBalancer.ingress` (core/v1 LoadBalancerIngress). */
export type IngressAddress = {
  readonly ip?: string;
  readonly hostname?: string;
  readonly ipMode?: string;
  readonly ports?: readonly JsonObject[];
};

/** The part of a core/v1 Service that a pass reads, from the host or from a member. */
export type ServiceObject = {
  readonly key: ServiceKey;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: { readonly [key: string]: string };
  readonly annotations: { readonly [key: string]: string };
  readonly finalizers: readonly string[];
  /** ISO 8601; present once a delete was asked for. */
  readonly deletionTimestamp?: string;
  readonly spec: JsonObject;
  readonly ingress: readonly IngressAddress[];
  readonly conditions: readonly Condition[];
  /**
   * `FieldsV1` below `spec` that any field manager owns (metav1 ManagedFieldsEntry), absent if none does. What an API server allocates,
   * such as a node port, is owned by nobody.
   */
  readonly claimedSpec?: JsonObject;
  /** `FieldsV1` that field manager `seamark` owns by apply on the main resource; absent if it owns nothing. */
  readonly appliedFields?: JsonObject;
};

/** `spec.type`, `ClusterIP` where it is absent (core/v1 ServiceSpec). */
export const serviceType = (service: ServiceObject): string =>
  typeof service.spec['type'] === 'string' ? service.spec['type'] : 'ClusterIP';
