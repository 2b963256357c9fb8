/**
 * The merge structure of a field: what server-side apply (`x-kubernetes-list-type`, `-map-keys`, `-map-type`), strategic
 * merge (`x-kubernetes-patch-*`), field validation and the published OpenAPI documents all read.
 */
export type FieldSchema = ScalarSchema | MapSchema | StructSchema | ListSchema | OpenSchema;

/** A leaf. `intOrString` is `x-kubernetes-int-or-string`. */
export type ScalarSchema = {
  readonly kind: 'scalar';
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'intOrString';
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value that apply's map keys take when the field is absent, such as `protocol: TCP`. */
  readonly default?: string | number | boolean;
  /** Name of the published definition of a named scalar, such as `io.k8s.apimachinery.pkg.apis.meta.v1.Time`. */
  readonly definition?: string;
  /** Go type that the decoder names when the value has another type, such as `v1.ServiceType`. */
  readonly goType?: string;
  /** `true` where the Go field is a pointer, so that its zero value is kept. */
  readonly pointer?: true;
  /** `true` where null is a value of its own (`nullable` of a CRD), not absence. */
  readonly nullable?: true;
};

/** A string-keyed map whose entries are owned one by one (labels, annotations, data), or as a whole if `atomic`. */
export type MapSchema = {
  readonly kind: 'map';
  readonly values: FieldSchema;
  readonly atomic?: true;
  readonly description?: string;
  /** Go type of the map where it has a name, such as `v1.ResourceList`. */
  readonly goType?: string;
  /** `true` where null is a value of its own (`nullable` of a CRD), not absence. */
  readonly nullable?: true;
};

/** An object with named fields; owned as a whole if `atomic`. */
export type StructSchema = {
  readonly kind: 'struct';
  readonly fields: { readonly [name: string]: FieldSchema };
  readonly required?: readonly string[];
  readonly atomic?: true;
  readonly description?: string;
  /** Name of the published definition, such as `io.k8s.api.core.v1.ServiceSpec`; its last part is the Go type. */
  readonly definition?: string;
  /** `true` where fields besides the named ones are kept (`x-kubernetes-preserve-unknown-fields` beside properties). */
  readonly open?: true;
  /** `true` where the Go type holds the struct by value, so that typed objects always have it, if only as `{}`. */
  readonly always?: true;
  /** `true` where null is a value of its own (`nullable` of a CRD), not absence. */
  readonly nullable?: true;
};

/** A list: replaced as a whole (`atomic`), a set of scalars, or a map of objects keyed by fields. */
export type ListSchema = {
  readonly kind: 'list';
  readonly items: FieldSchema;
  readonly listType: 'atomic' | 'set' | 'map';
  /** Keys of a `map` list for server-side apply, such as `['port', 'protocol']` for Service ports. */
  readonly mapKeys?: readonly string[];
  /** Key of strategic merge where it merges this list, such as `port` for Service ports; absent means replace. */
  readonly patchMergeKey?: string;
  /** `merge` for sets of scalars that strategic merge unites (finalizers). */
  readonly patchStrategy?: 'merge';
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly description?: string;
  /** `true` where null is a value of its own (`nullable` of a CRD), not absence. */
  readonly nullable?: true;
};

/** Anything at all: `x-kubernetes-preserve-unknown-fields`, `FieldsV1`. */
export type OpenSchema = {
  readonly kind: 'open';
  readonly description?: string;
  /** `true` where null is a value of its own (`nullable` of a CRD), not absence. */
  readonly nullable?: true;
};
