import { quoted } from '../faults/go-value.ts';
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

function printedStruct(
  type: string,
  fields: readonly (readonly [go: string, json: string])[],
  value: unknown,
): string {
  const bag = bagOf(value);
  const texts = fields.map(([go, json]) => `${go}:${quoted(textOf(bag[json]) ?? '')}`);
  return `core.${type}{${texts.join(', ')}}`;
}

/** A moment as Go prints it, such as `2026-01-02 03:04:05.6 +0000 UTC`. */
function printedTime(value: unknown): string {
  const text = textOf(value);
  if (text === undefined) return '0001-01-01 00:00:00 +0000 UTC';
  const [date = '', clock = ''] = new Date(text).toISOString().slice(0, 19).split('T');
  const fraction = /\.(\d*?)0*(?:[Zz]|[+-])/.exec(text)?.[1] ?? '';
  return `${date} ${clock}${fraction === '' ? '' : `.${fraction}`} +0000 UTC`;
}

/** A field of an event as messages print it; undefined for those that print as plain JSON does. Source: Go's `%#v`. */
export function printedEventField(field: string, value: unknown): string | undefined {
  switch (field) {
    case 'involvedObject':
      return printedStruct('ObjectReference', REFERENCE, value);
    case 'related':
      return isBag(value) ? printedStruct('ObjectReference', REFERENCE, value) : '"null"';
    case 'source':
      return printedStruct('EventSource', SOURCE, value);
    case 'firstTimestamp':
    case 'lastTimestamp':
    case 'eventTime':
      return printedTime(value);
    case 'count':
      return String(value ?? 0);
    default:
      return undefined;
  }
}
