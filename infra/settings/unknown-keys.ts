import { type Fault, faultOnPath } from './faults.ts';
import { listSettings } from './list-settings.ts';
import { nearName } from './near-name.ts';

type Path = readonly (string | number)[];

/** The keys of the groups of settings, by their places: the empty place is the top of the file. */
type Groups = ReadonlyMap<string, readonly string[]>;

/**
 * A fault for each key of a file that is no setting, all of them at once, with the one that was probably meant. What is no group, such
 * as a list of names, or the keys that somebody chooses, such as those of `elbZoneIds`, is left alone.
 */
export const unknownKeys = (file: unknown): readonly Fault[] => find(file, [], groupsOf());

const groupsOf = (): Groups => {
  const groups = new Map<string, string[]>();
  for (const { path } of listSettings()) {
    const dot = path.lastIndexOf('.');
    const place = dot < 0 ? '' : path.slice(0, dot);
    groups.set(place, [...(groups.get(place) ?? []), path.slice(dot + 1)]);
  }
  return groups;
};

const find = (value: unknown, path: Path, groups: Groups): readonly Fault[] => {
  if (Array.isArray(value)) {
    if (!groups.has(`${placeOf(path)}[]`)) return [];
    return value.flatMap((item: unknown, index) => find(item, [...path, index], groups));
  }
  const keys = groups.get(placeOf(path));
  if (keys === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    keys.includes(key)
      ? find(inner, [...path, key], groups)
      : [faultOnPath([...path, key], unknown(key, keys))],
  );
};

const placeOf = (path: Path): string =>
  path
    .map((key) => (typeof key === 'number' ? '[]' : `.${key}`))
    .join('')
    .slice(1);

const unknown = (key: string, siblings: readonly string[]): string => {
  const elsewhere = listSettings()
    .map(({ path }) => path)
    .find((path) => path.endsWith(`.${key}`) && !path.includes('[]'));
  const meant = nearName(key, siblings) ?? elsewhere;
  return meant === undefined ? 'is no setting' : `is no setting: did you mean ${meant}?`;
};
