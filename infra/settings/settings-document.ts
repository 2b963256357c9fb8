import { functionVariables } from '../../lib/config/settings.ts';
import type { JsonSchema } from './json-schema.ts';
import { variables } from './variables.ts';

/** A table's place in docs/settings.md; the comment that opens it names the keys at the top of the file that it shows. */
const table = /(<!-- settings: ([^>]*?) -->\n)[\s\S]*?(<!-- end -->)/g;

/** docs/settings.md with every table made anew from the JSON schema; what stands between the tables stays. */
export const withTables = (document: string, schema: JsonSchema): string =>
  document.replaceAll(
    table,
    (_all, begin: string, keys: string, end: string) =>
      `${begin}\n${tableOf(keys.split(' '), schema)}\n\n${end}`,
  );

/** The keys at the top of the file that the tables of a document show, each as often as it does. */
export const keysShown = (document: string): readonly string[] =>
  [...document.matchAll(table)].flatMap(([, , keys = '']) => keys.split(' '));

type Row = { readonly path: string; readonly schema: JsonSchema; readonly required: boolean };

const tableOf = (keys: readonly string[], schema: JsonSchema): string => {
  const rows = keys.flatMap((key) => rowsAt(key, schema, ''));
  return [
    '| setting | type | default | meaning | read by |',
    '|---|---|---|---|---|',
    ...rows.map(lineOf),
  ].join('\n');
};

const rowsAt = (key: string, parent: JsonSchema, place: string): readonly Row[] => {
  const schema = parent.properties?.[key];
  if (schema === undefined) throw new Error(`Cannot write docs/settings.md: no setting ${key}`);
  const path = `${place}${key}`;
  const required = requiredIn(parent).includes(key);
  const item = schema.items ?? schema;
  const inner = Object.keys(item.properties ?? {});
  const innerPlace = schema.items === undefined ? `${path}.` : `${path}[].`;
  return [{ path, schema, required }, ...inner.flatMap((each) => rowsAt(each, item, innerPlace))];
};

const requiredIn = (schema: JsonSchema): readonly string[] => schema.required ?? [];

const lineOf = ({ path, schema, required }: Row): string =>
  `| \`${path}\` | ${typeOf(path, schema)} | ${otherwise(schema, required)} | ${schema.description ?? ''} | ${readers(path, schema)} |`;

const typeOf = (path: string, schema: JsonSchema): string => {
  if (schema.anyOf !== undefined)
    return schema.anyOf.map((each) => typeOf(path, each)).join('; or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return `${wordsOf(schema.enum)}${unitOf(path)}`;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole ' : ''}number, ${schema.minimum} to ${schema.maximum}${unitOf(path)}`;
    case 'boolean':
      return '`true` or `false`';
    case 'array':
      return schema.items?.properties === undefined ? 'list of text' : 'list of groups';
    case 'object':
      return schema.properties === undefined ? mapOf(schema) : 'group';
    default:
      return 'text';
  }
};

const wordsOf = (words: readonly unknown[]): string => {
  const texts = words.map((word) => (typeof word === 'string' ? `\`"${word}"\`` : String(word)));
  return [texts.slice(0, -1).join(', '), texts.at(-1)].join(' or ');
};

const mapOf = ({ additionalProperties }: JsonSchema): string =>
  additionalProperties && additionalProperties.type === 'array'
    ? 'lists of text by name'
    : 'text by name';

const units: readonly (readonly [suffix: string, unit: string])[] = [
  ['PerSecond', ' a second'],
  ['Seconds', ' seconds'],
  ['Minutes', ' minutes'],
  ['Days', ' days'],
  ['Ms', ' ms'],
];

const unitOf = (path: string): string => units.find(([suffix]) => path.endsWith(suffix))?.[1] ?? '';

const otherwise = (schema: JsonSchema, required: boolean): string => {
  if (required) return 'required';
  if (schema.default === undefined || schema.properties !== undefined) return '';
  return `\`${JSON.stringify(schema.default)}\``;
};

/** A group itself is read by nobody, only what stands in it. */
const readers = (path: string, schema: JsonSchema): string => {
  if ((schema.items ?? schema).properties !== undefined) return '';
  const made = Object.entries(variables)
    .filter(([, { of }]) => of.includes(path))
    .map(([name]) => name);
  const functions = Object.entries(functionVariables)
    .filter(([, names]) => made.some((name) => names.includes(name)))
    .map(([name]) => name);
  if (functions.length === Object.keys(functionVariables).length) return 'all functions';
  return functions.length === 0 ? 'the stack' : functions.join(', ');
};
