const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

function escapeRune(rune: string): string {
  const known = ESCAPES.get(rune);
  if (known !== undefined) return known;
  if (PRINTABLE.test(rune)) return rune;
  const code = rune.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}

/** A string as the API's messages quote it. Source: Go's `%q` verb. */
export function quoted(text: string): string {
  return `"${[...text].map(escapeRune).join('')}"`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
}

/** A value whose fields have a fixed order, as the API's messages print it. Source: `json.Marshal` of a Go struct. */
export function printedStruct(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
}

/** Any other value as the API's messages print it: the keys of maps sorted. Source: `json.Marshal` of a Go map. */
export function printedJson(value: unknown): string {
  return printedStruct(sorted(value));
}
