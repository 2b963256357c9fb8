import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import type {
  FieldSchema,
  ListSchema,
  MapSchema,
  OpenSchema,
  StructSchema,
} from './field-schema.ts';
import { fieldElement, fieldName, itemElement, type PathElement } from './path-element.ts';

/** What stands below a value: its schema and the values there, several only for items with the same key. */
export type Child = {
  readonly schema: FieldSchema;
  /** `true` for the declared fields of a struct. */
  readonly named: boolean;
  readonly values: readonly Json[];
};

/**
 * A value as ownership sees it: a leaf that is owned as a whole, or a branch whose children are owned one by one. Null
 * under a branch schema is a branch without children. Source: structured-merge-diff `typed` walkers.
 */
export type View =
  | { readonly kind: 'leaf' }
  | {
      readonly kind: 'branch';
      readonly list: boolean;
      readonly children: ReadonlyMap<PathElement, Child>;
    };

const leaf: View = { kind: 'leaf' };
const open: OpenSchema = { kind: 'open' };

/** How ownership sees a value of a schema. */
export function viewOf(schema: FieldSchema, value: Json): View {
  switch (schema.kind) {
    case 'scalar':
      return leaf;
    case 'list':
      return schema.listType === 'atomic' ? leaf : listView(schema, value);
    case 'struct':
    case 'map':
      return schema.atomic ? leaf : objectView(schema, value);
    case 'open':
      return objectView(schema, value);
  }
}

function objectView(schema: StructSchema | MapSchema | OpenSchema, value: Json): View {
  if (value === null) return { kind: 'branch', list: false, children: new Map() };
  if (!isJsonObject(value)) return leaf;
  const children = new Map<PathElement, Child>();
  for (const [name, entry] of Object.entries(value)) {
    const named = schema.kind === 'struct' && Object.hasOwn(schema.fields, name);
    children.set(fieldElement(name), {
      schema: childSchema(schema, fieldElement(name)) ?? open,
      named,
      values: [entry],
    });
  }
  return { kind: 'branch', list: false, children };
}

function listView(schema: ListSchema, value: Json): View {
  if (value === null) return { kind: 'branch', list: true, children: new Map() };
  if (!Array.isArray(value)) return leaf;
  const children = new Map<PathElement, Child>();
  for (const item of value as readonly Json[]) {
    const step = itemElement(schema, item);
    if ('fault' in step) continue;
    const values = [...(children.get(step.element)?.values ?? []), item];
    children.set(step.element, { schema: schema.items, named: false, values });
  }
  return { kind: 'branch', list: true, children };
}

/** The schema one step below; undefined where the step leads to nothing that is declared. */
export function childSchema(schema: FieldSchema, element: PathElement): FieldSchema | undefined {
  const name = fieldName(element);
  switch (schema.kind) {
    case 'scalar':
      return undefined;
    case 'open':
      return open;
    case 'map':
      return name === undefined ? undefined : schema.values;
    case 'list':
      return name === undefined ? schema.items : undefined;
    case 'struct':
      if (name !== undefined && Object.hasOwn(schema.fields, name)) return schema.fields[name];
      return schema.open ? open : undefined;
  }
}

/** The object with every struct that Go holds by value there, if only as `{}`, as typed objects always have them. */
export function withEmptyStructs(schema: FieldSchema, value: JsonObject): JsonObject {
  if (schema.kind !== 'struct') return value;
  const filled: { [name: string]: Json } = { ...value };
  for (const [name, field] of Object.entries(schema.fields)) {
    if (field.kind !== 'struct' || field.always !== true) continue;
    const current = value[name] ?? {};
    filled[name] = isJsonObject(current) ? withEmptyStructs(field, current) : current;
  }
  return filled;
}

/** The value without nulls in declared places, as decoding into Go types or pruning of nulls leaves it. */
export function withoutNulls(schema: FieldSchema, value: Json): Json {
  if (schema.kind === 'struct' && isJsonObject(value)) {
    return mapEntries(value, (name, entry) => {
      const field = schema.fields[name];
      if (field === undefined) return entry;
      if (entry === null) return field.nullable === true ? entry : undefined;
      return withoutNulls(field, entry);
    });
  }
  if (schema.kind === 'map' && isJsonObject(value)) {
    return mapEntries(value, (_name, entry) =>
      entry === null ? entry : withoutNulls(schema.values, entry),
    );
  }
  if (schema.kind === 'list' && Array.isArray(value)) {
    return (value as readonly Json[]).map((item) => withoutNulls(schema.items, item));
  }
  return value;
}

function mapEntries(
  object: JsonObject,
  change: (name: string, entry: Json) => Json | undefined,
): JsonObject {
  const result: { [name: string]: Json } = {};
  for (const [name, entry] of Object.entries(object)) {
    const next = change(name, entry);
    if (next !== undefined) result[name] = next;
  }
  return result;
}
