import { type Bag, textOf } from '../object/json-access.ts';

/** The types that a schema allows, empty if it allows any. */
export function typesOf(schema: Bag): readonly string[] {
  if (schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string'];
  const type = textOf(schema['type']);
  return type === undefined ? [] : [type];
}

/** The type of a JSON value, as OpenAPI names it. */
export function typeOfJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'object' ? 'object' : typeof value;
}
