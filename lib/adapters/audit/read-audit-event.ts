import type { AuditEvent, AuditedObject } from '../../core/model/audit-event.ts';
import { isJsonObject, type JsonObject } from '../../core/model/json.ts';

/** Label of an EndpointSlice that names its Service (discovery.k8s.io/v1 LabelServiceName). */
const serviceNameLabel = 'kubernetes.io/service-name';

/**
 * The facts of one item; undefined if it is no event about an object. Items carry no type of their own in a webhook's
 * list (case A02), and names that the server made up stand only in the response (case A04).
 */
export const readAuditEvent = (item: unknown): AuditEvent | undefined => {
  if (!isJsonObject(item) || (item['kind'] ?? 'Event') !== 'Event') return undefined;
  const reference = objectAt(item, 'objectRef');
  const stage = textAt(item, 'stage');
  const verb = textAt(item, 'verb');
  const resource = textAt(reference, 'resource');
  if (stage === undefined || verb === undefined || resource === undefined) return undefined;
  const code = objectAt(item, 'responseStatus')['code'];
  return {
    stage,
    verb,
    resource,
    username: textAt(objectAt(item, 'user'), 'username') ?? '',
    dryRun: isDryRun(item, verb),
    apiGroup: textAt(reference, 'apiGroup') ?? '',
    ...optional('subresource', textAt(reference, 'subresource')),
    ...(typeof code === 'number' && { statusCode: code }),
    ...readTarget(item, reference),
    ...readItems(objectAt(item, 'responseObject')),
  };
};

const readTarget = (item: JsonObject, reference: JsonObject): AuditedObject => {
  const response = readObject(item['responseObject']);
  const request = readObject(item['requestObject']);
  return {
    ...optional('namespace', textAt(reference, 'namespace') ?? response.namespace),
    ...optional('name', textAt(reference, 'name') ?? response.name),
    ...optional('serviceName', response.serviceName ?? request.serviceName),
  };
};

const readItems = (response: JsonObject): { readonly items?: readonly AuditedObject[] } => {
  const items = response['items'];
  return Array.isArray(items) ? { items: items.map(readObject) } : {};
};

const readObject = (value: unknown): AuditedObject => {
  const metadata = objectAt(isJsonObject(value) ? value : {}, 'metadata');
  return {
    ...optional('namespace', textAt(metadata, 'namespace')),
    ...optional('name', textAt(metadata, 'name')),
    ...optional(
      'serviceName',
      textAt(objectAt(metadata, 'labels'), serviceNameLabel) ?? owningService(metadata),
    ),
  };
};

/** The Service that owns the object, if one does (`metav1.OwnerReference`). */
const owningService = (metadata: JsonObject): string | undefined => {
  const references = metadata['ownerReferences'];
  if (!Array.isArray(references)) return undefined;
  const owners = references.filter(isJsonObject);
  const service = owners.find(
    (owner) => owner['kind'] === 'Service' && owner['apiVersion'] === 'v1',
  );
  return service && textAt(service, 'name');
};

/** A delete says so in its DeleteOptions, every other verb in the query (case A05). */
const isDryRun = (item: JsonObject, verb: string): boolean => {
  const uri = textAt(item, 'requestURI') ?? '';
  const query = uri.includes('?') ? uri.slice(uri.indexOf('?')) : '';
  if (new URLSearchParams(query).getAll('dryRun').some((value) => value !== '')) return true;
  const asked = objectAt(item, 'requestObject')['dryRun'];
  return verb.startsWith('delete') && Array.isArray(asked) && asked.length > 0;
};

const objectAt = (object: JsonObject, name: string): JsonObject => {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return isJsonObject(value) ? value : {};
};

const textAt = (object: JsonObject, name: string): string | undefined => {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const optional = <const Name extends string>(name: Name, value: string | undefined) =>
  // TypeScript widens a computed key to `string`; here it is exactly `Name`.
  (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: string };
