import { deleteFinalizer, foregroundFinalizer, orphanFinalizer } from '../model/names.ts';
import type { ServiceObject } from '../model/service-object.ts';
import type { EpochMs, Ms } from '../model/time.ts';

/** The list with these finalizers, sorted and unique; undefined if all are there already (spec 5, step 6). */
export const addFinalizers = (
  finalizers: readonly string[],
  names: readonly string[],
): readonly string[] | undefined =>
  names.every((name) => finalizers.includes(name)) ? undefined : normal([...finalizers, ...names]);

/** The list without these finalizers, sorted and unique; undefined if none is there. */
export const removeFinalizers = (
  finalizers: readonly string[],
  names: readonly string[],
): readonly string[] | undefined =>
  names.some((name) => finalizers.includes(name))
    ? normal(finalizers.filter((name) => !names.includes(name)))
    : undefined;

const normal = (finalizers: readonly string[]): readonly string[] =>
  [...new Set(finalizers)].sort();

/** How long a garbage collector has for a deletion in the foreground, from the moment that it was asked for. */
const collectorMs: Ms = 60_000;

/** What becomes of the finalizers once nothing of the Service is left in member clusters and DNS. */
export type Release =
  | { readonly kind: 'release'; readonly finalizers?: readonly string[] }
  /** The host's garbage collector may still be at work for the user who asked for the foreground. */
  | { readonly kind: 'wait' };

/**
 * Releases a Service. Of a deleted one `orphan` goes along, as Seamark has heeded it. `foregroundDeletion` is left to the host's garbage
 * collector; where that did nothing for a minute there is none, and the object would stay for ever (W49).
 */
export const releaseFinalizers = (service: ServiceObject, now: EpochMs): Release => {
  const { finalizers, deletionTimestamp } = service;
  if (deletionTimestamp === undefined) return released(finalizers, [deleteFinalizer]);
  const ours = [deleteFinalizer, orphanFinalizer];
  if (!finalizers.includes(foregroundFinalizer)) return released(finalizers, ours);
  const collected = now - Date.parse(deletionTimestamp) < collectorMs;
  return collected ? { kind: 'wait' } : released(finalizers, [...ours, foregroundFinalizer]);
};

const released = (finalizers: readonly string[], names: readonly string[]): Release => {
  const left = removeFinalizers(finalizers, names);
  return { kind: 'release', ...(left === undefined ? {} : { finalizers: left }) };
};
