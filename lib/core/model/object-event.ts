import type { ClusterName } from './cluster.ts';
import type { ServiceKey } from './service-key.ts';

/** The object of the host that an Event is about. */
export type EventSubject =
  | { readonly kind: 'Service'; readonly key: ServiceKey; readonly uid: string }
  | { readonly kind: 'Cluster'; readonly name: ClusterName; readonly uid: string };

/** Something that happened to an object and that a person should see beside it (core/v1 Event). */
export type ObjectEvent = {
  readonly subject: EventSubject;
  /** `Warning` only for what went wrong; waiting and progress are `Normal` (W50). */
  readonly type: 'Normal' | 'Warning';
  /** CamelCase; one of `eventReasons`, or the reason of a condition. */
  readonly reason: string;
  /** At most `eventMessageLimit` characters. */
  readonly message: string;
};

/** Longest message of an Event: the API takes 1,024 bytes of the newer form, a person reads less. */
export const eventMessageLimit = 500;
