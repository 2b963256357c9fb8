import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { JsonObject, KubeObject } from '../resource.ts';
import { failure } from '../status/api-error.ts';
import { type ApplyConflict, applyConflicts } from './apply-conflict.ts';
import { compareTyped } from './compare.ts';
import type { FieldSchema } from './field-schema.ts';
import { difference, hasPath, isEmptySet, noFields, withoutTopFields } from './field-set.ts';
import { asDecoded } from './go-decoded.ts';
import { lastAppliedFields, withLastApplied } from './last-applied.ts';
import { BEFORE_FIRST_APPLY, recordUpdate } from './managed-fields.ts';
import {
  decodeManagers,
  encodeManagers,
  entryTime,
  type ManagerInfo,
  type Managers,
  managerId,
  systemFields,
} from './managers.ts';
import { mergeTyped } from './merge-typed.ts';
import { withManagedFields, withoutManagedFields } from './object-managed-fields.ts';
import { ownedFields } from './owned-fields.ts';
import {
  allFields,
  conflictsOf,
  type OwnershipConflict,
  withoutReset,
  yieldFields,
} from './ownership.ts';
import { pruneFields } from './prune.ts';
import { type Endpoint, resetFieldsOf } from './reset-fields.ts';
import { faultText, typedFaults } from './validate-typed.ts';

/** A server-side apply. `now` is in Unix milliseconds. */
export type ApplyInput = Endpoint & {
  readonly live: KubeObject | undefined;
  readonly patch: JsonObject;
  readonly schema: FieldSchema;
  readonly manager: string;
  readonly force: boolean;
  readonly apiVersion: string;
  readonly now: number;
};

/** The object after the apply with its new managedFields, or the fields that others own. */
export type ApplyResult =
  | { readonly object: JsonObject }
  | { readonly conflicts: readonly ApplyConflict[] };

/**
 * Applies a configuration as `PATCH application/apply-patch+yaml` does: the applier owns what the patch names, loses
 * what it no longer names, and may overwrite others' fields only with `force`. An apply that changes no field leaves
 * the times in managedFields as they were. Throws ApiError 400 for managedFields in the patch, 500 with the server's
 * text for a patch that does not fit the schema or live managedFields that cannot be read.
 * Source: `managedfields` FieldManager.Apply and structured-merge-diff `merge.Updater`.
 */
export function serverSideApply(input: ApplyInput): ApplyResult {
  const { schema } = input;
  const patch = withoutServerTimes(input.patch);
  refuseUnfit(schema, patch);
  const live = liveOf(input);
  const state = { live, patch, managers: firstManagers(input, live) };
  const first = applyOnce(input, state, input.force);
  const result =
    'conflicts' in first && input.manager === 'kubectl'
      ? retryForKubectl(input, state, first)
      : first;
  if ('conflicts' in result) return { conflicts: applyConflicts(result.conflicts) };
  return { object: finish(input, state, result) };
}

/** The object to store, its times as they were if nothing but they would change (apiserver's no-op rule). */
function finish(input: ApplyInput, state: State, result: Applied): JsonObject {
  const object =
    input.manager === 'kubectl' ? withLastApplied(result.object, input.patch) : result.object;
  const sameFields = isDeepStrictEqual(timeless(result.managers), timeless(state.managers));
  const same = sameFields && isDeepStrictEqual(object, state.live);
  return withManagedFields(object, encodeManagers(same ? state.managers : result.managers));
}

function timeless(managers: Managers): readonly JsonObject[] {
  const bare = [...managers].map(([id, manager]) => [id, { ...manager, time: undefined }] as const);
  return encodeManagers(new Map(bare));
}

type State = {
  readonly live: JsonObject;
  readonly patch: JsonObject;
  readonly managers: Managers;
};
type Refused = { readonly conflicts: readonly OwnershipConflict[] };
type Applied = { readonly object: JsonObject; readonly managers: Managers };

/** Times and counters that every write leaves to the server, so that applying a read object back changes nothing. */
function withoutServerTimes(patch: JsonObject): JsonObject {
  const metadata = patch['metadata'];
  if (!isJsonObject(metadata)) return patch;
  const { creationTimestamp: _created, generation: _count, selfLink: _link, ...rest } = metadata;
  return { ...patch, metadata: rest };
}

