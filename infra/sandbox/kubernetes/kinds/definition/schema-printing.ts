import { type Bag, bagOf, bagsOf, isBag } from '../object/json-access.ts';

/** Names of the API's internal type that do not follow from the JSON ones, with what stands for absence. */
const TEXTS = ['ID', 'Schema', 'Description', 'Type', 'Format', 'Title', 'Pattern'] as const;
const FLAGS = ['Nullable', 'ExclusiveMaximum', 'ExclusiveMinimum', 'UniqueItems'] as const;

type Field = readonly [name: string, value: (schema: Bag) => unknown];

function jsonKey(name: string): string {
  const extension = /^X([A-Z].*)$/.exec(name)?.[1];
  if (name === 'ID') return 'id';
  if (name === 'Ref' || name === 'Schema') return `$${name.toLowerCase()}`;
  if (extension === undefined) return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const dashed = extension.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase();
  return `x-kubernetes-${dashed}`;
}

function plain(name: string): Field {
  const absent = TEXTS.some((text) => text === name)
    ? ''
    : FLAGS.some((flag) => flag === name)
      ? false
      : null;
  return [name, (schema) => schema[jsonKey(name)] ?? absent];
}

function list(name: string): Field {
  return [name, (schema) => listInOrder(bagsOf(schema[jsonKey(name)]))];
}

function listInOrder(schemas: readonly Bag[]): unknown {
  return schemas.length === 0 ? null : schemas.map(schemaInOrder);
}

function properties(schema: Bag): unknown {
  const entries = Object.entries(bagOf(schema['properties'])).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const inOrder = entries.map(([key, value]) => [key, schemaInOrder(bagOf(value))]);
  return entries.length === 0 ? null : Object.fromEntries(inOrder);
}

function orBoolean(value: unknown): unknown {
  if (isBag(value)) return { Allows: true, Schema: schemaInOrder(value) };
  return typeof value === 'boolean' ? { Allows: value, Schema: null } : null;
}

function items({ items: value }: Bag): unknown {
  return isBag(value) ? { Schema: schemaInOrder(value), JSONSchemas: null } : null;
}

function flag(name: string): Field {
  return [name, (schema) => schema[jsonKey(name)] ?? false];
}

const FIELDS: readonly Field[] = [
  ...['ID', 'Schema', 'Ref', 'Description', 'Type', 'Nullable', 'Format', 'Title', 'Default'].map(
    plain,
  ),
  ...['Maximum', 'ExclusiveMaximum', 'Minimum', 'ExclusiveMinimum', 'MaxLength'].map(plain),
  ...['MinLength', 'Pattern', 'MaxItems', 'MinItems', 'UniqueItems', 'MultipleOf', 'Enum'].map(
    plain,
  ),
  ...['MaxProperties', 'MinProperties', 'Required'].map(plain),
  ['Items', items],
  ...['AllOf', 'OneOf', 'AnyOf'].map(list),
  ['Not', ({ not }) => (isBag(not) ? schemaInOrder(not) : null)],
  ['Properties', properties],
  ['AdditionalProperties', (schema) => orBoolean(schema['additionalProperties'])],
  ...['PatternProperties', 'Dependencies', 'AdditionalItems', 'Definitions'].map(plain),
  ...['ExternalDocs', 'Example', 'XPreserveUnknownFields'].map(plain),
  ...['XEmbeddedResource', 'XIntOrString'].map(flag),
  ...['XListMapKeys', 'XListType', 'XMapType', 'XValidations'].map(plain),
];

/** A schema with the fields of the API's internal type, in their order. Source: `apiextensions.JSONSchemaProps`. */
export function schemaInOrder(schema: Bag): Bag {
  return Object.fromEntries(FIELDS.map(([name, value]) => [name, value(schema)]));
}
