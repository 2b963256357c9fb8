import type { FieldError } from '../../resource.ts';
import { forbidden, invalid, notSupported, required } from '../faults/fault.ts';
import { printedJson } from '../faults/go-value.ts';
import { type Bag, bagOf, bagsOf, isBag, textOf, textsOf } from '../object/json-access.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'] as const;
const UNSUPPORTED = [
  'id',
  'additionalItems',
  'patternProperties',
  'definitions',
  'dependencies',
  '$ref',
] as const;
const LIST_TYPE = 'x-kubernetes-list-type';
const MAP_TYPE = 'x-kubernetes-map-type';
const LIST_KEYS = 'x-kubernetes-list-map-keys';

function formFaults(schema: Bag, field: string): readonly FieldError[] {
  const type = textOf(schema['type']);
  const known = type === undefined || TYPES.some((name) => name === type);
  const unknown = UNSUPPORTED.filter((key) => schema[key] !== undefined);
  return [
    ...(known ? [] : [notSupported(`${field}.type`, type, TYPES)]),
    ...unknown.map((key) => forbidden(`${field}.${key}`, `${key} is not supported`)),
    ...(type === 'null'
      ? [forbidden(`${field}.type`, 'type cannot be set to null, use nullable as an alternative')]
      : []),
    ...(Array.isArray(schema['items'])
      ? [forbidden(`${field}.items`, 'items must be a schema object and not an array')]
      : []),
    ...(schema['uniqueItems'] === true ? [forbidden(`${field}.uniqueItems`, UNIQUE_TEXT)] : []),
    ...additionalFaults(schema, field),
  ];
}

const UNIQUE_TEXT =
  'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';

function additionalFaults(schema: Bag, field: string): readonly FieldError[] {
  const { additionalProperties } = schema;
  const closed = additionalProperties === false || isBag(additionalProperties);
  if (!closed || Object.keys(bagOf(schema['properties'])).length === 0) return [];
  const text = 'additionalProperties and properties are mutual exclusive';
  return [forbidden(`${field}.additionalProperties`, text)];
}

function kindFaults(schema: Bag, field: string, rule: readonly [string, string]) {
  const [key, wanted] = rule;
  if (schema[key] === undefined || schema['type'] === wanted) return [];
  const text = `must be ${wanted} if ${key} is specified`;
  const type = textOf(schema['type']);
  return [
    type === undefined ? required(`${field}.type`, text) : invalid(`${field}.type`, type, text),
  ];
}

function mapKeyFaults(items: Bag, keys: readonly string[], field: string): readonly FieldError[] {
  const properties = bagOf(items['properties']);
  const printed = { printed: printedJson(keys) };
  const path = `${field}.${LIST_KEYS}`;
  return keys.flatMap((key, index) => {
    const property = properties[key];
    const { type } = bagOf(property);
    const scalar = "must be a scalar type if parent array's x-kubernetes-list-type is map";
    const own = `${field}.items.properties[${key}].type`;
    return [
      ...(isBag(property)
        ? []
        : [invalid(path, printed, 'entries must all be names of item properties')]),
      ...(type === 'array' || type === 'object'
        ? [invalid(own, textOf(items['type']) ?? '', scalar)]
        : []),
      ...(keys.indexOf(key) < index
        ? [invalid(path, printed, 'must not contain duplicate entries')]
        : []),
    ];
  });
}

/** Keys of a list of type map identify its entries, so each must be there. */
function certainKeyFaults(items: Bag, keys: readonly string[], field: string) {
  const properties = bagOf(items['properties']);
  const needed = textsOf(items['required']);
  return keys.flatMap((key) => {
    const property = properties[key];
    if (!isBag(property)) return [];
    const here = `${field}.items.properties[${key}]`;
    const why = 'this property is in x-kubernetes-list-map-keys, so it';
    const certain = needed.includes(key) || property['default'] !== undefined;
    return [
      ...(certain
        ? []
        : [required(`${here}.default`, `${why} must have a default or be a required property`)]),
      ...(property['nullable'] === true
        ? [forbidden(`${here}.nullable`, `${why} cannot be nullable`)]
        : []),
    ];
  });
}

