import { apiVersionOf } from '../catalog/catalog.ts';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { JsonObject, KubeObject } from '../resource.ts';
import { serverSideApply } from '../schema/apply.ts';
import { applyConflictText } from '../schema/apply-conflict.ts';
import { applyConflict, badRequest, conflict, notFound } from '../status/faults.ts';
import { parseYamlText } from './body.ts';
import type { Call } from './call.ts';
import { createObject } from './create.ts';
import { checkName, decodeObject } from './decode.ts';
import type { Engine, Write } from './engine.ts';
import { readWriteOptions, type WriteOptions } from './options.ts';
import { readObject } from './persist.ts';
import { updateObject } from './update.ts';

/** What an apply left: the object, whether it is new, and the warnings for the client. */
type Applied = {
  readonly object: KubeObject;
  readonly created: boolean;
  readonly warnings: readonly string[];
};

/**
 * Serves server-side apply; creates the object if it is absent.
 * Throws ApiError 400, 404, 409 (fields of other managers, unless forced) or 422. Source: `applyPatcher` of apiserver.
 */
export function applyPatch(engine: Engine, call: Call): Applied {
  const { resource } = call;
  const options = readWriteOptions('apply', call.query, call.userAgent);
  const patch = readPatch(call);
  const { object, warnings } = decodeObject(patch, call, options.validation);
  const named = checkName(object, call.name);
  const live = readObject(engine, resource, call.namespace, call.name);
  const next = mergeOwned(engine, call, options, { live, patch: named });
  const write: Write = { ...call, manager: options.manager, dryRun: options.dryRun };
  if (live !== undefined) {
    return { object: updateObject(engine, write, { live, next }, true), created: false, warnings };
  }
  if (call.subresource !== '') throw notFound(resource, call.name);
  const { uid } = named.metadata;
  if (uid) {
    throw conflict(
      resource,
      call.name,
      `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    );
  }
  return { object: createObject(engine, write, next, true), created: true, warnings };
}

function readPatch(call: Call): JsonObject {
  const patch = parseYamlText(call.body);
  if (!isJsonObject(patch)) throw badRequest('error decoding YAML: the patch is no object');
  if (!patch['apiVersion'] || !patch['kind']) {
    throw badRequest(
      `Object '${patch['kind'] ? 'apiVersion' : 'Kind'}' is missing in '${JSON.stringify(patch)}'`,
    );
  }
  return patch;
}

function mergeOwned(
  engine: Engine,
  call: Call,
  options: WriteOptions,
  { live, patch }: { readonly live: KubeObject | undefined; readonly patch: KubeObject },
): KubeObject {
  const applied = serverSideApply({
    live,
    // Decoded objects are JSON whose metadata has been checked.
    patch: patch as unknown as JsonObject,
    schema: call.resource.schema,
    manager: options.manager,
    force: options.force,
    subresource: call.subresource === 'status' ? 'status' : '',
    hasStatus: call.resource.hasStatus,
    apiVersion: apiVersionOf(call.resource),
    now: engine.context.now(),
  });
  // The merge of two objects of a kind is an object of that kind.
  if ('object' in applied) return applied.object as unknown as KubeObject;
  throw applyConflict(applied.conflicts, applyConflictText(applied.conflicts));
}
