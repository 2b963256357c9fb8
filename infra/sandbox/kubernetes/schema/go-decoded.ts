import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import type { FieldSchema, ScalarSchema, StructSchema } from './field-schema.ts';

/**
 * An object as the API server holds it once it is decoded: built-in types have their by-value structs and required
 * scalars even where the client left them out, and lack the zero values that `omitempty` drops; everywhere nulls are
 * gone from declared fields that are not nullable (but for unset times of built-in types, which are null). Source: `encoding/json` on the Go types, and the pruning of nulls in
 * custom resources.
 */
export function asDecoded(schema: FieldSchema, object: JsonObject): JsonObject {
  return schema.kind === 'struct' ? decodeStruct(schema, object) : object;
}

function decodeStruct(schema: StructSchema, object: JsonObject): JsonObject {
  const result: { [name: string]: Json } = {};
  for (const [name, entry] of Object.entries(object)) {
    const field = schema.fields[name];
    const value = field === undefined ? entry : decodeField(schema, name, entry);
    if (value !== undefined) result[name] = value;
  }
  if (schema.definition === undefined) return result;
  for (const [name, field] of Object.entries(schema.fields)) {
    if (result[name] !== undefined) continue;
    const zero = zeroOf(schema, name, field);
    if (zero !== undefined) result[name] = zero;
  }
  return result;
}

function decodeField(owner: StructSchema, name: string, entry: Json): Json | undefined {
  const field = owner.fields[name];
  if (field === undefined) return entry;
  if (entry === null) return field.nullable === true ? entry : undefined;
  const value = decodeValue(field, entry);
  const optional = owner.definition !== undefined && !owner.required?.includes(name);
  return optional && isOmitted(field, value) ? undefined : value;
}

function decodeValue(schema: FieldSchema, value: Json): Json {
  if (schema.kind === 'struct' && isJsonObject(value)) return decodeStruct(schema, value);
  if (schema.kind === 'map' && isJsonObject(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, entry]) => [key, decodeValue(schema.values, entry)]),
    );
  }
  if (schema.kind === 'list' && Array.isArray(value)) {
    return (value as readonly Json[]).map((item) => decodeValue(schema.items, item));
  }
  return value;
}

/** Whether `omitempty` leaves a decoded value out. */
function isOmitted(schema: FieldSchema, value: Json): boolean {
  switch (schema.kind) {
    case 'list':
      return Array.isArray(value) && value.length === 0;
    case 'map':
      return isJsonObject(value) && Object.keys(value).length === 0;
    case 'scalar':
      return schema.pointer !== true && schema.definition === undefined && isZero(value);
    case 'struct':
    case 'open':
      return false;
  }
}

function isZero(value: Json): boolean {
  return value === '' || value === 0 || value === false;
}

function zeroOf(owner: StructSchema, name: string, field: FieldSchema): Json | undefined {
  if (field.kind === 'struct' && field.always === true) return decodeStruct(field, {});
  if (field.kind !== 'scalar') return undefined;
  // Times are structs in Go, which omitempty never drops: an unset one is null.
  if (field.definition !== undefined) return isTimeByValue(field) ? null : undefined;
  return owner.required?.includes(name) ? zeroScalar(field) : undefined;
}

function isTimeByValue(schema: ScalarSchema): boolean {
  return schema.format === 'date-time' && schema.pointer !== true;
}

/** The Go zero value of a scalar; undefined for types whose zero is no plain value. */
export function zeroScalar(schema: ScalarSchema): string | number | boolean | undefined {
  if (schema.definition !== undefined) return undefined;
  switch (schema.type) {
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    case 'intOrString':
      return undefined;
  }
}
