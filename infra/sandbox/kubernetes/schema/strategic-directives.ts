import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json } from '../resource.ts';
import { type ApiError, failure } from '../status/api-error.ts';

/** Marks an object of a patch as `delete`, `replace` or `merge`. */
export const PATCH = '$patch';
/** Names the fields that stay, for unions. */
export const RETAIN_KEYS = '$retainKeys';
/** Prefix of the list of scalars to remove from a list. */
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList';
/** Prefix of the list that says in which order the items of a list come. */
export const SET_ORDER = '$setElementOrder';

/** 400 for a directive whose value has the wrong form. Source: apimachinery `mergepatch` errors. */
export function badFormat(
  directive: 'primitive list' | 'retainKeys' | 'setElementOrder list',
): ApiError {
  const text =
    directive === 'retainKeys'
      ? 'invalid patch format of retainKeys'
      : `invalid patch format of ${directive}`;
  return failure(400, 'BadRequest', text);
}

/** The field that a directive such as `$setElementOrder/ports` is about. Throws ApiError 400 if it names none. */
export function targetOf(key: string, prefix: string): string {
  const [head, ...rest] = key.split('/');
  if (head === prefix && rest.length > 0) return rest.join('/');
  throw badFormat(prefix === DELETE_FROM_LIST ? 'primitive list' : 'setElementOrder list');
}

/** A value that is added whole: without objects that carry `$patch`, at any depth; undefined if it is such an object. */
export function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item) => {
      const kept = withoutDirectives(item);
      return kept === undefined ? [] : [kept];
    });
  }
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, PATCH)) return undefined;
  const entries = Object.entries(value).flatMap(([key, entry]) => {
    const kept = withoutDirectives(entry);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}

/** A value that is added whole: without null entries, which have nothing to delete. */
export function withoutNullEntries(value: Json): Json {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map((item) => withoutNullEntries(item));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutNullEntries(entry)]));
}
