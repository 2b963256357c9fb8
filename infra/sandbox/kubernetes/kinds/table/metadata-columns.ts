import type { Column } from '../../resource.ts';
import { ageOf } from './human-duration.ts';

/** A text column that is always shown, or only with `-o wide` if its priority is 1. */
export function textColumn(
  name: string,
  description: string,
  cell: Column['cell'],
  priority: 0 | 1 = 0,
): Column {
  return { name, type: 'string', description, priority, cell };
}

/** The first column of nearly every kind. */
export const nameColumn: Column = {
  ...textColumn('Name', 'Name of the object.', ({ metadata }) => metadata.name),
  format: 'name',
};

/** The column that says how long ago an object was created. */
export const ageColumn: Column = textColumn(
  'Age',
  'Time since the object was created.',
  ({ metadata }, now) => ageOf(metadata.creationTimestamp, now),
);

/** The first `max` entries of a list, and how many more there are. */
export function firstOf(entries: readonly string[], max: number): string {
  const shown = entries.slice(0, max).join(',');
  return entries.length > max ? `${shown} + ${entries.length - max} more...` : shown;
}
