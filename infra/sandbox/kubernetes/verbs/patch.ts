import { JsonPatchError, jsonPatch } from '../patch/json-patch.ts';
import { isJsonObject, jsonMergePatch } from '../patch/merge-patch.ts';
import type { Json, JsonObject, KubeObject, Resource } from '../resource.ts';
import { goValue } from '../schema/go-value.ts';
import { strategicMergePatch } from '../schema/strategic-merge.ts';
import { failure } from '../status/api-error.ts';
import { badRequest, invalid, notFound, unsupportedMediaType } from '../status/faults.ts';
import { applyPatch } from './apply.ts';
import { mediaTypeOf, parseJsonText } from './body.ts';
import type { Call } from './call.ts';
import { checkName, decodeObject } from './decode.ts';
import type { Engine, Write } from './engine.ts';
import { readWriteOptions } from './options.ts';
import { readObject } from './persist.ts';
import { updateObject } from './update.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/** The object that a patch left, with warnings; `created` if an apply made it. */
export type Patched = {
  readonly object: KubeObject;
  readonly created: boolean;
  readonly warnings: readonly string[];
};

/**
 * Serves PATCH in all forms: JSON patch, merge patch, strategic merge (built-in kinds) and server-side apply.
 * Throws ApiError 400, 404, 409, 415 or 422. Source: `handlers.PatchResource` of apiserver.
 */
export function patchObject(engine: Engine, call: Call): Patched {
  const { resource } = call;
  const accepted = [
    JSON_PATCH,
    MERGE_PATCH,
    ...(resource.strategicMerge ? [STRATEGIC_PATCH] : []),
    APPLY_PATCH,
  ];
  const type = mediaTypeOf(call.contentType);
  if (!accepted.includes(type)) throw unsupportedPatch(resource, accepted);
  if (type === APPLY_PATCH) return { ...applyPatch(engine, call), warnings: [] };
  const options = readWriteOptions('patch', call.query, call.userAgent);
  const live = readObject(engine, resource, call.namespace, call.name);
  if (live === undefined) throw notFound(resource, call.name);
  const merged = merge(type, call, live);
  const source = { value: merged, duplicates: [] };
  const { object, warnings } = decodeObject(source, call, options.validation, (reason) =>
    invalid({ group: '', kind: '' }, '', [
      {
        reason: 'FieldValueInvalid',
        field: 'patch',
        message: `Invalid value: ${JSON.stringify(printedPatch(type, call, merged))}: ${reason}`,
      },
    ]),
  );
  const next = checkName(object, call.name);
  const write: Write = { ...call, manager: options.manager, dryRun: options.dryRun };
  return { object: updateObject(engine, write, { live, next }), created: false, warnings };
}

/** What a refusal shows: what the patch led to, but the patch itself where that is a strategic one. */
function printedPatch(type: string, { body }: Call, merged: JsonObject): string {
  const parsed = type === STRATEGIC_PATCH ? parseJsonText(body) : { value: null };
  return 'value' in parsed && parsed.value !== null
    ? goValue(parsed.value)
    : JSON.stringify(merged);
}

/** Built-in kinds refuse at their route, custom ones in the words of their handler. */
function unsupportedPatch(resource: Resource, accepted: readonly string[]): Error {
  if (!resource.strategicMerge) return unsupportedMediaType(accepted);
  return failure(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {});
}

function merge(type: string, call: Call, live: KubeObject): JsonObject {
  const document = asJson(live);
  const parsed = parseJsonText(call.body);
  if ('fault' in parsed) throw badRequest(`error decoding patch: ${parsed.fault}`);
  const patch = parsed.value;
  if (type === JSON_PATCH) return objectOf(applyOperations(document, patch));
  if (!isJsonObject(patch)) {
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${formOf(patch)} into Go value of type map[string]interface {}`,
    );
  }
  return type === MERGE_PATCH
    ? objectOf(jsonMergePatch(document, patch))
    : strategicMergePatch(document, patch, call.resource.schema);
}

function formOf(value: Json): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function objectOf(value: Json): JsonObject {
  if (isJsonObject(value)) return value;
  throw badRequest(`the patch leaves no object but ${formOf(value)}`);
}

function applyOperations(document: JsonObject, patch: Json): Json {
  if (!Array.isArray(patch)) {
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${formOf(patch)} into Go value of type []handlers.jsonPatchOp`,
    );
  }
  try {
    return jsonPatch(document, patch);
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    // The API keeps the operation's reason to itself.
    const text = 'the server rejected our request due to an error in our request';
    throw failure(422, 'Invalid', text, {});
  }
}

/** A stored object as JSON; it came from JSON and is never changed. */
function asJson(object: KubeObject): JsonObject {
  return object as unknown as JsonObject;
}
