import type { FieldError } from '../../resource.ts';
import { ruleDefinitionFaults } from '../custom/rules/rule-definition-faults.ts';
import { forbidden, invalid, required } from '../faults/fault.ts';
import { printedStruct } from '../faults/go-value.ts';
import { type Bag, bagOf, isBag, textOf } from '../object/json-access.ts';
import { type DefinitionVersion, hasStatus, isHoisted } from './definition-view.ts';
import { schemaFormFaults } from './schema-form-faults.ts';
import { schemaInOrder } from './schema-printing.ts';
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

/** What the root of a schema may state while its status is written apart. */
const ROOT_FIELDS =
  '[Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations]';
const ROOT_KEYS: ReadonlySet<string> = new Set(
  ROOT_FIELDS.slice(1, -1)
    .split(' ')
    .map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`)
    .map((key) => key.replace('xPreserveUnknown', 'x-kubernetes-preserve-unknown-'))
    .map((key) =>
      key.replace('-Fields', '-fields').replace('xValidations', 'x-kubernetes-validations'),
    ),
);

function statusRootFaults(schema: Bag, field: string): readonly FieldError[] {
  const stray = Object.keys(schema).some((key) => !ROOT_KEYS.has(key));
  const type = textOf(schema['type']);
  const typeText =
    'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
  const text = `only ${ROOT_FIELDS} fields are allowed at the root of the schema if the status subresource is enabled`;
  return [
    ...(type === undefined || type === 'object' ? [] : [invalid(`${field}.type`, type, typeText)]),
    ...(stray ? [invalid(field, { printed: printedStruct(schemaInOrder(schema)) }, text)] : []),
  ];
}

/** Faults of the schema of a version; structure first, then form. Source: `validateCustomResourceDefinitionValidation`. */
export function schemaFaults(version: DefinitionVersion, path: string): readonly FieldError[] {
  const { schema } = version;
  if (schema === undefined) return [];
  const field = `${path}.openAPIV3Schema`;
  const nullable = schema['nullable'] === true;
  const form = schemaFormFaults(schema, field);
  // A schema with unsupported parts has no structure to speak of.
  const readable = !form.some(({ message }) =>
    /not supported$|^Forbidden: items must/.test(message),
  );
  const structural = readable ? structuralFaults(schema, field) : [];
  // Rules can only be read on a schema that has a structure.
  const ruled = readable && structural.length === 0;
  return [
    ...(hasStatus(version) ? statusRootFaults(schema, field) : []),
    ...(nullable ? [forbidden(`${field}.nullable`, 'nullable cannot be true at the root')] : []),
    ...structural,
    ...form,
    ...(ruled ? ruleDefinitionFaults(schema, field) : []),
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

/** A list of versions as messages print it; what all state alike is left out. */
export function printedVersions(versions: readonly DefinitionVersion[]): string {
  const entries = versions.map(({ name, served, storage, schema, subresources }) => ({
    Name: name,
    Served: served,
    Storage: storage,
    Deprecated: false,
    DeprecationWarning: null,
    Schema:
      schema === undefined || isHoisted(versions, 'schema')
        ? null
        : { OpenAPIV3Schema: schemaInOrder(schema) },
    Subresources:
      subresources === undefined || isHoisted(versions, 'subresources')
        ? null
        : {
            Status: subresources['status'] ?? null,
            Scale: subresources['scale'] ?? null,
          },
    AdditionalPrinterColumns: null,
    SelectableFields: null,
  }));
  return printedStruct(entries);
}
