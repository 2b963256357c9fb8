import type { FieldError } from '../../resource.ts';
import { scriptPattern } from '../definition/pattern-fault.ts';
import { invalid, tooLong, typeInvalid } from '../faults/fault.ts';
import { quoted } from '../faults/go-value.ts';
import { type Bag, textOf } from '../object/json-access.ts';
import { hasFormat } from './formats.ts';

function limit(schema: Bag, key: string): number | undefined {
  return typeof schema[key] === 'number' ? schema[key] : undefined;
}

function matches(stated: string, text: string): boolean {
  const pattern = scriptPattern(stated);
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // A pattern of Go's dialect that this one does not read; the definition's own check has let it pass.
    return new RegExp(pattern).test(text);
  }
}

/** The first fault of a text's length or pattern: the API names one only. */
function shapeFault(field: string, text: string, schema: Bag): FieldError | undefined {
  const [min, max] = [limit(schema, 'minLength'), limit(schema, 'maxLength')];
  const pattern = textOf(schema['pattern']);
  const runes = [...text].length;
  const body = `${field} in body`;
  if (max !== undefined && runes > max) return tooLong(field, max);
  if (min !== undefined && runes < min) {
    return invalid(field, text, `${body} should be at least ${min} chars long`);
  }
  const fits = pattern === undefined || matches(pattern, text);
  return fits ? undefined : invalid(field, text, `${body} should match '${pattern}'`);
}

/** Faults of a text: its length, pattern and format. */
export function stringFaults(field: string, text: string, schema: Bag): readonly FieldError[] {
  const shape = shapeFault(field, text, schema);
  const format = textOf(schema['format']);
  const body = `${field} in body`;
  return [
    ...(shape === undefined ? [] : [shape]),
    ...(format !== undefined && !hasFormat(format, text)
      ? [typeInvalid(field, text, `${body} must be of type ${format}: ${quoted(text)}`)]
      : []),
  ];
}

function boundText(word: string, bound: number, exclusive: boolean): string {
  return exclusive
    ? `should be ${word} than ${bound}`
    : `should be ${word} than or equal to ${bound}`;
}

function isMultiple(value: number, factor: number): boolean {
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

/** Faults of a number: its bounds and its factor. */
export function numberFaults(field: string, value: number, schema: Bag): readonly FieldError[] {
  const [min, max] = [limit(schema, 'minimum'), limit(schema, 'maximum')];
  const factor = limit(schema, 'multipleOf');
  const above = schema['exclusiveMinimum'] === true;
  const below = schema['exclusiveMaximum'] === true;
  const low = min !== undefined && (above ? value <= min : value < min);
  const high = max !== undefined && (below ? value >= max : value > max);
  const fault = (text: string) => invalid(field, value, `${field} in body ${text}`);
  return [
    ...(factor !== undefined && !isMultiple(value, factor)
      ? [fault(`should be a multiple of ${factor}`)]
      : []),
    ...(low ? [fault(boundText('greater', min, above))] : []),
    ...(high ? [fault(boundText('less', max, below))] : []),
  ];
}
