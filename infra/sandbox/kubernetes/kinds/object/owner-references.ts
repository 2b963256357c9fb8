import type { FieldError } from '../../resource.ts';
import { invalid } from '../faults/fault.ts';
import { quoted } from '../faults/go-value.ts';
import { type Bag, textOf } from './json-access.ts';

const REQUIRED: readonly (readonly [key: string, text: string])[] = [
  ['apiVersion', 'version must not be empty'],
  ['kind', 'kind must not be empty'],
  ['name', 'name must not be empty'],
  ['uid', 'uid must not be empty'],
];

function flag(value: unknown): string {
  return typeof value === 'boolean' ? '(*bool)(0xc000000000)' : '(*bool)(nil)';
}

function print(reference: Bag): string {
  const texts = ['APIVersion', 'Kind', 'Name', 'UID'].map((field, index) => {
    const key = REQUIRED[index]?.[0] ?? '';
    return `${field}:${quoted(textOf(reference[key]) ?? '')}`;
  });
  const flags = [
    `Controller:${flag(reference['controller'])}`,
    `BlockOwnerDeletion:${flag(reference['blockOwnerDeletion'])}`,
  ];
  return `v1.OwnerReference{${[...texts, ...flags].join(', ')}}`;
}

function oneReferenceFaults(reference: Bag, field: string): readonly FieldError[] {
  const missing = REQUIRED.filter(([key]) => textOf(reference[key]) === undefined).map(
    ([key, text]) => invalid(`${field}.${key}`, '', text),
  );
  if (reference['apiVersion'] !== 'v1' || reference['kind'] !== 'Event') return missing;
  const text = '/v1, Kind=Event is disallowed from being an owner';
  return [...missing, invalid(field, { printed: print(reference) }, text)];
}

function severalControllers(references: readonly Bag[], field: string): readonly FieldError[] {
  const [first, ...others] = references
    .filter((reference) => reference['controller'] === true)
    .map((reference) => `${reference['kind']}/${reference['name']}`);
  const all = `[]v1.OwnerReference{${references.map(print).join(', ')}}`;
  return others.map((other) =>
    invalid(
      field,
      { printed: all },
      `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${other}`,
    ),
  );
}

/**
 * Faults of `metadata.ownerReferences`. The real text prints pointers of flags by address; here the address is a
 * constant. Source: `ValidateOwnerReferences` of apimachinery.
 */
export function ownerReferenceFaults(
  references: readonly Bag[],
  field: string,
): readonly FieldError[] {
  return [
    ...references.flatMap((reference) => oneReferenceFaults(reference, field)),
    ...severalControllers(references, field),
  ];
}
