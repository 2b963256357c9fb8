import { scanJson } from '../../verbs/scan-json.ts';

const JSON_TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'bool'],
]);

/** Why Go reads no JSON object from a text, in its words; undefined if it does. Source: `json.Unmarshal` into a map. */
export function jsonObjectFault(text: string): string | undefined {
  const scan = scanJson(text);
  if ('fault' in scan) return scan.fault;
  const value: unknown = JSON.parse(text);
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
  const type = JSON_TYPES.get(typeof value) ?? 'array';
  return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
}
