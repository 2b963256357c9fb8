import type { KubeObject } from '../resource.ts';
import { badRequest } from '../status/faults.ts';

/** One `field=value` term of a field selector. */
export type FieldTerm = {
  readonly path: string;
  readonly negative: boolean;
  readonly value: string;
};

/**
 * Reads a field selector such as `metadata.name=web,involvedObject.kind!=Pod`.
 * Throws a 400 in the words of the API on a bad form or an unsupported field. Source: `fields.ParseSelector`.
 */
export function parseFieldSelector(
  text: string,
  selectable: readonly string[],
): readonly FieldTerm[] {
  return splitTerms(text)
    .filter((term) => term !== '')
    .map((term) => readTerm(term, text, selectable));
}

/** Tells whether an object meets all terms; an absent field reads as the empty string. */
export function matchesFields(terms: readonly FieldTerm[], object: KubeObject): boolean {
  return terms.every(({ path, negative, value }) => (valueAt(object, path) === value) !== negative);
}

/** The one name that a selector asks for, if it does. */
export function selectedName(terms: readonly FieldTerm[]): string | undefined {
  return terms.find(({ path, negative }) => path === 'metadata.name' && !negative)?.value;
}

function splitTerms(text: string): readonly string[] {
  const terms: string[] = [];
  let current = '';
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if (char === '\\') {
      current += char + (text[index + 1] ?? '');
      index += 1;
    } else if (char === ',') {
      terms.push(current);
      current = '';
    } else {
      current += char;
    }
  }
  return [...terms, current];
}

function readTerm(term: string, whole: string, selectable: readonly string[]): FieldTerm {
  const match = /^([^!=]+)(!=|==|=)(.*)$/s.exec(term);
  if (match === null) {
    throw badRequest(`invalid selector: '${whole}'; can't understand '${term}'`);
  }
  const path = match[1] ?? '';
  const supported = ['metadata.name', 'metadata.namespace', ...selectable];
  if (!supported.includes(path)) throw badRequest(`field label not supported: ${path}`);
  const value = (match[3] ?? '').replace(/\\([\\,=])/g, '$1');
  return { path, negative: match[2] === '!=', value };
}

function valueAt(object: KubeObject, path: string): string {
  let value: unknown = object;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null) return '';
    value = Reflect.get(value, part);
  }
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return '';
  }
}
