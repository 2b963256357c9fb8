import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import { text } from './build-field.ts';
import type {
  FieldSchema,
  ListSchema,
  OpenSchema,
  ScalarSchema,
  StructSchema,
} from './field-schema.ts';
import { objectMeta } from './kinds/meta-v1.ts';

/**
 * The merge structure of a custom resource from the `openAPIV3Schema` of its version, which has been validated. The
 * root always has apiVersion, kind and metadata. Source: structural schemas of apiextensions-apiserver and the
 * `x-kubernetes-*` extensions.
 */
export function fieldSchemaFromJsonSchema(schema: JsonObject): FieldSchema {
  const root = convert(schema);
  if (root.kind === 'struct') return withTypeFields(root);
  if (root.kind === 'open') return withTypeFields({ kind: 'struct', fields: {}, open: true });
  return withTypeFields({ kind: 'struct', fields: {} });
}

function withTypeFields(schema: StructSchema): StructSchema {
  return {
    ...schema,
    fields: {
      apiVersion: text('Group and version that the object is written in.'),
      kind: text('Kind of the object.'),
      ...schema.fields,
      metadata: objectMeta,
    },
  };
}

function convert(schema: JsonObject): FieldSchema {
  const traits = traitsOf(schema);
  if (schema['x-kubernetes-int-or-string'] === true) {
    return { kind: 'scalar', type: 'intOrString', format: 'int-or-string', ...traits };
  }
  switch (schema['type']) {
    case 'object':
      return objectSchema(schema);
    case 'array':
      return listSchema(schema);
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return scalarSchema(schema['type'], schema);
    default:
      return { kind: 'open', ...traits };
  }
}

type Traits = { readonly description?: string; readonly nullable?: true };

function traitsOf(schema: JsonObject): Traits {
  const description = schema['description'];
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(schema['nullable'] === true ? { nullable: true } : {}),
  };
}

function objectSchema(schema: JsonObject): FieldSchema {
  const atomic = schema['x-kubernetes-map-type'] === 'atomic' ? { atomic: true as const } : {};
  const traits = { ...traitsOf(schema), ...atomic };
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const properties = schema['properties'];
  const values = schema['additionalProperties'];
  if (isJsonObject(properties) || embedded) {
    const struct: StructSchema = {
      kind: 'struct',
      fields: convertAll(isJsonObject(properties) ? properties : {}),
      ...traits,
      ...requiredOf(schema),
      ...(open ? { open: true } : {}),
    };
    return embedded ? withTypeFields(struct) : struct;
  }
  if (isJsonObject(values)) return { kind: 'map', values: convert(values), ...traits };
  if (values === true) return { kind: 'map', values: { kind: 'open' }, ...traits };
  if (!open) return { kind: 'struct', fields: {}, ...traits };
  const anything: OpenSchema = { kind: 'open', ...traitsOf(schema) };
  return 'atomic' in atomic ? { kind: 'map', values: anything, ...traits } : anything;
}

function convertAll(properties: JsonObject): { readonly [name: string]: FieldSchema } {
  const entries = Object.entries(properties).map(
    ([name, property]) => [name, convert(asObject(property))] as const,
  );
  return Object.fromEntries(entries);
}

function requiredOf(schema: JsonObject): { readonly required?: readonly string[] } {
  const required = schema['required'];
  return Array.isArray(required) ? { required: required.map(String) } : {};
}

function listSchema(schema: JsonObject): ListSchema {
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'];
  return {
    kind: 'list',
    items: convert(asObject(schema['items'])),
    listType: listType === 'set' || listType === 'map' ? listType : 'atomic',
    ...traitsOf(schema),
    ...(Array.isArray(keys) ? { mapKeys: keys.map(String) } : {}),
    ...numbersOf(schema, ['minItems', 'maxItems']),
  };
}

function scalarSchema(type: ScalarSchema['type'], schema: JsonObject): ScalarSchema {
  const { format, pattern, default: fallback } = schema;
  const values = schema['enum'];
  return {
    kind: 'scalar',
    type,
    ...traitsOf(schema),
    ...(typeof format === 'string' ? { format } : {}),
    ...(typeof pattern === 'string' ? { pattern } : {}),
    ...(Array.isArray(values) ? { enum: values.map(String) } : {}),
    ...(isScalar(fallback) ? { default: fallback } : {}),
    ...numbersOf(schema, ['minLength', 'maxLength', 'minimum', 'maximum']),
  };
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function numbersOf<Name extends string>(
  schema: JsonObject,
  names: readonly Name[],
): { readonly [name in Name]?: number } {
  const entries = names.flatMap((name) => {
    const value = schema[name];
    return typeof value === 'number' ? [[name, value] as const] : [];
  });
  // fromEntries widens the keys to string; they are names by construction.
  return Object.fromEntries(entries) as { readonly [name in Name]?: number };
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
