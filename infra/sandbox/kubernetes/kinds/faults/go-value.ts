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

/** A list of strings as the API's messages print it, such as `[]string{"a", "b"}`. Source: Go's `%#v` verb. */
export function stringList(values: readonly string[] | undefined, type = 'string'): string {
  if (values === undefined) return `[]${type}(nil)`;
  return `[]${type}{${values.map(quoted).join(', ')}}`;
}

function goMap(entries: readonly (readonly [string, unknown])[]): string {
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const printed = sorted.map(([key, value]) => `${quoted(key)}:${goValue(value)}`);
  return `map[string]interface {}{${printed.join(', ')}}`;
}

/** Decoded JSON as the API's messages print it. Source: Go's `%#v` verb on `map[string]interface {}` trees. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goValue).join(', ')}}`;
  return goMap(Object.entries(value));
}
