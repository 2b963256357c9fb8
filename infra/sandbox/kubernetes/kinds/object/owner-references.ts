import type { FieldError } from '../../resource.ts';
import { invalid } from '../faults/fault.ts';
import { printedStruct } from '../faults/go-value.ts';
import { type Bag, textOf } from './json-access.ts';

const REQUIRED: readonly (readonly [key: string, text: string])[] = [
  ['apiVersion', 'version must not be empty'],
  ['kind', 'must not be empty'],
  ['name', 'must not be empty'],
  ['uid', 'must not be empty'],
];

/** The fields of an owner in the order of the API's type; flags only where they are stated. */
function inOrder(reference: Bag): Bag {
  const texts = REQUIRED.map(([key]) => [key, textOf(reference[key]) ?? '']);
  const flags = ['controller', 'blockOwnerDeletion'].filter(
    (key) => typeof reference[key] === 'boolean',
  );
  return Object.fromEntries([...texts, ...flags.map((key) => [key, reference[key]])]);
}

function oneReferenceFaults(reference: Bag, field: string): readonly FieldError[] {
  const missing = REQUIRED.filter(([key]) => textOf(reference[key]) === undefined).map(
    ([key, text]) => invalid(`${field}.${key}`, '', text),
  );
  if (reference['apiVersion'] !== 'v1' || reference['kind'] !== 'Event') return missing;
  const text = '/v1, Kind=Event is disallowed from being an owner';
  return [...missing, invalid(field, { printed: printedStruct(inOrder(reference)) }, text)];
}

function severalControllers(references: readonly Bag[], field: string): readonly FieldError[] {
  const [first, ...others] = references
    .filter((reference) => reference['controller'] === true)
    .map((reference) => `${reference['kind']}/${reference['name']}`);
  const all = printedStruct(references.map(inOrder));
  return others.map((other) =>
    invalid(
      field,
      { printed: all },
      `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${other}`,
    ),
  );
}

/** Faults of `metadata.ownerReferences`. Source: `ValidateOwnerReferences` of apimachinery. */
export function ownerReferenceFaults(
  references: readonly Bag[],
  field: string,
): readonly FieldError[] {
  return [
    ...references.flatMap((reference) => oneReferenceFaults(reference, field)),
    ...severalControllers(references, field),
  ];
}
