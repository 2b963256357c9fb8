import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import { type FieldSet, fieldSetOf, noFields } from './field-set.ts';
import { decodeFieldsV1, encodeFieldsV1 } from './fields-v1.ts';
import { fieldElement } from './path-element.ts';

/** Who sets fields, and how: what tells one entry of `metadata.managedFields` from another. */
export type ManagerInfo = {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
};

/** One manager with the fields it owns; `time` is RFC 3339 in whole seconds. */
export type Manager = ManagerInfo & {
  readonly time: string | undefined;
  readonly fields: FieldSet;
};

/** The managers of an object by identity. */
export type Managers = ReadonlyMap<string, Manager>;

/** Identity of a manager: appliers are the same over all API versions, updaters are not. */
export function managerId(info: ManagerInfo): string {
  const version = info.operation === 'Apply' ? '' : info.apiVersion;
  return JSON.stringify([info.manager, info.operation, version, info.subresource]);
}

/**
 * Reads `metadata.managedFields`, or says why it cannot, in the words of `managedfields.DecodeManagedFields`.
 */
export function decodeManagers(
  entries: readonly JsonObject[] | undefined,
): { readonly managers: Managers } | { readonly fault: string } {
  const managers = new Map<string, Manager>();
  for (const [index, entry] of (entries ?? []).entries()) {
    const fault = entryFault(entry, index);
    if (fault !== undefined) return { fault };
    const manager = decodeEntry(entry);
    managers.set(managerId(manager), manager);
  }
  return { managers };
}

function entryFault(entry: JsonObject, index: number): string | undefined {
  const { operation, apiVersion, fieldsType } = entry;
  if (operation !== 'Apply' && operation !== 'Update')
    return 'operation must be `Apply` or `Update`';
  if (textOf(apiVersion) === '') return 'apiVersion must not be empty';
  if (textOf(fieldsType) === '') return `missing fieldsType in managed fields entry ${index}`;
  if (fieldsType === 'FieldsV1') return undefined;
  return `invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`;
}

function decodeEntry(entry: JsonObject): Manager {
  const fields = entry['fieldsV1'];
  const time = textOf(entry['time']);
  return {
    manager: textOf(entry['manager']),
    operation: entry['operation'] === 'Apply' ? 'Apply' : 'Update',
    apiVersion: textOf(entry['apiVersion']),
    subresource: textOf(entry['subresource']),
    time: time === '' ? undefined : time,
    fields: isJsonObject(fields) ? decodeFieldsV1(fields) : noFields,
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Writes the managers as `metadata.managedFields`, appliers first, then by time, name, version and sub-resource. */
export function encodeManagers(managers: Managers): readonly JsonObject[] {
  const sortKey = (manager: Manager): string =>
    [
      manager.operation,
      manager.time ?? '',
      manager.manager,
      manager.apiVersion,
      manager.subresource,
    ].join('\u0000');
  return [...managers.values()]
    .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    .map((manager) => ({
      manager: manager.manager,
      operation: manager.operation,
      apiVersion: manager.apiVersion,
      ...(manager.time === undefined ? {} : { time: manager.time }),
      fieldsType: 'FieldsV1',
      fieldsV1: encodeFieldsV1(manager.fields),
      ...(manager.subresource === '' ? {} : { subresource: manager.subresource }),
    }));
}

const systemMetadata = [
  'name',
  'namespace',
  'creationTimestamp',
  'selfLink',
  'uid',
  'clusterName',
  'generation',
  'managedFields',
  'resourceVersion',
];

/** Fields that nobody owns: identity and what the server writes. Source: `managedfields` stripMetaManager. */
export const systemFields: FieldSet = fieldSetOf([
  [fieldElement('apiVersion')],
  [fieldElement('kind')],
  [fieldElement('metadata')],
  ...systemMetadata.map((name) => [fieldElement('metadata'), fieldElement(name)]),
]);

/** A moment as managedFields records it. `nowMs` is in Unix milliseconds. */
export function entryTime(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z');
}
