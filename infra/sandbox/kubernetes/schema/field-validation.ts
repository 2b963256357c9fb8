import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import type { FieldSchema, ListSchema, MapSchema, StructSchema } from './field-schema.ts';
import { goTypeName, jsonKindName } from './go-type-name.ts';
import { scalarFault } from './scalar-fault.ts';

/** What decoding an object into its type finds. */
export type FieldCheck = {
  /** The object without unknown fields, and without nulls where null means absence. */
  readonly object: JsonObject;
  /** Such as `unknown field "spec.foo"`: a warning or a refusal, as `fieldValidation` says. */
  readonly problems: readonly string[];
  /** Such as `json: cannot unmarshal string into Go struct field …`; the decoder stops at the first, so at most one. */
  readonly typeErrors: readonly string[];
};

type Findings = { readonly problems: Set<string>; readonly typeErrors: string[] };

/** Where the decoder is: the path as strict errors spell it, and as type errors do. */
type Place = {
  readonly path: string;
  readonly struct: string;
  readonly fields: readonly string[];
};

/**
 * Decodes an object as the API server does: prunes unknown fields and tells them, and finds fields of the wrong JSON
 * type. Only built-in types are decoded into Go, so only they and `metadata` give type errors; the values of custom
 * resources are for their validation. Source: `sigs.k8s.io/json` and structural pruning of custom resources.
 */
export function checkFields(object: JsonObject, schema: FieldSchema): FieldCheck {
  const findings: Findings = { problems: new Set(), typeErrors: [] };
  const checked = checkValue(schema, object, { path: '', struct: '', fields: [] }, findings);
  return {
    object: isJsonObject(checked) ? checked : {},
    problems: [...findings.problems],
    typeErrors: findings.typeErrors.slice(0, 1),
  };
}

function checkValue(schema: FieldSchema, value: Json, place: Place, findings: Findings): Json {
  switch (schema.kind) {
    case 'open':
      return value;
    case 'scalar': {
      const fault = place.struct === '' ? undefined : scalarFault(schema, value);
      if (fault !== undefined) findings.typeErrors.push(inPlace(fault, place));
      return value;
    }
    case 'struct':
      if (isJsonObject(value)) return checkStruct(schema, value, place, findings);
      return refuse(schema, value, place, findings);
    case 'map':
      if (isJsonObject(value)) return checkMap(schema, value, place, findings);
      return refuse(schema, value, place, findings);
    case 'list':
      if (Array.isArray(value)) return checkList(schema, value, place, findings);
      return refuse(schema, value, place, findings);
  }
}

function refuse(schema: FieldSchema, value: Json, place: Place, findings: Findings): Json {
  if (value !== null && place.struct !== '') {
    const fault = { value: jsonKindName(value), type: goTypeName(schema) };
    findings.typeErrors.push(inPlace(fault, place));
  }
  return value;
}

function inPlace(
  fault: string | { readonly value: string; readonly type: string },
  place: Place,
): string {
  if (typeof fault === 'string') return fault;
  const field = `${place.struct}.${place.fields.join('.')}`;
  return `json: cannot unmarshal ${fault.value} into Go struct field ${field} of type ${fault.type}`;
}

function checkStruct(
  schema: StructSchema,
  value: JsonObject,
  place: Place,
  findings: Findings,
): JsonObject {
  const struct = schema.definition?.split('.').at(-1) ?? place.struct;
  const result: { [name: string]: Json } = {};
  for (const [name, entry] of Object.entries(value)) {
    const below = {
      path: place.path === '' ? name : `${place.path}.${name}`,
      struct,
      fields: struct === '' ? [] : [...place.fields, name],
    };
    const field = Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined;
    const checked =
      field === undefined
        ? checkUndeclared(schema, entry, below, findings)
        : checkDeclared(field, entry, below, findings);
    if (checked !== undefined) result[name] = checked;
  }
  return result;
}

function checkUndeclared(
  schema: StructSchema,
  entry: Json,
  { path }: Place,
  findings: Findings,
): Json | undefined {
  if (schema.open) return entry;
  findings.problems.add(`unknown field ${JSON.stringify(path)}`);
  return undefined;
}

function checkDeclared(
  field: FieldSchema,
  entry: Json,
  place: Place,
  findings: Findings,
): Json | undefined {
  if (entry !== null) return checkValue(field, entry, place, findings);
  return field.nullable || field.kind === 'open' ? entry : undefined;
}

function checkMap(
  schema: MapSchema,
  value: JsonObject,
  place: Place,
  findings: Findings,
): JsonObject {
  const entries = Object.entries(value).map(([name, entry]) => {
    const path = place.path === '' ? name : `${place.path}.${name}`;
    return [name, checkValue(schema.values, entry, { ...place, path }, findings)] as const;
  });
  return Object.fromEntries(entries);
}

function checkList(
  schema: ListSchema,
  items: readonly Json[],
  place: Place,
  findings: Findings,
): Json {
  return items.map((item, index) =>
    checkValue(schema.items, item, { ...place, path: `${place.path}[${index}]` }, findings),
  );
}
