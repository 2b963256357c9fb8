import { apiVersionOf } from '../catalog/catalog.ts';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import { ApiError } from '../status/api-error.ts';
import { bareText, fullText } from '../storage/serialize.ts';
import { mediaTypeOf, parseJsonText, parseYamlText } from '../verbs/body.ts';
import type { Call, ObjectList, Outcome } from '../verbs/call.ts';
import { decodeObject } from '../verbs/decode.ts';

/** The version that options have inside the API server, which logs them so. */
const OPTIONS_VERSION = 'meta.k8s.io/__internal';

/** The body of a request as JSON, as it was sent; undefined for none, or one that does not parse. */
export function sentObject({ body, contentType }: Call): Json | undefined {
  if (body.trim() === '') return undefined;
  const yaml = mediaTypeOf(contentType).endsWith('yaml');
  const parsed = yaml ? parseYamlText(body) : parseJsonText(body);
  return 'value' in parsed ? parsed.value : undefined;
}

/**
 * The body of a request as audit logs it: patches as they were sent, objects as they were decoded, defaults and all. Source:
 * `audit.LogRequestObject`, `LogRequestPatch`.
 */
export function requestObject(call: Call): Json | undefined {
  const sent = sentObject(call);
  if (!isJsonObject(sent)) return call.verb === 'patch' ? sent : undefined;
  switch (call.verb) {
    case 'create':
    case 'update':
      return decoded(call, sent);
    case 'delete':
    case 'deletecollection':
      return { ...sent, kind: 'DeleteOptions', apiVersion: OPTIONS_VERSION };
    default:
      return sent;
  }
}

function decoded(call: Call, sent: JsonObject): Json | undefined {
  const { resource } = call;
  try {
    const { object } = decodeObject({ value: sent, duplicates: [] }, call, 'Ignore');
    const complete = resource.strategy.decode?.(object) ?? object;
    return asSent(JSON.parse(fullText(complete)), sent);
  } catch (error) {
    // What could not be decoded was refused before it was logged.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Name and namespace are those of the body, whatever the path says. */
function asSent(object: JsonObject, sent: JsonObject): JsonObject {
  const stated = isJsonObject(sent['metadata']) ? sent['metadata'] : {};
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  const kept = Object.entries(metadata).filter(
    ([field]) => (field !== 'name' && field !== 'namespace') || stated[field] !== undefined,
  );
  return { ...object, metadata: Object.fromEntries(kept) };
}

/** The body of an answer as audit logs it. */
export function answerObject(call: Call, { result }: Outcome): Json | undefined {
  switch (result.kind) {
    case 'object':
      return JSON.parse(fullText(result.object));
    case 'status':
      return JSON.parse(JSON.stringify(result.status));
    case 'list':
      return listObject(call, result.list);
    case 'watch':
      return undefined;
  }
}

/** Items of a typed list carry no kind and apiVersion. */
function listObject({ resource }: Call, { items, revision, ...page }: ObjectList): JsonObject {
  const { continueToken, remainingItemCount } = page;
  const text = resource.strategicMerge ? bareText : fullText;
  return {
    kind: resource.listKind,
    apiVersion: apiVersionOf(resource),
    metadata: {
      resourceVersion: String(revision),
      ...(continueToken === undefined ? {} : { continue: continueToken }),
      ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
    },
    items: items.map((item) => JSON.parse(text(item))),
  };
}
