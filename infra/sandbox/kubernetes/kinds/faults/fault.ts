import type { FieldError } from '../../resource.ts';
import { quoted } from './go-value.ts';

/** Text that a message carries as it stands, where the API prints JSON. */
export type Printed = { readonly printed: string };

type BadValue = string | number | boolean | null | Printed;

function print(value: BadValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'object' ? value.printed : String(value);
}

function withDetail(text: string, detail: string): string {
  return detail === '' ? text : `${text}: ${detail}`;
}

/** A field that must be set. Source: `field.Required` of apimachinery, as all faults here. */
export function required(field: string, detail = ''): FieldError {
  return { reason: 'FieldValueRequired', field, message: withDetail('Required value', detail) };
}

/** A field with a malformed value. */
export function invalid(field: string, value: BadValue, detail: string): FieldError {
  const message = withDetail(`Invalid value: ${print(value)}`, detail);
  return { reason: 'FieldValueInvalid', field, message };
}

/** A field whose value has another type than its schema says. */
export function typeInvalid(field: string, value: BadValue, detail: string): FieldError {
  return { ...invalid(field, value, detail), reason: 'FieldValueTypeInvalid' };
}

/** A value that occurs twice where it must be unique. */
export function duplicate(field: string, value: BadValue): FieldError {
  return { reason: 'FieldValueDuplicate', field, message: `Duplicate value: ${print(value)}` };
}

/** A value outside an enumeration. */
export function notSupported(
  field: string,
  value: BadValue,
  supported: readonly string[],
): FieldError {
  const detail =
    supported.length === 0 ? '' : `supported values: ${supported.map(quoted).join(', ')}`;
  const message = withDetail(`Unsupported value: ${print(value)}`, detail);
  return { reason: 'FieldValueNotSupported', field, message };
}

/** A field that may not be set here. */
export function forbidden(field: string, detail: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: withDetail('Forbidden', detail) };
}

/** A value of more bytes than allowed. */
export function tooLong(field: string, maxBytes: number): FieldError {
  const message = `Too long: may not be more than ${maxBytes} bytes`;
  return { reason: 'FieldValueTooLong', field, message };
}

/** A list or map of more entries than allowed. */
export function tooMany(field: string, actual: number, max: number): FieldError {
  const message = `Too many: ${actual}: must have at most ${max} items`;
  return { reason: 'FieldValueTooMany', field, message };
}

/** One fault a message, all on the same value. */
export function invalidEach(
  field: string,
  value: BadValue,
  messages: readonly string[],
): readonly FieldError[] {
  return messages.map((message) => invalid(field, value, message));
}
