import type { Json, JsonObject, KubeObject } from '../resource.ts';
import { compareTyped } from './compare.ts';
import type { FieldSchema } from './field-schema.ts';
import { difference, isEmptySet, noFields, union, withoutTopFields } from './field-set.ts';
import { asDecoded } from './go-decoded.ts';
import {
  decodeManagers,
  encodeManagers,
  entryTime,
  type ManagerInfo,
  type Managers,
  managerId,
  systemFields,
} from './managers.ts';
import { withManagedFields, withoutManagedFields } from './object-managed-fields.ts';
import { withoutReset, yieldFields } from './ownership.ts';
import { type Endpoint, resetFieldsOf } from './reset-fields.ts';
import { capUpdaters } from './update-cap.ts';

/** Name under which fields are kept that were set before an object was first applied. */
export const BEFORE_FIRST_APPLY = 'before-first-apply';

/** A write that is no apply. `now` is in Unix milliseconds. */
export type UpdateInput = Endpoint & {
  readonly live: KubeObject | undefined;
  readonly next: KubeObject;
  readonly schema: FieldSchema;
  readonly manager: string;
  readonly apiVersion: string;
  readonly now: number;
};

/**
 * The next object with its managedFields brought up to date: the writer owns what it changed or added, whoever owned
 * it before does not, and the writer's time moves only if it changed something. Managed fields that the client sends
 * are taken; `[]` or `[{}]` resets them. Give it the object as decoded and defaulted, before a strategy or an allocator
 * changes it. Source: `managedfields` FieldManager.Update.
 */
export function trackUpdate(input: UpdateInput): KubeObject {
  // KubeObject's open fields are unknown; submitted and stored objects are JSON throughout.
  const next = input.next as JsonObject;
  const live = (input.live ?? {}) as JsonObject;
  const managers = managersOf(input);
  const untracked = managers.size === 0 && input.live !== undefined;
  const tracked = untracked
    ? managers
    : recordUpdate(managers, {
        ...input,
        before: asDecoded(input.schema, withoutManagedFields(live)),
        after: asDecoded(input.schema, withoutManagedFields(next)),
      });
  // The object goes in as a KubeObject and keeps all its fields but managedFields.
  return withManagedFields(next, encodeManagers(tracked)) as KubeObject;
}

function managersOf(input: UpdateInput): Managers {
  const fromLive = decodeManagers(input.live?.metadata.managedFields);
  const kept: Managers = 'managers' in fromLive ? fromLive.managers : new Map();
  const sent = input.next.metadata.managedFields;
  if (input.subresource !== '' || sent === undefined || sent === null) return kept;
  if (isReset(sent)) return new Map();
  const decoded = decodeManagers(sent);
  return 'managers' in decoded && decoded.managers.size > 0 ? decoded.managers : kept;
}

function isReset(entries: readonly JsonObject[]): boolean {
  const [only] = entries;
  return only === undefined || (entries.length === 1 && Object.keys(only).length === 0);
}

/** What one update changed, and who made it. */
export type UpdateRecord = Endpoint & {
  readonly schema: FieldSchema;
  readonly manager: string;
  readonly apiVersion: string;
  readonly now: number;
  readonly before: Json;
  readonly after: Json;
};

/** The managers after an update: its changes belong to its writer. */
export function recordUpdate(managers: Managers, update: UpdateRecord): Managers {
  const info: ManagerInfo = {
    manager: update.manager === '' ? 'unknown' : update.manager,
    operation: 'Update',
    apiVersion: update.apiVersion,
    subresource: update.subresource,
  };
  const id = managerId(info);
  const reset = resetFieldsOf(update);
  const comparison = compareTyped(update.schema, update.before, update.after);
  const change = withoutReset(comparison, reset);
  // The writer's own earlier fields yield too, and come back with the union below.
  const rest = new Map(yieldFields(managers, '', change));
  const gained = difference(
    withoutTopFields(union(comparison.modified, comparison.added), reset),
    systemFields,
  );
  if (isEmptySet(gained)) return capUpdaters(rest);
  const before = rest.get(id)?.fields ?? noFields;
  rest.set(id, { ...info, time: entryTime(update.now), fields: union(before, gained) });
  return capUpdaters(rest);
}
