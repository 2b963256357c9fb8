import type { Condition } from '../core/model/condition.ts';
import type { ServiceKey } from '../core/model/service-key.ts';
import type { IngressAddress, ServiceObject } from '../core/model/service-object.ts';

/** New metadata of a federated Service; what is absent stays as it is. */
export type ServiceMetadataPatch = {
  /** The version that was read: the write fails as `conflict` if the object has moved on. */
  readonly resourceVersion: string;
  readonly finalizers?: readonly string[];
  /** Annotations to set; `null` removes one. */
  readonly annotations?: { readonly [key: string]: string | null };
};

/** New status of a federated Service; what is absent stays as it is. */
export type ServiceStatusPatch = {
  readonly resourceVersion: string;
  readonly ingress?: readonly IngressAddress[];
  /** All conditions, those of others included, as the list is replaced whole. */
  readonly conditions?: readonly Condition[];
};

/** One page of a list. */
export type Page<Item> = { readonly items: readonly Item[]; readonly next?: string };

/** Which objects a list is about, and where it goes on. */
export type ListOptions = {
  /** Text of a label selector; empty = all. */
  readonly labelSelector: string;
  readonly namespace?: string;
  /** `next` of the page before. */
  readonly next?: string;
};

/** The Services of the host cluster. Every call takes the pass's signal and throws `ControllerError`. */
export type FederatedServices = {
  /** The Service, or undefined if the host has none of that name. */
  readonly read: (key: ServiceKey, signal?: AbortSignal) => Promise<ServiceObject | undefined>;
  /** Up to 500 Services a page, of one namespace or of all, in byte order of `namespace/name`. */
  readonly list: (options: ListOptions, signal?: AbortSignal) => Promise<Page<ServiceObject>>;
  /** Returns the object as stored; undefined if it is gone (or went, as its last finalizer did). */
  readonly patchMetadata: (
    key: ServiceKey,
    patch: ServiceMetadataPatch,
    signal?: AbortSignal,
  ) => Promise<ServiceObject | undefined>;
  /** Returns the object as stored; undefined if it is gone. */
  readonly patchStatus: (
    key: ServiceKey,
    patch: ServiceStatusPatch,
    signal?: AbortSignal,
  ) => Promise<ServiceObject | undefined>;
};
