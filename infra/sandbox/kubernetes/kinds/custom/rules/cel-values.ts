import { type Bag, bagOf, isBag } from '../../object/json-access.ts';
import { celName } from './cel-types.ts';

/**
 * A JSON value as rules see it: integers apart from other numbers, times and bytes as such, properties under the names that CEL
 * can take. Source: `UnstructuredToVal` of apiextensions-apiserver.
 */
export function celValue(value: unknown, schema: Bag): unknown {
  if (typeof value === 'number') return numberOf(value, schema);
  if (typeof value === 'string') return textOf(value, schema);
  if (Array.isArray(value)) {
    const items = bagOf(schema['items']);
    return value.map((item) => celValue(item, items));
  }
  return isBag(value) ? objectOf(value, schema) : value;
}

function numberOf(value: number, { type }: Bag): number | bigint {
  return type === 'number' || !Number.isInteger(value) ? value : BigInt(value);
}

function textOf(value: string, { format }: Bag): string | Date | Uint8Array {
  if (format === 'byte') return Buffer.from(value, 'base64');
  return format === 'date' || format === 'date-time' ? new Date(value) : value;
}

function objectOf(object: Bag, schema: Bag): Bag {
  const properties = bagOf(schema['properties']);
  const { additionalProperties } = schema;
  const entries = Object.entries(object).flatMap(([property, child]) => {
    const own = properties[property];
    if (!isBag(own)) return [[property, celValue(child, bagOf(additionalProperties))] as const];
    const name = celName(property);
    return name === undefined ? [] : [[name, celValue(child, own)] as const];
  });
  return Object.fromEntries(entries);
}
