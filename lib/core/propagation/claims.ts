import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import { lastAppliedAnnotation } from '../model/names.ts';
import type { ServiceObject } from '../model/service-object.ts';
import { portEntry } from './field-set.ts';

/** What somebody asked for in a Service's spec, as opposed to what its API server filled in or allocated. */
export type Claims = {
  readonly field: (name: string) => boolean;
  /** Whether somebody asked for the node port of this port. */
  readonly nodePort: (port: JsonObject) => boolean;
};

/**
 * Reads the two witnesses: a field manager owns what it asked for, while an allocated field is owned by nobody (Kubernetes
 * documentation, "Server-Side Apply"); and kubectl notes what it sent, which also speaks for objects whose managers were wiped.
 */
export const claimsOf = (service: ServiceObject): Claims => {
  const owned = service.claimedSpec ?? {};
  const ownedPorts = childOf(owned, 'f:ports');
  const sent = lastAppliedSpec(service);
  const sentPorts = Array.isArray(sent['ports']) ? sent['ports'].filter(isJsonObject) : [];
  return {
    field: (name) => owned[`f:${name}`] !== undefined || sent[name] !== undefined,
    nodePort: (port) =>
      childOf(ownedPorts, portEntry(port))['f:nodePort'] !== undefined ||
      sentPorts.some(
        (other) =>
          portEntry(other) === portEntry(port) &&
          other['nodePort'] !== undefined &&
          other['nodePort'] === port['nodePort'],
      ),
  };
};

const childOf = (parent: JsonObject, name: string): JsonObject => {
  const child = parent[name];
  return isJsonObject(child) ? child : {};
};

const lastAppliedSpec = ({ annotations }: ServiceObject): JsonObject => {
  const applied = parseJson(annotations[lastAppliedAnnotation] ?? '{}');
  return isJsonObject(applied) ? childOf(applied, 'spec') : {};
};

const parseJson = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
