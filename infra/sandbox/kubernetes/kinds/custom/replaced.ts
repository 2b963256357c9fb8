import { isDeepStrictEqual } from 'node:util';
import type { Bag } from '../object/json-access.ts';
import { bagOf, isBag, textsOf } from '../object/json-access.ts';
import type { Subject } from './subject.ts';

/** The old value of a property; undefined where there was none. */
export function childOld(old: Subject['old'], key: string | undefined): Subject['old'] {
  if (old === undefined || key === undefined || !isBag(old.value)) return undefined;
  return Object.hasOwn(old.value, key) ? { value: old.value[key] } : undefined;
}

/** The old item that a new one replaces; only lists of type map say which. */
export function itemOld(schema: Bag, old: Subject['old'], item: unknown): Subject['old'] {
  const keys = textsOf(schema['x-kubernetes-list-map-keys']);
  if (old === undefined || keys.length === 0 || !Array.isArray(old.value)) return undefined;
  const found = old.value.find((known: unknown) =>
    keys.every((key) => isDeepStrictEqual(bagOf(known)[key], bagOf(item)[key])),
  );
  return found === undefined ? undefined : { value: found };
}
