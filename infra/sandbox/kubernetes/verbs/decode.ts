import { apiVersionOf } from '../catalog/catalog.ts';
import { isJsonObject } from '../patch/merge-patch.ts';
import type { JsonObject, KubeObject, ObjectMeta, Resource } from '../resource.ts';
import { checkFields } from '../schema/field-validation.ts';
import { asDecoded } from '../schema/go-decoded.ts';
import { badRequest, invalid } from '../status/faults.ts';
import type { Source } from './body.ts';
import type { FieldValidation } from './options.ts';

/** A decoded object and what the client is to be warned of. */
export type Decoded = { readonly object: KubeObject; readonly warnings: readonly string[] };

/** Where an object was sent to. */
export type Target = {
  readonly resource: Resource;
  readonly namespace: string;
};

/** Makes a refusal of the reason why an object is none of its resource's kind. */
export type Refusal = (reason: string) => Error;

/**
 * Turns parsed JSON into an object of a resource's kind, unknown fields pruned.
 * Throws what `refusal` (by default a 400) makes of another kind, a field of the wrong type and, if validation is strict,
 * an unknown field; ApiError 400 for another namespace.
 */
export function decodeObject(
  { value, duplicates }: Source,
  target: Target,
  validation: FieldValidation,
  refusal: Refusal = cannotHandle(value, target.resource),
): Decoded {
  const { resource } = target;
  const typed = withKind(value, resource, refusal);
  const { object, problems: unknown, typeErrors } = checkFields(typed, resource.schema);
  if (typeErrors[0] !== undefined) throw refusal(typeErrors[0]);
  const twice = duplicates.map((field) => `duplicate field ${JSON.stringify(field)}`);
  // What is pruned of custom resources is told in order.
  const problems = [...twice, ...(resource.strategicMerge ? unknown : unknown.toSorted())];
  if (validation === 'Strict' && problems.length > 0) {
    throw refusal(`strict decoding error: ${problems.join(', ')}`);
  }
  return {
    object: placeObject(
      {
        ...(resource.strategicMerge ? decodedGo(resource, object) : object),
        kind: typed['kind'],
        apiVersion: typed['apiVersion'],
      },
      target,
    ),
    warnings: validation === 'Warn' ? problems : [],
  };
}

/** The object as Go holds it; it tells an empty list of managed fields from none, which resets them. */
function decodedGo({ schema }: Resource, object: JsonObject): JsonObject {
  const decoded = asDecoded(schema, object);
  const sent = isJsonObject(object['metadata']) ? object['metadata']['managedFields'] : undefined;
  const { metadata = null } = decoded;
  if (!Array.isArray(sent) || sent.length > 0 || !isJsonObject(metadata)) return decoded;
  return { ...decoded, metadata: { ...metadata, managedFields: [] } };
}

function cannotHandle(value: JsonObject, resource: Resource): Refusal {
  const kind = String(value['kind'] || resource.kind);
  const version = String(value['apiVersion'] || resource.version)
    .split('/')
    .at(-1);
  return (reason) =>
    badRequest(
      `${kind} in version "${version}" cannot be handled as a ${resource.kind}: ${reason}`,
    );
}

type Typed = JsonObject & { readonly kind: string; readonly apiVersion: string };

function withKind(value: JsonObject, resource: Resource, refusal: Refusal): Typed {
  const wanted = apiVersionOf(resource);
  const { kind = null, apiVersion = null } = value;
  if (!kind && !resource.strategicMerge) {
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(value)}'`);
  }
  const differs = (kind && kind !== resource.kind) || (apiVersion && apiVersion !== wanted);
  if (differs && !resource.strategicMerge && apiVersion !== wanted) {
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${wanted})`,
    );
  }
  if (differs && !resource.strategicMerge) throw anotherKind(value, resource);
  if (differs) throw refusal(kindFault(resource, String(kind), String(apiVersion ?? wanted)));
  const { metadata = null } = value;
  if (metadata !== null && !isJsonObject(metadata)) {
    const form = Array.isArray(metadata) ? 'array' : typeof metadata;
    throw refusal(
      `json: cannot unmarshal ${form} into Go struct field ${resource.kind}.metadata of type v1.ObjectMeta`,
    );
  }
  return { ...value, kind: resource.kind, apiVersion: wanted };
}

/** 422 for a kind that a custom resource's endpoint does not serve, under the name of that kind. */
function anotherKind({ kind, metadata }: JsonObject, { group, kind: wanted }: Resource): Error {
  const sent = String(kind);
  const name = isJsonObject(metadata) ? String(metadata['name'] ?? '') : '';
  const message = `Invalid value: ${JSON.stringify(sent)}: must be ${wanted}`;
  const fault = { reason: 'FieldValueInvalid', field: 'kind', message };
  return invalid({ group, kind: sent }, name, [fault]);
}

/** The kinds that the API's scheme knows, as far as a client of the emulator may mix them up. */
const CORE_KINDS = ['Service', 'Endpoints', 'Node', 'Namespace', 'Secret', 'Event', 'Pod'];

function kindFault({ group, kind }: Resource, sentKind: string, sentVersion: string): string {
  const registered =
    (sentVersion === 'v1' && CORE_KINDS.includes(sentKind)) ||
    (sentVersion === 'discovery.k8s.io/v1' && sentKind === 'EndpointSlice');
  if (!registered) {
    return `no kind "${sentKind}" is registered for version "${sentVersion}" in scheme "pkg/runtime/scheme.go:110"`;
  }
  const internal = group === '' || kind === 'Event' ? 'core' : group.split('.')[0];
  return `converting (v1.${sentKind}) to (${internal}.${kind}): unknown conversion`;
}

/** Makes JSON whose fields are checked an object in the namespace of its URL. Throws ApiError 400 if it names another. */
export function placeObject(checked: JsonObject, { resource, namespace }: Target): KubeObject {
  const fields = isJsonObject(checked['metadata']) ? checked['metadata'] : {};
  const { name, namespace: named, selfLink: _link, ...rest } = fields;
  if (resource.namespaced && named && named !== namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
  // What the schema has checked; the fields that the server itself sets are filled in by the write.
  const metadata = {
    ...withoutEmpty(rest),
    name: typeof name === 'string' ? name : '',
    ...(resource.namespaced ? { namespace } : {}),
  } as unknown as ObjectMeta;
  return { ...checked, kind: resource.kind, apiVersion: apiVersionOf(resource), metadata };
}

/**
 * Metadata without empty lists, maps and nulls, which `metav1.ObjectMeta` leaves out; an empty list of managed fields resets them.
 */
function withoutEmpty(metadata: JsonObject): JsonObject {
  const kept = Object.entries(metadata).filter(
    ([name, value]) =>
      value !== null &&
      (name === 'managedFields' || typeof value !== 'object' || Object.keys(value).length > 0),
  );
  return Object.fromEntries(kept);
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
