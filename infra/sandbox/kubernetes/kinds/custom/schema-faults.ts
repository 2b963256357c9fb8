import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../resource.ts';
import {
  invalid,
  notSupported,
  type Printed,
  required,
  tooMany,
  typeInvalid,
} from '../faults/fault.ts';
import { printedJson } from '../faults/go-value.ts';
import { type Bag, bagOf, isBag, textsOf } from '../object/json-access.ts';
import { junctorFaults } from './junctor-faults.ts';
import { childOld, itemOld } from './replaced.ts';
import { numberFaults, stringFaults } from './scalar-faults.ts';
import { typeOfJson, typesOf } from './schema-types.ts';
import type { Subject } from './subject.ts';

/** The object itself has no path: its faults name none. */
function fieldOf(path: string): string {
  return path === '' ? '<nil>' : path;
}

function printed(value: unknown): Printed {
  return { printed: printedJson(value) };
}

function typeFault(subject: Subject, schema: Bag): readonly FieldError[] {
  const { path, value } = subject;
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const actual = typeOfJson(value);
  if (value === null) {
    if (schema['nullable'] === true) return [];
    const text = `${path} in body must be of type ${types.join(',')}: "null"`;
    return [typeInvalid(fieldOf(path), 'null', text)];
  }
  const fits = types.includes(actual) || (actual === 'integer' && types.includes('number'));
  if (fits) return [];
  const text = `${path} in body must be of type ${types.join(',')}: "${actual}"`;
  return [typeInvalid(fieldOf(path), actual, text)];
}

function enumFaults({ path, value }: Subject, schema: Bag): readonly FieldError[] {
  const allowed: readonly unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
  if (allowed.length === 0 || allowed.some((entry) => isDeepStrictEqual(entry, value))) return [];
  const texts = allowed.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
  return [notSupported(path, typeof value === 'string' ? value : printed(value), texts)];
}

function limit(schema: Bag, key: string): number | undefined {
  return typeof schema[key] === 'number' ? schema[key] : undefined;
}

function countFaults(path: string, size: number, schema: Bag, what: 'Items' | 'Properties') {
  const [min, max] = [limit(schema, `min${what}`), limit(schema, `max${what}`)];
  const field = fieldOf(path);
  const few = `${path} in body should have at least ${min} ${what.toLowerCase()}`;
  return [
    ...(min !== undefined && size < min ? [invalid(field, size, few)] : []),
    ...(max !== undefined && size > max ? [tooMany(field, size, max)] : []),
  ];
}

function listFaults(subject: Subject, list: readonly unknown[], schema: Bag) {
  const { items } = schema;
  const each = isBag(items)
    ? list.flatMap((value, index) =>
        schemaFaults(
          {
            path: `${subject.path}[${index}]`,
            value,
            old: itemOld(schema, subject.old, value),
          },
          items,
        ),
      )
    : [];
  return [...each, ...countFaults(subject.path, list.length, schema, 'Items')];
}

function childPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function propertyFaults(subject: Subject, object: Bag, schema: Bag): readonly FieldError[] {
  const properties = bagOf(schema['properties']);
  const { additionalProperties } = schema;
  return Object.keys(object)
    .toSorted()
    .flatMap((key) => {
      const own = properties[key] ?? additionalProperties;
      if (!isBag(own)) return [];
      const path = childPath(subject.path, key);
      return schemaFaults({ path, value: object[key], old: childOld(subject.old, key) }, own);
    });
}

function objectFaults(subject: Subject, object: Bag, schema: Bag): readonly FieldError[] {
  const missing = textsOf(schema['required']).filter((key) => !Object.hasOwn(object, key));
  return [
    ...countFaults(subject.path, Object.keys(object).length, schema, 'Properties'),
    ...propertyFaults(subject, object, schema),
    ...missing.map((key) => required(childPath(subject.path, key))),
  ];
}

function ownFaults({ path, value, old }: Subject, schema: Bag): readonly FieldError[] {
  if (typeof value === 'string') return stringFaults(path, value, schema);
  if (typeof value === 'number') return numberFaults(path, value, schema);
  return Array.isArray(value) ? listFaults({ path, value, old }, value, schema) : [];
}

/**
 * Faults of a value against an OpenAPI v3 schema, in the words of a custom resource's validation.
 * Source: `validate.SchemaValidator` of kube-openapi, `ValidateCustomResource`, and the ratcheting of updates.
 */
export function schemaFaults(subject: Subject, schema: Bag): readonly FieldError[] {
  const { value, old } = subject;
  if (old !== undefined && isDeepStrictEqual(old.value, value)) return [];
  const type = typeFault(subject, schema);
  if (value === null) return [...type, ...enumFaults(subject, schema)];
  return [
    ...type,
    ...junctorFaults(subject, schema, schemaFaults),
    ...ownFaults(subject, schema),
    ...enumFaults(subject, schema),
    ...(isBag(value) ? objectFaults(subject, value, schema) : []),
  ];
}
