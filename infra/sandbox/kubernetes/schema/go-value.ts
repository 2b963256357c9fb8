import type { Json } from '../resource.ts';

/** A JSON value as Go prints it with `%v`, such as `map[name:a port:80]`. */
export function goValue(value: Json): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map((item: Json) => goValue(item)).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, entry]) => `${key}:${goValue(entry)}`).join(' ')}]`;
}

/** A JSON value as Go prints it with `%#v`, such as `map[string]interface {}{"port":80}`. */
export function goSyntax(value: Json): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[]interface {}{${value.map((item: Json) => goSyntax(item)).join(', ')}}`;
  }
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const fields = entries.map(([key, entry]) => `${JSON.stringify(key)}:${goSyntax(entry)}`);
  return `map[string]interface {}{${fields.join(', ')}}`;
}

/** The Go type of a decoded JSON value as `%T` prints it. */
export function goType(value: Json): string {
  if (value === null) return '<nil>';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}
