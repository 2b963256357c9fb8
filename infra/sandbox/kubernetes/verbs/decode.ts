import { apiVersionOf } from '../catalog/catalog.ts';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject, KubeObject, ObjectMeta, Resource } from '../resource.ts';
import { checkFields } from '../schema/field-validation.ts';
import { badRequest } from '../status/faults.ts';
import type { FieldValidation } from './options.ts';

/** A decoded object and what the client is to be warned of. */
export type Decoded = { readonly object: KubeObject; readonly warnings: readonly string[] };

/** Where an object was sent to. */
export type Target = {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
};

/**
 * Turns parsed JSON into an object of a resource's kind, unknown fields pruned.
 * Throws ApiError 400 on another kind; on fields of the wrong type and, if validation is strict, on unknown fields it
 * throws what `refusal` makes of the reason, by default a 400 too.
 */
export function decodeObject(
  value: Json | undefined,
  target: Target,
  validation: FieldValidation,
  refusal: (reason: string) => Error = (reason) => cannotHandle(target.resource, reason),
): Decoded {
  const typed = withKind(value, target.resource);
  const { object, problems, typeErrors } = checkFields(typed, target.resource.schema);
  if (typeErrors[0] !== undefined) throw refusal(typeErrors[0]);
  if (validation === 'Strict' && problems.length > 0) {
    throw refusal(`strict decoding error: ${problems.join(', ')}`);
  }
  const decoded = inNamespace(toObject(object, typed), target);
  return { object: decoded, warnings: validation === 'Warn' ? problems : [] };
}

function cannotHandle({ kind, version }: Resource, reason: string): Error {
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${reason}`);
}

function withKind(value: Json | undefined, resource: Resource): JsonObject {
  if (!isJsonObject(value)) {
    throw badRequest(
      "couldn't get version/kind; json parse error: json: cannot unmarshal the body into an object with apiVersion and kind",
    );
  }
  const wanted = apiVersionOf(resource);
  const { kind = null, apiVersion = null } = value;
  const builtIn = resource.strategicMerge;
  if (!kind && !builtIn) {
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(value)}'`);
  }
  if (apiVersion && apiVersion !== wanted) {
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${wanted})`,
    );
  }
  if (kind && kind !== resource.kind) {
    throw badRequest(
      `${String(kind)} in version "${resource.version}" cannot be handled as a ${resource.kind}: the kind of the body does not match the resource ${resource.plural}`,
    );
  }
  const { metadata = null } = value;
  if (metadata !== null && !isJsonObject(metadata)) {
    const form = Array.isArray(metadata) ? 'array' : typeof metadata;
    throw cannotHandle(
      resource,
      `json: cannot unmarshal ${form} into Go struct field ${resource.kind}.metadata of type v1.ObjectMeta`,
    );
  }
  return { ...value, kind: resource.kind, apiVersion: wanted };
}

function toObject(pruned: JsonObject, typed: JsonObject): KubeObject {
  const { metadata } = pruned;
  const fields = isJsonObject(metadata) ? metadata : {};
  const { name, ...rest } = fields;
  const object: JsonObject = {
    ...pruned,
    kind: typed['kind'] ?? '',
    apiVersion: typed['apiVersion'] ?? '',
    metadata: { ...withoutEmpty(rest), name: typeof name === 'string' ? name : '' },
  };
  // The schema has checked the types of the metadata; what the server itself sets is filled in by the write.
  return object as unknown as KubeObject;
}

/** Metadata without empty lists, maps and nulls, which `metav1.ObjectMeta` leaves out. */
function withoutEmpty(metadata: JsonObject): JsonObject {
  const kept = Object.entries(metadata).filter(
    ([, value]) => value !== null && (typeof value !== 'object' || Object.keys(value).length > 0),
  );
  return Object.fromEntries(kept);
}

/** Puts an object into the namespace of its URL. Throws ApiError 400 if it names another. */
function inNamespace(object: KubeObject, { resource, namespace, name }: Target): KubeObject {
  const { namespace: named, ...metadata } = object.metadata;
  if (named && named !== namespace) {
    if (!resource.namespaced) return { ...object, metadata };
    throw badRequest(
      name === ''
        ? 'the namespace of the provided object does not match the namespace sent on the request'
        : `the namespace of the object (${named}) does not match the namespace on the request (${namespace})`,
    );
  }
  if (!resource.namespaced) return { ...object, metadata };
  const placed: ObjectMeta = { ...metadata, namespace };
  return { ...object, metadata: placed };
}

/** Requires the name of an object to be that of its URL. Throws ApiError 400. Source: `checkName` of apiserver. */
export function checkName(object: KubeObject, name: string): KubeObject {
  const named = object.metadata.name;
  if (named === name) return object;
  throw badRequest(
    named === ''
      ? `the name of the object (${name} based on URL) was undeterminable: name must be provided`
      : `the name of the object (${named}) does not match the name on the URL (${name})`,
  );
}