function mapListFaults(schema: Bag, field: string): readonly FieldError[] {
  const keys = textsOf(schema[LIST_KEYS]);
  const { items } = schema;
  const empty = 'must not be empty if x-kubernetes-list-type is map';
  const unkeyed = keys.length === 0 ? [required(`${field}.${LIST_KEYS}`, empty)] : [];
  if (!isBag(items)) {
    const text = 'must have a schema if x-kubernetes-list-type is map';
    return [...unkeyed, required(`${field}.items`, text)];
  }
  const certain = certainKeyFaults(items, keys, field);
  if (items['type'] === 'object') {
    return [...unkeyed, ...mapKeyFaults(items, keys, field), ...certain];
  }
  const text = "must be object if parent array's x-kubernetes-list-type is map";
  return [
    ...unkeyed,
    invalid(`${field}.items.type`, textOf(items['type']) ?? '', text),
    ...certain,
  ];
}

function setFaults(schema: Bag, field: string): readonly FieldError[] {
  const items = bagOf(schema['items']);
  const text = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = textOf(items[LIST_TYPE]);
  if (items['type'] === 'array' && listType !== undefined && listType !== 'atomic') {
    return [invalid(`${field}.items.${LIST_TYPE}`, listType, text)];
  }
  if (items['type'] !== 'object' || items[MAP_TYPE] === 'atomic') return [];
  return [invalid(`${field}.items.${MAP_TYPE}`, listType ?? null, text)];
}

function listTypeFaults(schema: Bag, field: string): readonly FieldError[] {
  const listType = textOf(schema[LIST_TYPE]);
  const path = `${field}.${LIST_TYPE}`;
  const keyed = textsOf(schema[LIST_KEYS]).length > 0;
  const text = 'must be map if x-kubernetes-list-map-keys is non-empty';
  if (listType === undefined) return keyed ? [required(path, text)] : [];
  const known = ['atomic', 'set', 'map'];
  const nullable = (listType === 'map' || listType === 'set') && isBag(schema['items']);
  return [
    ...(known.includes(listType) ? [] : [notSupported(path, listType, known)]),
    ...(keyed && listType !== 'map' ? [invalid(path, listType, text)] : []),
    ...(listType === 'set' && schema['type'] === 'array' ? setFaults(schema, field) : []),
    ...(nullable && bagOf(schema['items'])['nullable'] === true
      ? [
          forbidden(
            `${field}.items.nullable`,
            `cannot be nullable when x-kubernetes-list-type is ${listType}`,
          ),
        ]
      : []),
    ...(listType === 'map' ? mapListFaults(schema, field) : []),
  ];
}

function mapTypeFaults(schema: Bag, field: string): readonly FieldError[] {
  const mapType = textOf(schema[MAP_TYPE]);
  const known = mapType === undefined || mapType === 'atomic' || mapType === 'granular';
  return known ? [] : [notSupported(`${field}.${MAP_TYPE}`, mapType, ['atomic', 'granular'])];
}

function childFaults(schema: Bag, field: string): readonly FieldError[] {
  const nested = (value: unknown, path: string) =>
    isBag(value) ? schemaFormFaults(value, path) : [];
  const properties = Object.entries(bagOf(schema['properties'])).flatMap(([name, property]) =>
    nested(property, `${field}.properties[${name}]`),
  );
  const junctors = ['allOf', 'oneOf', 'anyOf'].flatMap((key) =>
    bagsOf(schema[key]).flatMap((each, index) => nested(each, `${field}.${key}[${index}]`)),
  );
  return [
    ...nested(schema['additionalProperties'], `${field}.additionalProperties`),
    ...properties,
    ...nested(schema['not'], `${field}.not`),
    ...junctors,
    ...nested(schema['items'], `${field}.items`),
  ];
}

/** Faults of the form of an OpenAPI schema. Source: `ValidateCustomResourceDefinitionOpenAPISchema`. */
export function schemaFormFaults(schema: Bag, field: string): readonly FieldError[] {
  const preserve = 'x-kubernetes-preserve-unknown-fields';
  return [
    ...formFaults(schema, field),
    ...childFaults(schema, field),
    ...(schema[preserve] === false
      ? [invalid(`${field}.${preserve}`, false, 'must be true or undefined')]
      : []),
    ...kindFaults(schema, field, [MAP_TYPE, 'object']),
    ...mapTypeFaults(schema, field),
    ...kindFaults(schema, field, [LIST_TYPE, 'array']),
    ...listTypeFaults(schema, field),
  ];
}
