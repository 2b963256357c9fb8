import type { FieldError } from '../../resource.ts';
import { forbidden, invalid, required } from '../faults/fault.ts';
import { type Bag, bagOf, isBag, textOf } from '../object/json-access.ts';
import type { DefinitionVersion } from './definition-view.ts';
import { schemaFormFaults } from './schema-form-faults.ts';
import { structuralFaults } from './structural-faults.ts';

const COLUMN_TYPES = 'must be one of boolean,date,integer,number,string';
const COLUMN_FORMATS = [
  'byte',
  'date',
  'date-time',
  'double',
  'float',
  'int32',
  'int64',
  'password',
] as const;

function simplePathFaults(field: string, path: string): readonly FieldError[] {
  if (path.startsWith('.')) return [];
  return [invalid(field, path, 'must be a simple json path starting with .')];
}

function columnTypeFaults(field: string, type: string | undefined): readonly FieldError[] {
  if (type === undefined) return [required(field, COLUMN_TYPES)];
  const known = ['boolean', 'date', 'integer', 'number', 'string'].includes(type);
  return known ? [] : [invalid(field, type, COLUMN_TYPES)];
}

/** Faults of one printer column. Source: `ValidateCustomResourceColumnDefinition`. */
export function columnFaults(column: Bag, field: string): readonly FieldError[] {
  const format = textOf(column['format']);
  const known = format === undefined || COLUMN_FORMATS.some((name) => name === format);
  const path = textOf(column['jsonPath']);
  return [
    ...(textOf(column['name']) === undefined ? [required(`${field}.name`)] : []),
    ...columnTypeFaults(`${field}.type`, textOf(column['type'])),
    ...(known
      ? []
      : [invalid(`${field}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`)]),
    ...(path === undefined
      ? [required(`${field}.JSONPath`)]
      : simplePathFaults(`${field}.JSONPath`, path)),
  ];
}

function replicasFaults(scale: Bag, key: string, root: string, field: string) {
  const path = textOf(scale[key]);
  if (path === undefined) return [required(field)];
  const simple = simplePathFaults(field, path);
  if (simple.length > 0 || path.startsWith(`.${root}.`)) return simple;
  return [invalid(field, path, `should be a json path under .${root}`)];
}

/** Faults of the sub-resources of a version. Source: `ValidateCustomResourceDefinitionSubresources`. */
export function subresourceFaults(
  subresources: Bag | undefined,
  field: string,
): readonly FieldError[] {
  const scale = subresources?.['scale'];
  if (!isBag(scale)) return [];
  const specPath = `${field}.scale.specReplicasPath`;
  const statusPath = `${field}.scale.statusReplicasPath`;
  return [
    ...replicasFaults(scale, 'specReplicasPath', 'spec', specPath),
    ...replicasFaults(scale, 'statusReplicasPath', 'status', statusPath),
  ];
}

/** Faults of the schema of a version; structure first, then form. Source: `validateCustomResourceDefinitionValidation`. */
export function schemaFaults(schema: Bag | undefined, path: string): readonly FieldError[] {
  if (schema === undefined) return [];
  const field = `${path}.openAPIV3Schema`;
  const nullable = schema['nullable'] === true;
  return [
    ...(nullable ? [forbidden(`${field}.nullable`, 'nullable cannot be true at the root')] : []),
    ...structuralFaults(schema, field),
    ...schemaFormFaults(schema, field),
    ...rootDefaultFaults(schema, field),
  ];
}

/** The server fills apiVersion, kind and metadata itself, so the schema gives them no defaults. */
function rootDefaultFaults(schema: Bag, field: string): readonly FieldError[] {
  const properties = bagOf(schema['properties']);
  return ['metadata', 'kind', 'apiVersion']
    .filter((name) => bagOf(properties[name])['default'] !== undefined)
    .map((name) =>
      forbidden(`${field}.properties[${name}].default`, `must not be set in top-level ${name}`),
    );
}

/** A list of versions as messages print it, with constant addresses for pointers. */
export function printedVersions(versions: readonly DefinitionVersion[]): string {
  const pointer = (type: string, set: boolean) => `(*${type})(${set ? '0xc000000000' : 'nil'})`;
  const entry = ({ name, served, storage, schema, subresources }: DefinitionVersion) =>
    `apiextensions.CustomResourceDefinitionVersion{Name:${JSON.stringify(name)}, Served:${served}, Storage:${storage}, ` +
    `Deprecated:false, DeprecationWarning:(*string)(nil), ` +
    `Schema:${pointer('apiextensions.CustomResourceValidation', schema !== undefined)}, ` +
    `Subresources:${pointer('apiextensions.CustomResourceSubresources', subresources !== undefined)}, ` +
    `AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition(nil), ` +
    `SelectableFields:[]apiextensions.SelectableField(nil)}`;
  return `[]apiextensions.CustomResourceDefinitionVersion{${versions.map(entry).join(', ')}}`;
}
