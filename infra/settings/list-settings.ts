import * as v from 'valibot';
import { settingsFile } from './settings-file.ts';

/** One setting, or a group of them. */
export type Setting = {
  /** Where it stands in the file, such as `zone.id`; `[]` is each entry of a list. */
  readonly path: string;
  readonly meaning: string;
  /** The value that it has where the file says nothing; undefined if none. */
  readonly otherwise: unknown;
  readonly required: boolean;
  /** Written as a JSON object: a group of settings, or names and values that somebody chooses. */
  readonly isObject: boolean;
};

type Inner = v.GenericSchema & {
  readonly wrapped?: v.GenericSchema;
  readonly entries?: v.ObjectEntries;
  readonly item?: v.GenericSchema;
};

/** Every setting of the file and every group, in the order of the schema. */
export const listSettings = (): readonly Setting[] => within(settingsFile, '');

const within = (schema: Inner, place: string): readonly Setting[] => {
  const { wrapped, entries, item } = schema;
  if (wrapped !== undefined) return within(wrapped, place);
  if (item !== undefined) return within(item, `${place}[]`);
  const prefix = place === '' ? '' : `${place}.`;
  return Object.entries(entries ?? {}).flatMap(([key, entry]) => {
    // Entries of groups are plain schemas: the file knows nothing asynchronous.
    const inner = entry as Inner;
    const path = `${prefix}${key}`;
    return [{ path, ...settingOf(inner) }, ...within(inner, path)];
  });
};

const isObject = ({ type, wrapped }: Inner): boolean =>
  wrapped === undefined ? ['strict_object', 'record'].includes(type) : isObject(wrapped);

const settingOf = (schema: Inner): Omit<Setting, 'path'> => ({
  meaning: v.getDescription(schema) ?? v.getDescription(schema.wrapped ?? schema) ?? '',
  otherwise: v.getDefault(schema),
  required: !['optional', 'exact_optional'].includes(schema.type),
  isObject: isObject(schema),
});
