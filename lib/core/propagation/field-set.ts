import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';

/**
 * The fields of a value as `FieldsV1` of managedFields tells them: `f:<name>` in an object, `k:<key fields as JSON>` for a port,
 * `v:<value as JSON>` in any other list, and nothing below a value (Kubernetes documentation, "Server-Side Apply").
 */
export const fieldSet = (value: Json): JsonObject => {
  if (typeof value !== 'object' || value === null) return none;
  const fields: { [entry: string]: JsonObject } = {};
  if (Array.isArray(value)) {
    for (const item of value) fields[itemEntry(item)] = fieldSet(item);
  } else {
    for (const [name, below] of Object.entries(value)) fields[`f:${name}`] = fieldSet(below);
  }
  return fields;
};

const none: JsonObject = {};

/**
 * The entry of a port: its key fields in order; the protocol is TCP unless it says another. Ports are the only list of a Service's spec
 * that is merged by key (core/v1 ServiceSpec).
 */
export const portEntry = (port: JsonObject): string =>
  `k:${JSON.stringify({ port: port['port'], protocol: port['protocol'] ?? 'TCP' })}`;

const itemEntry = (item: Json): string =>
  isJsonObject(item) ? portEntry(item) : `v:${JSON.stringify(item)}`;
