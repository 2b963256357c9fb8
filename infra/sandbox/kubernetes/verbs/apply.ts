import { refuseCreate } from '../access/create-on-write.ts';
import { apiVersionOf } from '../catalog/catalog.ts';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { FieldError, JsonObject, KubeObject } from '../resource.ts';
import { serverSideApply } from '../schema/apply.ts';
import { applyConflictText } from '../schema/apply-conflict.ts';
import { applyConflict, badRequest, invalid, notFound } from '../status/faults.ts';
import { parseYamlText } from './body.ts';
import type { Call } from './call.ts';
import { createObject } from './create.ts';
import { checkName, placeObject } from './decode.ts';
import type { Engine, Write } from './engine.ts';
import { readWriteOptions, type WriteOptions } from './options.ts';
import { readObject } from './persist.ts';
import { updateObject } from './update.ts';

/** What an apply left: the object, and whether it is new. */
type Applied = {
  readonly object: KubeObject;
  readonly created: boolean;
};

/**
 * Serves server-side apply; creates the object if it is absent.
 * Throws ApiError 400, 404, 409 (fields of other managers, unless forced) or 422. Source: `applyPatcher` of apiserver.
 */
export function applyPatch(engine: Engine, call: Call): Applied {
  const { resource } = call;
  const options = readWriteOptions('apply', call.query, call.userAgent);
  const patch = readPatch(call);
  const live = readObject(engine, resource, call.namespace, call.name);
  const merged = mergeOwned(engine, call, options, { live, patch });
  const next = checkName(placeObject(merged, call), call.name);
  const write: Write = { ...call, manager: options.manager, dryRun: options.dryRun };
  if (live !== undefined) {
    return { object: updateObject(engine, write, { live, next }, true), created: false };
  }
  if (call.subresource !== '' && !resource.createOnUpdate) throw notFound(resource, call.name);
  const { uid, resourceVersion: _version, ...metadata } = next.metadata;
  if (uid) throw invalid(resource, call.name, [immutableUid(uid), immutableUid(uid)]);
  const fresh = { ...next, metadata: { ...metadata, uid: '', resourceVersion: '' } };
  const checked = { ...write, mayCreate: () => refuseCreate(engine, call) };
  return { object: createObject(engine, checked, fresh, true), created: true };
}

/** An object that is yet to be made has no uid to name; the API says so twice. */
function immutableUid(uid: string): FieldError {
  return {
    reason: 'FieldValueInvalid',
    field: 'metadata.uid',
    message: `Invalid value: ${JSON.stringify(uid)}: field is immutable`,
  };
}

function readPatch({ body, resource }: Call): JsonObject {
  const parsed = parseYamlText(body);
  if ('fault' in parsed) throw badRequest(`error decoding YAML: ${parsed.fault}`);
  // An empty document is an object without fields.
  const patch = parsed.value ?? {};
  if (!isJsonObject(patch)) {
    const form = Array.isArray(patch)
      ? 'array'
      : typeof patch === 'boolean'
        ? 'bool'
        : typeof patch;
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${form} into Go value of type map[string]interface {}`,
    );
  }
  const { apiVersion = '', kind = '' } = patch;
  if (apiVersion === apiVersionOf(resource) && kind === resource.kind) return patch;
  const version = String(apiVersion).includes('/') ? apiVersion : `/${apiVersion}`;
  throw badRequest(`invalid object type: ${version}, Kind=${kind}`);
}

function mergeOwned(
  engine: Engine,
  call: Call,
  options: WriteOptions,
  { live, patch }: { readonly live: KubeObject | undefined; readonly patch: JsonObject },
): JsonObject {
  const applied = serverSideApply({
    live,
    patch,
    schema: call.resource.schema,
    manager: options.manager,
    force: options.force,
    subresource: call.subresource === 'status' ? 'status' : '',
    hasStatus: call.resource.hasStatus,
    apiVersion: apiVersionOf(call.resource),
    now: engine.context.now(),
  });
  if ('object' in applied) return applied.object;
  const causes = applied.conflicts.map(({ reason, message, field }) => ({
    reason,
    message,
    field,
  }));
  throw applyConflict(causes, applyConflictText(applied.conflicts));
}
