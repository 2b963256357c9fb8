import { printedStruct } from '../faults/go-value.ts';
import { bagOf, isBag, textOf } from '../object/json-access.ts';

const REFERENCE: readonly (readonly [go: string, json: string])[] = [
  ['Kind', 'kind'],
  ['Namespace', 'namespace'],
  ['Name', 'name'],
  ['UID', 'uid'],
  ['APIVersion', 'apiVersion'],
  ['ResourceVersion', 'resourceVersion'],
  ['FieldPath', 'fieldPath'],
];

const SOURCE: readonly (readonly [go: string, json: string])[] = [
  ['Component', 'component'],
  ['Host', 'host'],
];

function inOrder(fields: readonly (readonly [go: string, json: string])[], value: unknown): string {
  const bag = bagOf(value);
  const entries = fields.map(([go, json]) => [go, textOf(bag[json]) ?? '']);
  return printedStruct(Object.fromEntries(entries));
}

/** A moment as Go writes it: whole seconds, or microseconds where the field has them. */
function printedTime(value: unknown, micro: boolean): string {
  const text = textOf(value);
  if (text === undefined) return 'null';
  const whole = new Date(text).toISOString().slice(0, 19);
  const fraction = /\.(\d{1,6})/.exec(text)?.[1] ?? '';
  return `"${whole}${micro ? `.${fraction.padEnd(6, '0')}` : ''}Z"`;
}

/** A field of an event as messages print it; undefined for those that print as plain JSON does. Source: `json.Marshal`. */
export function printedEventField(field: string, value: unknown): string | undefined {
  switch (field) {
    case 'involvedObject':
      return inOrder(REFERENCE, value);
    case 'related':
      return isBag(value) ? inOrder(REFERENCE, value) : 'null';
    case 'source':
      return inOrder(SOURCE, value);
    case 'firstTimestamp':
    case 'lastTimestamp':
      return printedTime(value, false);
    case 'eventTime':
      return printedTime(value, true);
    case 'count':
      return String(value ?? 0);
    default:
      return undefined;
  }
}
