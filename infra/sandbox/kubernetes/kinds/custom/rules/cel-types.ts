import type { Environment } from '@marcbachmann/cel-js';
import { type Bag, bagOf, isBag } from '../../object/json-access.ts';

/** Words that CEL keeps for itself. Source: the grammar of CEL, as `apiservercel.Escape` has it. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for', 'function'],
  ...['if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

/**
 * The name under which rules know a property; undefined for one that they can't name.
 * Source: `apiservercel.Escape`.
 */
export function celName(property: string): string | undefined {
  if (KEYWORDS.has(property)) return `__${property}__`;
  if (!/^[A-Za-z_][\w./-]*$/.test(property)) return undefined;
  return property
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
}

const SCALARS: { readonly [type: string]: string } = {
  boolean: 'bool',
  integer: 'int',
  number: 'double',
  string: 'string',
};

const TIMES: { readonly [format: string]: string } = {
  byte: 'bytes',
  date: 'google.protobuf.Timestamp',
  'date-time': 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
};

/** Properties that every object has at its root, whatever its schema says. */
const META = {
  apiVersion: 'string',
  kind: 'string',
  metadata: 'ObjectMeta',
} as const;

type TypeNames = { readonly env: Environment; count: number };

/**
 * Declares the CEL type of what a schema describes, and all types below it; `isRoot` adds what every object has. Returns the
 * type's name.
 */
export function declareType(env: Environment, schema: Bag, isRoot: boolean): string {
  if (isRoot) {
    env.registerType('ObjectMeta', { schema: { name: 'string', generateName: 'string' } });
    comparable(env, 'ObjectMeta');
  }
  return typeOf({ env, count: 0 }, schema, isRoot);
}

function typeOf(names: TypeNames, schema: Bag, isRoot: boolean): string {
  const { type, format, additionalProperties, items } = schema;
  if (schema['x-kubernetes-int-or-string'] === true) return 'dyn';
  if (type === 'string' && typeof format === 'string' && Object.hasOwn(TIMES, format))
    return TIMES[format] ?? 'string';
  if (typeof type === 'string' && Object.hasOwn(SCALARS, type)) return SCALARS[type] ?? 'dyn';
  if (type === 'array') return `list<${isBag(items) ? typeOf(names, items, false) : 'dyn'}>`;
  if (isBag(additionalProperties))
    return `map<string, ${typeOf(names, additionalProperties, false)}>`;
  return type === 'object' ? declareObject(names, schema, isRoot) : 'dyn';
}

function declareObject(names: TypeNames, schema: Bag, isRoot: boolean): string {
  const properties = Object.entries(bagOf(schema['properties']));
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (properties.length === 0 && isOpen) return 'dyn';
  const named = properties.flatMap(([property, child]) => {
    const name = celName(property);
    return name === undefined ? [] : [[name, typeOf(names, bagOf(child), false)] as const];
  });
  names.count += 1;
  const type = `Object${names.count}`;
  names.env.registerType(type, {
    schema: { ...Object.fromEntries(named), ...(isRoot ? META : {}) },
  });
  comparable(names.env, type);
  return type;
}

/** Objects of one type can be compared; expressions are only checked against these types, never run on them. */
function comparable(env: Environment, type: string): void {
  env.registerOperator(`${type} == ${type}`, () => false);
}
