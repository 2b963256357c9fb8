import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json } from '../resource.ts';
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
      /** The steps in the order of the value; a key that several items share occurs as often. */
      readonly steps: readonly (readonly [PathElement, Json])[];
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
  if (value === null) return { kind: 'branch', list: false, steps: [], children: new Map() };
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
  const steps = Object.entries(value).map(([name, entry]) => [fieldElement(name), entry] as const);
  return { kind: 'branch', list: false, steps, children };
}

function listView(schema: ListSchema, value: Json): View {
  if (value === null) return { kind: 'branch', list: true, steps: [], children: new Map() };
  if (!Array.isArray(value)) return leaf;
  const steps: (readonly [PathElement, Json])[] = [];
  const children = new Map<PathElement, Child>();
  for (const item of value as readonly Json[]) {
    const step = itemElement(schema, item);
    if ('fault' in step) continue;
    steps.push([step.element, item]);
    const values = [...(children.get(step.element)?.values ?? []), item];
    children.set(step.element, { schema: schema.items, named: false, values });
  }
  return { kind: 'branch', list: true, steps, children };
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
