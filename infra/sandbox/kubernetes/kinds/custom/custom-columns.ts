import type { Column, KubeObject } from '../../resource.ts';
import { type Bag, isBag, textOf } from '../object/json-access.ts';
import { ageOf } from '../table/human-duration.ts';
import { nameColumn } from '../table/metadata-columns.ts';
import { firstAt, parseJsonPath } from './json-path.ts';

type Cell = string | number | boolean | null;

const AGE: Bag = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isBag(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
}

function stringCell(value: unknown): Cell {
  if (value === null) return '<no value>';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(sorted(value)) : String(value);
}

function dateCell(value: unknown, now: number): Cell {
  if (typeof value !== 'string') return null;
  if (value === '') return '<unknown>';
  return Number.isNaN(Date.parse(value)) ? '<invalid>' : ageOf(value, now);
}

function cellOf(type: string, value: unknown, now: number): Cell {
  if (value === undefined) return null;
  switch (type) {
    case 'string':
      return stringCell(value);
    case 'date':
      return dateCell(value, now);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    default:
      return typeof value === 'boolean' ? value : null;
  }
}

const TYPES = ['string', 'integer', 'date', 'number', 'boolean'] as const;

function customColumn(column: Bag): Column {
  const stated = textOf(column['type']) ?? 'string';
  const type = TYPES.find((name) => name === stated) ?? 'string';
  const jsonPath = textOf(column['jsonPath']) ?? '';
  const path = parseJsonPath(jsonPath);
  const description = `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  return {
    name: textOf(column['name']) ?? '',
    type,
    format: textOf(column['format']) ?? '',
    description: textOf(column['description']) ?? description,
    priority: typeof column['priority'] === 'number' && column['priority'] > 0 ? 1 : 0,
    cell: (object: KubeObject, now: number) =>
      path === undefined ? null : cellOf(type, firstAt(path, object), now),
  };
}

/**
 * The columns of a custom resource: its name and what its definition states, or its age if that states none.
 * Source: `tableconvertor` of apiextensions-apiserver.
 */
export function customColumns(columns: readonly Bag[]): readonly Column[] {
  const stated = columns.length === 0 ? [AGE] : columns;
  return [nameColumn, ...stated.map(customColumn)];
}