function refuseUnfit(schema: FieldSchema, patch: JsonObject): void {
  const metadata = patch['metadata'];
  if (isJsonObject(metadata) && (metadata['managedFields'] ?? null) !== null) {
    throw failure(400, 'BadRequest', 'metadata.managedFields must be nil');
  }
  const faults = typedFaults(schema, patch);
  if (faults.length === 0) return;
  const text = `failed to create typed patch object (${objectText(patch)}): ${faultText(faults)}`;
  throw failure(500, '', text);
}

/** An object as apiserver's errors name it, such as `default/web; /v1, Kind=Service`. */
function objectText(object: JsonObject): string {
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  const version = String(object['apiVersion'] ?? '');
  const groupVersion = version.includes('/') ? version : `/${version}`;
  const name = `${String(metadata['namespace'] ?? '')}/${String(metadata['name'] ?? '')}`;
  return `${name}; ${groupVersion}, Kind=${String(object['kind'] ?? '')}`;
}

function liveOf(input: ApplyInput): JsonObject {
  // KubeObject's open fields are unknown; stored objects are JSON throughout.
  const live = (input.live ?? {}) as JsonObject;
  return asDecoded(input.schema, withoutManagedFields(live));
}

function firstManagers(input: ApplyInput, live: JsonObject): Managers {
  const decoded = decodeManagers(input.live?.metadata.managedFields);
  if ('fault' in decoded) {
    throw failure(500, '', `failed to decode managed fields: ${decoded.fault}`);
  }
  if (decoded.managers.size > 0) return decoded.managers;
  return recordUpdate(decoded.managers, {
    ...input,
    manager: BEFORE_FIRST_APPLY,
    before: asDecoded(input.schema, {}),
    after: live,
  });
}

function applyOnce(input: ApplyInput, state: State, force: boolean): Refused | Applied {
  const { schema } = input;
  const info: ManagerInfo = {
    manager: input.manager === '' ? 'unknown' : input.manager,
    operation: 'Apply',
    apiVersion: input.apiVersion,
    subresource: input.subresource,
  };
  const id = managerId(info);
  const reset = resetFieldsOf(input);
  const own = withoutTopFields(ownedFields(schema, state.patch), reset);
  const before = state.managers.get(id);
  const applying: Managers = new Map(state.managers).set(id, {
    ...info,
    time: before?.time,
    fields: own,
  });
  const next = pruneFields(schema, mergeTyped(schema, state.live, state.patch), {
    before: before?.fields ?? noFields,
    now: allFields(applying),
  });
  const change = withoutReset(compareTyped(schema, state.live, next), reset);
  const conflicts = force ? [] : conflictsOf(applying, id, change);
  if (conflicts.length > 0) return { conflicts };
  const object = asDecoded(schema, isJsonObject(next) ? next : {});
  const unchanged = isDeepStrictEqual(next, state.live);
  return {
    object,
    managers: settle(yieldFields(applying, id, change), id, unchanged ? undefined : input.now),
  };
}

/** Strips what nobody owns from the applier, drops it if nothing is left, and stamps it if the object changed. */
function settle(managers: Managers, id: string, now: number | undefined): Managers {
  const settled = new Map(managers);
  const manager = settled.get(id);
  if (manager === undefined) return settled;
  const fields = difference(manager.fields, systemFields);
  if (isEmptySet(fields)) settled.delete(id);
  else {
    const time = now === undefined ? manager.time : entryTime(now);
    settled.set(id, { ...manager, fields, time });
  }
  return settled;
}

/** Lets kubectl take, without force, fields that its own client-side apply set and that are unchanged since. */
function retryForKubectl(input: ApplyInput, state: State, refused: Refused): Refused | Applied {
  const allowed = lastAppliedFields(input.schema, state.live, input.apiVersion);
  if (allowed === undefined) return refused;
  const left = refused.conflicts.filter(({ path }) => !hasPath(allowed, path));
  return left.length > 0 ? { conflicts: left } : applyOnce(input, state, true);
}
