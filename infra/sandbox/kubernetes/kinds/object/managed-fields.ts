import type { FieldError } from '../../resource.ts';
import { invalid, tooLong } from '../faults/fault.ts';
import { type Bag, textOf } from './json-access.ts';

const MANAGER_LIMIT_BYTES = 128;
const SUBRESOURCE_LIMIT_BYTES = 256;

function managerFaults(manager: string, field: string): readonly FieldError[] {
  const length =
    Buffer.byteLength(manager) > MANAGER_LIMIT_BYTES ? [tooLong(field, MANAGER_LIMIT_BYTES)] : [];
  const odd = [...manager.matchAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu)].map((match) => {
    const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const position = Buffer.byteLength(manager.slice(0, match.index));
    return invalid(field, manager, `invalid character U+${code} (at position ${position})`);
  });
  return [...length, ...odd];
}

function entryFaults(entry: Bag, field: string): readonly FieldError[] {
  const operation = textOf(entry['operation']) ?? '';
  const fieldsType = textOf(entry['fieldsType']) ?? 'FieldsV1';
  const subresource = textOf(entry['subresource']) ?? '';
  return [
    ...(operation === 'Apply' || operation === 'Update'
      ? []
      : [invalid(`${field}.operation`, operation, 'must be `Apply` or `Update`')]),
    ...(fieldsType === 'FieldsV1'
      ? []
      : [invalid(`${field}.fieldsType`, fieldsType, 'must be `FieldsV1`')]),
    ...managerFaults(textOf(entry['manager']) ?? '', `${field}.manager`),
    ...(Buffer.byteLength(subresource) > SUBRESOURCE_LIMIT_BYTES
      ? [tooLong(`${field}.subresource`, SUBRESOURCE_LIMIT_BYTES)]
      : []),
  ];
}

/** Faults of `metadata.managedFields`. Source: `ValidateManagedFields` of meta/v1 validation. */
export function managedFieldsFaults(entries: readonly Bag[], field: string): readonly FieldError[] {
  return entries.flatMap((entry, index) => entryFaults(entry, `${field}[${index}]`));
}
