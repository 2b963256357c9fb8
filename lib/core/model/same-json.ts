import type { Json } from './json.ts';

/** True if both are the same JSON value, whatever the order of their keys. */
export const sameJson = (left: Json, right: Json): boolean => {
  if (left === right) return true;
  if (!isComposed(left) || !isComposed(right)) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  // A list is an object whose keys are its places.
  const [members, others] = [Object.entries<Json>(left), new Map(Object.entries<Json>(right))];
  return (
    members.length === others.size &&
    members.every(([key, value]) => {
      const other = others.get(key);
      return other !== undefined && sameJson(value, other);
    })
  );
};

const isComposed = (value: Json): value is Exclude<Json, null | boolean | number | string> =>
  typeof value === 'object' && value !== null;
