import type { FieldError } from '../../resource.ts';
import { forbidden } from '../faults/fault.ts';
import { type Bag, bagOf, bagsOf, isBag } from '../object/json-access.ts';

/** Keys that a value validation may not state, and how the API says so. */
const FORBIDDEN: readonly (readonly [key: string, text: string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

function isStated(value: unknown): boolean {
  if (value === undefined || value === '' || value === false) return false;
  return !Array.isArray(value) || value.length > 0;
}

/**
 * Faults of a schema inside `allOf`, `anyOf`, `oneOf` or `not`, which may only validate values.
 * Source: `validateNestedValueValidation` of apiextensions-apiserver.
 */
export function nestedFaults(schema: Bag, field: string): readonly FieldError[] {
  const { items, not } = schema;
  const properties = bagOf(schema['properties']);
  const own = FORBIDDEN.filter(([key]) => isStated(schema[key])).map(([key, text]) =>
    forbidden(`${field}.${key}`, text),
  );
  const junctors = ['anyOf', 'allOf', 'oneOf'].flatMap((key) =>
    bagsOf(schema[key]).flatMap((nested, index) =>
      nestedFaults(nested, `${field}.${key}[${index}]`),
    ),
  );
  const inner = Object.entries(properties).flatMap(([name, property]) =>
    nestedFaults(bagOf(property), `${field}.properties[${name}]`),
  );
  const metadata = `${field}.properties[metadata]`;
  return [
    ...junctors,
    ...(isBag(not) ? nestedFaults(not, `${field}.not`) : []),
    ...(isBag(items) ? nestedFaults(items, `${field}.items`) : []),
    ...inner,
    ...own,
    ...(properties['metadata'] === undefined
      ? []
      : [forbidden(metadata, 'must not be specified in a nested context')]),
  ];
}
