import type { Json } from '../resource.ts';
import type { FieldSchema, ScalarSchema } from './field-schema.ts';

/** The Go type of a field as decoding errors name it, such as `[]v1.ServicePort`. */
export function goTypeName(schema: FieldSchema): string {
  switch (schema.kind) {
    case 'scalar':
      return scalarTypeName(schema);
    case 'list':
      return `[]${goTypeName(schema.items)}`;
    case 'map':
      return schema.goType ?? `map[string]${goTypeName(schema.values)}`;
    case 'struct':
      return schema.definition?.split('.').slice(-2).join('.') ?? 'map[string]interface {}';
    case 'open':
      return 'interface {}';
  }
}

function scalarTypeName(schema: ScalarSchema): string {
  if (schema.goType !== undefined) return schema.goType;
  if (schema.definition !== undefined) return schema.definition.split('.').slice(-2).join('.');
  if (schema.format === 'byte') return '[]uint8';
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'integer':
      return schema.format ?? 'int64';
    case 'number':
      return 'float64';
    case 'intOrString':
      return 'intstr.IntOrString';
  }
}

/** The kind of a JSON value as decoding errors name it. */
export function jsonKindName(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
