import { nearName } from '../../lib/config/near-name.ts';
import { type Fault, faultOnPath } from './faults.ts';
import { listSettings } from './list-settings.ts';

type Path = readonly (string | number)[];

/** What is known of a place in the file: the empty place is its top. */
type Places = {
  readonly paths: readonly string[];
  /** The keys of each group of settings. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly objects: ReadonlySet<string>;
};

/**
 * A fault for each key of a file that is no setting, all of them at once, with the one that was probably meant; and for each list where
 * an object has to stand, which schemas let pass. Keys that somebody chooses, such as those of `elbZoneIds`, are left alone.
 */
export const unknownKeys = (file: unknown): readonly Fault[] => find(file, [], placesOf());

const placesOf = (): Places => {
  const keys = new Map<string, string[]>();
  const settings = listSettings();
  for (const { path } of settings) {
    const dot = path.lastIndexOf('.');
    const place = dot < 0 ? '' : path.slice(0, dot);
    keys.set(place, [...(keys.get(place) ?? []), path.slice(dot + 1)]);
  }
  const objects = settings.filter(({ isObject }) => isObject).map(({ path }) => path);
  return { paths: settings.map(({ path }) => path), keys, objects: new Set(objects) };
};

const find = (value: unknown, path: Path, places: Places): readonly Fault[] => {
  const place = placeOf(path);
  if (Array.isArray(value)) {
    if (places.objects.has(place))
      return [{ ...faultOnPath(path, 'is not an object'), isClosed: true }];
    if (!places.keys.has(`${place}[]`)) return [];
    return value.flatMap((item: unknown, index) => find(item, [...path, index], places));
  }
  const keys = places.keys.get(place);
  if (keys === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    keys.includes(key)
      ? find(inner, [...path, key], places)
      : [faultOnPath([...path, key], unknown(key, keys, places.paths))],
  );
};

const placeOf = (path: Path): string =>
  path
    .map((key) => (typeof key === 'number' ? '[]' : `.${key}`))
    .join('')
    .slice(1);

const unknown = (key: string, siblings: readonly string[], paths: readonly string[]): string => {
  const elsewhere = paths.find((path) => path.endsWith(`.${key}`) && !path.includes('[]'));
  const meant = nearName(key, siblings) ?? elsewhere;
  return meant === undefined ? 'is no setting' : `is no setting: did you mean ${meant}?`;
};
