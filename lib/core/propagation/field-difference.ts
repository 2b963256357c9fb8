import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';

/** Lists that server-side apply merges by key instead of replacing (core/v1 ServiceSpec). */
const portKeys = ['port', 'protocol'] as const;

/** Maps that server-side apply replaces whole (`x-kubernetes-map-type: atomic`). */
const atomicMaps: ReadonlySet<string> = new Set(['selector']);

/** True if every field of `desired` stands in `observed` with that value; what a cluster added does not count. */
export const holds = (observed: Json | undefined, desired: Json, field = ''): boolean => {
  if (observed === undefined) return isEmpty(desired);
  if (isJsonObject(desired)) {
    return isJsonObject(observed) && holdsObject(observed, desired, field);
  }
  if (Array.isArray(desired)) {
    return Array.isArray(observed) && holdsList(observed, desired, field);
  }
  return observed === desired;
};

const holdsObject = (observed: JsonObject, desired: JsonObject, field: string): boolean => {
  if (atomicMaps.has(field) && Object.keys(observed).length !== Object.keys(desired).length) {
    return false;
  }
  return Object.keys(desired).every((key) => holds(observed[key], desired[key] ?? null, key));
};

const holdsList = (observed: readonly Json[], desired: readonly Json[], field: string): boolean => {
  if (field !== 'ports') {
    return (
      observed.length === desired.length &&
      desired.every((value, index) => holds(observed[index], value))
    );
  }
  return holdsPorts(observed, desired);
};

// The order counts, as the first port is what many tools take for the default; ports of others may stand between.
const holdsPorts = (observed: readonly Json[], desired: readonly Json[]): boolean => {
  const places = desired.map((port) => observed.findIndex((other) => samePort(other, port)));
  return desired.every((port, index) => {
    const place = places[index] ?? -1;
    const twin = observed[place];
    return twin !== undefined && place > (places[index - 1] ?? -1) && holds(twin, port);
  });
};

// The API stores no field for an empty map or list.
const isEmpty = (value: Json): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

const samePort = (left: Json, right: Json): boolean =>
  isJsonObject(left) &&
  isJsonObject(right) &&
  portKeys.every((key) => portKey(left, key) === portKey(right, key));

const portKey = (port: JsonObject, key: 'port' | 'protocol'): Json | undefined =>
  port[key] ?? (key === 'protocol' ? 'TCP' : undefined);

/**
 * True if a field set (`FieldsV1` of managedFields) has a field that the wanted one no longer has: the next apply would remove it.
 * The entry `.` stands for the object or the item itself.
 */
export const ownsBeyond = (owned: JsonObject, wanted: JsonObject): boolean =>
  Object.keys(owned).some((entry) => {
    if (entry === '.') return false;
    const [below, there] = [owned[entry], wanted[entry]];
    return !isJsonObject(there) || (isJsonObject(below) && ownsBeyond(below, there));
  });
