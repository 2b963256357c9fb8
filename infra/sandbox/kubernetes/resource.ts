import type { FieldSchema } from './schema/field-schema.ts';

/** JSON as the API carries it. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A JSON object that a request body or a stored object is made of. */
export type JsonObject = { readonly [key: string]: Json };

/** The part of `metav1.ObjectMeta` that the server itself reads or writes. */
export type ObjectMeta = {
  readonly name: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly finalizers?: readonly string[];
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly ownerReferences?: readonly JsonObject[];
  readonly managedFields?: readonly JsonObject[];
};

/** One stored or submitted object of any kind. */
export type KubeObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
};

/** One fault of a field, as `field.Error` of apimachinery: it becomes a cause of a 422 Status. */
export type FieldError = {
  /** `FieldValueRequired`, `FieldValueInvalid`, `FieldValueDuplicate`, `FieldValueForbidden`, `FieldValueNotSupported`, `FieldValueTooLong`, … */
  readonly reason: string;
  /** Path such as `spec.ports[0].port`. */
  readonly field: string;
  /** The text of field.Error's `ErrorBody`, such as `Required value` or `Invalid value: 0: must be between 1 and 65535, inclusive`. */
  readonly message: string;
};

/** What a strategy may use besides the object: the server's allocators, its clock and its chance. */
export type StrategyContext = {
  readonly now: () => number;
  readonly random: () => number;
  readonly allocators: Allocators;
};

/** Addresses and ports that a cluster hands out; they live as long as the server does. */
export type Allocators = {
  /** Takes a free cluster IP of a family. */
  readonly takeClusterIp: (family: 'IPv4' | 'IPv6') => string;
  /** Claims one; undefined if it was claimed, else why not, in the API's words. */
  readonly claimClusterIp: (ip: string) => string | undefined;
  readonly freeClusterIp: (ip: string) => void;
  /** Takes a free node port (30000-32767). */
  readonly takeNodePort: () => number;
  readonly claimNodePort: (port: number) => string | undefined;
  readonly freeNodePort: (port: number) => void;
};

/**
 * The rules of one kind, as `rest.RESTCreateUpdateStrategy` of apiserver splits them. All functions are pure
 * but for the allocators; a refused write must leave them as they were.
 */
export type Strategy = {
  /**
   * What decoding makes of an object, defaults and all; ownership of fields is told on this form, before the server fills in
   * anything else. Absent where `prepare…` does it all.
   */
  readonly decode?: (object: KubeObject) => KubeObject;
  /** Clears what a client may not set (status) and fills defaults, before validation. */
  readonly prepareForCreate: (object: KubeObject) => KubeObject;
  /** Keeps what this endpoint may not change (status on the main resource) and fills defaults. */
  readonly prepareForUpdate: (next: KubeObject, old: KubeObject) => KubeObject;
  /** Keeps everything but what `/status` may change. Absent where the kind has no status sub-resource. */
  readonly prepareForStatusUpdate?: (next: KubeObject, old: KubeObject) => KubeObject;
  /** Faults of a new object, empty if it is valid. */
  readonly validateCreate: (object: KubeObject) => readonly FieldError[];
  /** Faults of an update (either endpoint), immutable fields included. */
  readonly validateUpdate: (next: KubeObject, old: KubeObject) => readonly FieldError[];
  /**
   * Allocates what the kind allocates (cluster IPs, node ports) once the object is valid, freeing what `old` held and
   * `next` no longer does. Returns the object to store, or the faults.
   */
  readonly allocate?: (
    next: KubeObject,
    old: KubeObject | undefined,
    context: StrategyContext,
  ) => { readonly object: KubeObject } | { readonly errors: readonly FieldError[] };
  /** What a client is told besides, once its object is valid. Source: `WarningsOnCreate` and `WarningsOnUpdate`. */
  readonly warn?: (object: KubeObject) => readonly string[];
  /** Gives back what a removed object held. */
  readonly release?: (object: KubeObject, context: StrategyContext) => void;
};

/** One column of a `meta.k8s.io/v1 Table`. */
export type Column = {
  readonly name: string;
  /** `number` and `boolean` occur in custom resources only. */
  readonly type: 'string' | 'integer' | 'date' | 'number' | 'boolean';
  readonly format?: string;
  readonly description: string;
  /** 0 is always shown, 1 only with `-o wide`. */
  readonly priority: 0 | 1;
  readonly cell: (object: KubeObject, now: number) => string | number | boolean | null;
};

/** One resource that the server serves. */
export type Resource = {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly hasStatus: boolean;
  /** Field selectors that list and watch accept besides `metadata.name` and `metadata.namespace`, as dotted paths. */
  readonly selectableFields: readonly string[];
  /** `true` where a PUT on an absent object creates it (Services do). */
  readonly createOnUpdate: boolean;
  /** `true` where metadata.generation counts spec changes (custom resources do, core Services do not). */
  readonly countsGeneration: boolean;
  /** Merge structure of the whole object: server-side apply, strategic merge and field validation read it. */
  readonly schema: FieldSchema;
  /** `true` for the built-in kinds, whose clients may send a strategic merge patch; custom resources get 415. */
  readonly strategicMerge: boolean;
  readonly columns: readonly Column[];
  readonly strategy: Strategy;
  /** `true` where the server only answers get, list and watch (pods, which a cluster without nodes never has). */
  readonly readOnly?: boolean;
  /** `true` where a create is answered at once and stores nothing, and no other verb is served (reviews). */
  readonly createOnly?: true;
  /**
   * Set where another resource keeps this one's objects in another form (`events.k8s.io/v1` reads and writes the
   * storage of core `events`).
   */
  readonly storedAs?: {
    readonly group: string;
    readonly plural: string;
    readonly toStored: (object: KubeObject) => KubeObject;
    readonly fromStored: (object: KubeObject) => KubeObject;
  };
};
