import type { FieldError } from '../../resource.ts';
import { forbidden, invalid, required } from '../faults/fault.ts';
import { type Bag, bagOf, bagsOf, isBag, sameJson, textOf } from '../object/json-access.ts';
import { nestedFaults } from './nested-faults.ts';
import { patternFault } from './pattern-fault.ts';

/** Where a schema stands: what it must say depends on it. */
type Level = 'root' | 'item' | 'field';

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }] as const;
const EMPTY_TYPE = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
} as const;

function typeFaults(schema: Bag, level: Level, field: string): readonly FieldError[] {
  const type = textOf(schema['type']) ?? '';
  const path = `${field}.type`;
  if (schema['x-kubernetes-embedded-resource'] === true && type !== 'object') {
    const text = 'must be object if x-kubernetes-embedded-resource is true';
    return [type === '' ? required(path, text) : invalid(path, type, text)];
  }
  const free =
    schema['x-kubernetes-int-or-string'] === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (type === '') return free ? [] : [required(path, EMPTY_TYPE[level])];
  if (level !== 'root' || type === 'object') return [];
  return [invalid(path, type, 'must be object at the root')];
}

function extensionFaults(schema: Bag, field: string): readonly FieldError[] {
  if (schema['x-kubernetes-int-or-string'] !== true) return [];
  const clashing = ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'];
  return clashing
    .filter((key) => schema[key] === true)
    .map((key) =>
      invalid(`${field}.${key}`, true, 'must be false if x-kubernetes-int-or-string is true'),
    );
}

function embeddedFaults(schema: Bag, level: Level, field: string): readonly FieldError[] {
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const additional = schema['additionalProperties'] !== undefined;
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const bare = Object.keys(bagOf(schema['properties'])).length === 0;
  const path = `${field}.additionalProperties`;
  const text =
    'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
  return [
    ...(additional && level === 'root' ? [forbidden(path, 'must not be used at the root')] : []),
    ...(additional && embedded
      ? [forbidden(path, 'must not be used if x-kubernetes-embedded-resource is set')]
      : []),
    ...(embedded && !open && bare ? [required(`${field}.properties`, text)] : []),
  ];
}

function metadataFaults(metadata: Bag, level: Level, field: string): readonly FieldError[] {
  const type = textOf(metadata['type']) ?? '';
  const typed = type === 'object' ? [] : [invalid(`${field}.type`, type, 'must be object')];
  if (level !== 'root') return typed;
  const { type: _type, properties, description: _description, ...rest } = metadata;
  const names = Object.keys(bagOf(properties));
  const allowed = names.every((name) => name === 'name' || name === 'generateName');
  if (allowed && Object.keys(rest).length === 0) return typed;
  const text =
    'must not specify anything other than name and generateName, but metadata is implicitly specified';
  return [...typed, forbidden(field, text)];
}

function objectMetaFaults(schema: Bag, level: Level, field: string): readonly FieldError[] {
  const own = level === 'root' || schema['x-kubernetes-embedded-resource'] === true;
  if (!own) return [];
  const properties = bagOf(schema['properties']);
  const texts = ['kind', 'apiVersion'].flatMap((name) => {
    const property = properties[name];
    if (!isBag(property) || property['type'] === 'string') return [];
    const type = textOf(property['type']) ?? '';
    return [invalid(`${field}.properties[${name}].type`, type, 'must be string')];
  });
  const { metadata } = properties;
  if (!isBag(metadata)) return texts;
  return [...texts, ...metadataFaults(metadata, level, `${field}.properties[metadata]`)];
}

function patternFaults(schema: Bag, field: string): readonly FieldError[] {
  const pattern = textOf(schema['pattern']);
  if (pattern === undefined) return [];
  const reason = patternFault(pattern);
  if (reason === undefined) return [];
  const text = `must be a valid regular expression, but isn't: ${reason}`;
  return [invalid(`${field}.pattern`, pattern, text)];
}

function junctorFaults(schema: Bag, field: string): readonly FieldError[] {
  const skipsAnyOf = sameJson(schema['anyOf'], INT_OR_STRING);
  const [firstAllOf] = bagsOf(schema['allOf']);
  const skipsFirst = sameJson(firstAllOf?.['anyOf'], INT_OR_STRING);
  const each = (key: string, skip: (index: number) => boolean) =>
    bagsOf(schema[key]).flatMap((nested, index) =>
      skip(index) ? [] : nestedFaults(nested, `${field}.${key}[${index}]`),
    );
  const { not } = schema;
  return [
    ...each('anyOf', () => skipsAnyOf),
    ...each('allOf', (index) => skipsFirst && index === 0),
    ...each('oneOf', () => false),
    ...(isBag(not) ? nestedFaults(not, `${field}.not`) : []),
  ];
}

function childFaults(schema: Bag, field: string): readonly FieldError[] {
  const { items, additionalProperties } = schema;
  const properties = Object.entries(bagOf(schema['properties']));
  const missing = schema['type'] === 'array' && !isBag(items);
  return [
    ...(missing ? [required(`${field}.items`, 'must be specified')] : []),
    ...(isBag(items) ? levelFaults(items, 'item', `${field}.items`) : []),
    ...properties.flatMap(([name, property]) =>
      levelFaults(bagOf(property), 'field', `${field}.properties[${name}]`),
    ),
    ...(isBag(additionalProperties)
      ? levelFaults(additionalProperties, 'field', `${field}.additionalProperties`)
      : []),
  ];
}

function levelFaults(schema: Bag, level: Level, field: string): readonly FieldError[] {
  return [
    ...childFaults(schema, field),
    ...typeFaults(schema, level, field),
    ...extensionFaults(schema, field),
    ...embeddedFaults(schema, level, field),
    ...objectMetaFaults(schema, level, field),
    ...patternFaults(schema, field),
    ...junctorFaults(schema, field),
  ];
}

/**
 * What keeps the schema of a custom resource from being structural, sorted by text as the API sorts it.
 * Source: `ValidateStructural` of apiextensions-apiserver.
 */
export function structuralFaults(schema: Bag, field: string): readonly FieldError[] {
  const text = (fault: FieldError) => `${fault.field}: ${fault.message}`;
  return levelFaults(schema, 'root', field).toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
}
