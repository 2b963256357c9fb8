import type {
  FieldSchema,
  ListSchema,
  MapSchema,
  OpenSchema,
  ScalarSchema,
  StructSchema,
} from './field-schema.ts';

/** A string field; `goType` names its Go type where that is not plain `string`. */
export function text(description: string, goType?: string): ScalarSchema {
  return {
    kind: 'scalar',
    type: 'string',
    description,
    ...(goType === undefined ? {} : { goType }),
  };
}

/** A boolean field. */
export function flag(description: string): ScalarSchema {
  return { kind: 'scalar', type: 'boolean', description };
}

/** A 32-bit integer field. */
export function int32(description: string): ScalarSchema {
  return { kind: 'scalar', type: 'integer', format: 'int32', description };
}

/** A 64-bit integer field. */
export function int64(description: string): ScalarSchema {
  return { kind: 'scalar', type: 'integer', format: 'int64', description };
}

/** A floating-point field. */
export function double(description: string): ScalarSchema {
  return { kind: 'scalar', type: 'number', format: 'double', description };
}

/** A field of base64 text (Go `[]byte`). */
export function bytes(description: string): ScalarSchema {
  return { kind: 'scalar', type: 'string', format: 'byte', description };
}

/** A field of any JSON value. */
export function anything(description: string): OpenSchema {
  return { kind: 'open', description };
}

/** A map from string keys to `values`, owned key by key. */
export function mapOf(values: FieldSchema, description: string): MapSchema {
  return { kind: 'map', values, description };
}

/** A map from string keys to `values`, owned as a whole. */
export function atomicMapOf(values: FieldSchema, description: string): MapSchema {
  return { kind: 'map', values, atomic: true, description };
}

/** A list that is owned and replaced as a whole. */
export function atomicListOf(items: FieldSchema, description: string): ListSchema {
  return { kind: 'list', items, listType: 'atomic', description };
}

/** A set of scalars; `patchStrategy` says whether strategic merge unites it too. */
export function setOf(
  items: ScalarSchema,
  description: string,
  patchStrategy?: 'merge',
): ListSchema {
  return {
    kind: 'list',
    items,
    listType: 'set',
    description,
    ...(patchStrategy === undefined ? {} : { patchStrategy }),
  };
}

/** How the entries of a keyed list are told apart by server-side apply and by strategic merge. */
export type ListKeys = {
  readonly mapKeys: readonly string[];
  readonly patchMergeKey?: string;
};

/** A list of structs keyed by some of their fields. */
export function keyedListOf(items: StructSchema, keys: ListKeys, description: string): ListSchema {
  return { kind: 'list', items, listType: 'map', description, ...keys };
}

/** What a struct is besides its fields. */
export type StructTraits = {
  readonly description: string;
  readonly required?: readonly string[];
  readonly atomic?: true;
};

/** A struct that is published under the name `definition`. */
export function struct(
  definition: string,
  traits: StructTraits,
  fields: StructSchema['fields'],
): StructSchema {
  return { kind: 'struct', definition, fields, ...traits };
}

/** The same struct where its Go field holds it by value, so that typed objects always have it, if only as `{}`. */
export function always(schema: StructSchema): StructSchema {
  return { ...schema, always: true };
}

/** The same scalar where its Go field is a pointer, so that its zero value is kept. */
export function pointer(schema: ScalarSchema): ScalarSchema {
  return { ...schema, pointer: true };
}
