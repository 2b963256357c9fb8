import type { FieldError } from '../../resource.ts';
import { duplicate } from '../faults/fault.ts';
import { printedJson } from '../faults/go-value.ts';
import { type Bag, bagOf, isBag, textsOf } from '../object/json-access.ts';

function keyOf(item: unknown, keys: readonly string[]): Bag {
  const bag = bagOf(item);
  return Object.fromEntries(keys.filter((key) => key in bag).map((key) => [key, bag[key]]));
}

/** Positions of entries that were there before, each repeated value named once. */
function repeatedAt(values: readonly string[]): readonly number[] {
  const seen = new Map<string, number>();
  return values.flatMap((value, index) => {
    const times = (seen.get(value) ?? 0) + 1;
    seen.set(value, times);
    return times === 2 ? [index] : [];
  });
}

function ownFaults(list: readonly unknown[], schema: Bag, field: string): readonly FieldError[] {
  const keys = textsOf(schema['x-kubernetes-list-map-keys']);
  const listType = schema['x-kubernetes-list-type'];
  if (listType !== 'set' && listType !== 'map') return [];
  const values = listType === 'set' ? list : list.map((item) => keyOf(item, keys));
  return repeatedAt(values.map((value) => JSON.stringify(value))).map((index) => {
    const value = values[index];
    const shown = typeof value === 'string' ? value : { printed: printedJson(value) };
    return duplicate(`${field}[${index}]`, shown);
  });
}

function childPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Faults of lists of type set or map whose entries repeat. Source: `ValidateListSetsAndMaps`. */
export function listFaults(value: unknown, schema: Bag, path: string): readonly FieldError[] {
  if (Array.isArray(value)) {
    const items = schema['items'];
    const inner = isBag(items)
      ? value.flatMap((item, index) => listFaults(item, items, `${path}[${index}]`))
      : [];
    return [...ownFaults(value, schema, path), ...inner];
  }
  if (!isBag(value)) return [];
  const properties = bagOf(schema['properties']);
  const { additionalProperties } = schema;
  return Object.entries(value).flatMap(([key, child]) => {
    const own = properties[key];
    if (isBag(own)) return listFaults(child, own, childPath(path, key));
    return isBag(additionalProperties)
      ? listFaults(child, additionalProperties, `${path}[${key}]`)
      : [];
  });
}
