import type { FieldError } from '../../resource.ts';
import { invalid, required } from '../faults/fault.ts';
import { label1035Faults } from '../faults/names.ts';
import { type Bag, textOf, textsOf } from '../object/json-access.ts';

/** Names in lower case, and names that may mix cases. */
const NAMES: readonly (readonly [key: string, mixed: boolean])[] = [
  ['plural', false],
  ['singular', false],
  ['kind', true],
  ['listKind', true],
];

function joined(field: string, value: string, texts: readonly string[]): readonly FieldError[] {
  return texts.length === 0 ? [] : [invalid(field, value, texts.join(','))];
}

function nameFaults(names: Bag, field: string): readonly FieldError[] {
  return NAMES.flatMap(([key, mixed]) => {
    const name = textOf(names[key]);
    if (name === undefined) return [];
    const texts = label1035Faults(mixed ? name.toLowerCase() : name);
    if (texts.length === 0) return [];
    const prefix = mixed ? 'may have mixed case, but should otherwise match: ' : '';
    return [invalid(`${field}.${key}`, name, `${prefix}${texts.join(',')}`)];
  });
}

/** Names that the spec must state; the status may lack them. */
export function missingNames(names: Bag, field: string): readonly FieldError[] {
  const keys = ['plural', 'singular', 'kind', 'listKind'];
  return keys
    .filter((key) => textOf(names[key]) === undefined)
    .map((key) => required(`${field}.${key}`));
}

/** Faults of the names of a definition. Source: `ValidateCustomResourceDefinitionNames`. */
export function definitionNamesFaults(names: Bag, field: string): readonly FieldError[] {
  const [kind, listKind] = [textOf(names['kind']), textOf(names['listKind'])];
  const each = (key: string) =>
    textsOf(names[key]).flatMap((name, index) =>
      joined(`${field}.${key}[${index}]`, name, label1035Faults(name)),
    );
  const same = kind !== undefined && kind === listKind;
  return [
    ...nameFaults(names, field),
    ...each('shortNames'),
    ...(same
      ? [invalid(`${field}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...each('categories'),
  ];
}
