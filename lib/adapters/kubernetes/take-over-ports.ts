import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '../../core/model/json.ts';
import type { ServiceKey } from '../../core/model/service-key.ts';
import { type ApiCall, type ApiClient, callJson, expectJson } from './api-client.ts';
import { fieldManager, servicePath } from './api-paths.ts';
import { saysAbsent } from './api-status.ts';
import { readAs } from './schema.ts';

/** What of a Service decides who owns its ports; managers keep what is not read of them. */
const schema = v.object({
  metadata: v.object({
    managedFields: v.nullish(
      v.array(
        v.looseObject({
          subresource: v.optional(v.string()),
          fieldsV1: v.optional(v.custom<JsonObject>(isJsonObject, 'an object is needed')),
        }),
      ),
      [],
    ),
  }),
  spec: v.object({
    ports: v.nullish(v.array(v.custom<JsonObject>(isJsonObject, 'an object is needed')), []),
  }),
});

type Owned = v.InferOutput<typeof schema>;

/**
 * Makes `seamark` the only owner of a Service's ports, so that its next apply removes those that it does not name. An apply alone adds to
 * the list, and a list with an unnamed port among others is refused (metav1 ManagedFieldsEntry; client-go `csaupgrade` moves owners alike).
 *
 * @throws ControllerError `conflict` where the Service is not of that version any more.
 */
export const takeOverPorts = async (
  client: ApiClient,
  key: ServiceKey,
  { what, resourceVersion }: { readonly what: string; readonly resourceVersion: string },
  signal: AbortSignal | undefined,
): Promise<void> => {
  const path = servicePath(key);
  const read: ApiCall = { what, method: 'GET', path, signal };
  const answer = await client.send(read);
  if (saysAbsent(answer, 'services', key.name)) return;
  const stored = readAs(schema, expectJson(client, read, answer), `${what} ${client.place}`);
  const managedFields = ownersAfter(stored);
  await callJson(client, {
    what,
    method: 'PATCH',
    path,
    query: { fieldManager },
    contentType: 'application/merge-patch+json',
    body: { metadata: { resourceVersion, managedFields } },
    signal,
  });
};

const ownersAfter = ({ metadata, spec }: Owned): readonly object[] => {
  const others = (metadata.managedFields ?? []).flatMap((entry) => {
    if (entry.subresource) return [entry];
    const { 'f:spec': fields, ...rest } = entry.fieldsV1 ?? {};
    if (!isJsonObject(fields)) return [entry];
    const { 'f:ports': _ports, ...left } = fields;
    const fieldsV1 = Object.keys(left).length > 0 ? { ...rest, 'f:spec': left } : rest;
    return Object.keys(fieldsV1).length > 0 ? [{ ...entry, fieldsV1 }] : [];
  });
  const ports = Object.fromEntries((spec.ports ?? []).map(portOwned));
  const ours = {
    manager: fieldManager,
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { 'f:ports': ports } },
  };
  return [...others, ours];
};

// Not the node port: what nobody owns stays with the port that it belongs to.
const portOwned = (port: JsonObject): readonly [string, JsonObject] => {
  const { port: number = null, protocol = 'TCP' } = port;
  const fields = Object.keys(port).filter((field) => field !== 'nodePort');
  const owned = fields.map((field) => [`f:${field}`, {}] as const);
  return [
    `k:${JSON.stringify({ port: number, protocol })}`,
    { '.': {}, ...Object.fromEntries(owned) },
  ];
};
