import { isJsonObject } from '../patch/merge-patch.ts';
import type { Json, JsonObject } from '../resource.ts';
import type { FieldSchema, ListSchema, ScalarSchema } from './field-schema.ts';
import { goSyntax, goType, goValue } from './go-value.ts';
import { displayElement, fieldElement, itemElement } from './path-element.ts';
import { childSchema } from './typed-view.ts';

/**
 * Why a value is none of its schema, one text a fault such as `.spec.foo: field not declared in schema`; empty if it is
 * one. Source: structured-merge-diff `typed.AsTyped`, whose words these are.
 */
export function typedFaults(schema: FieldSchema, value: Json, path = ''): readonly string[] {
  if (value === null) return [];
  switch (schema.kind) {
    case 'open':
      return [];
    case 'scalar':
      return scalarFaults(schema, value).map((fault) => at(path, fault));
    case 'list':
      return Array.isArray(value)
        ? listFaults(schema, value, path)
        : [at(path, `expected list, got &{${goValue(value)}}`)];
    case 'struct':
    case 'map':
      return isJsonObject(value)
        ? fieldFaults(schema, value, path)
        : [at(path, `expected map, got &{${goValue(value)}}`)];
  }
}

function at(path: string, fault: string): string {
  return path === '' ? fault : `${path}: ${fault}`;
}

function scalarFaults(schema: ScalarSchema, value: Json): readonly string[] {
  const anyScalar = typeof value !== 'object';
  if (isUntyped(schema)) {
    return anyScalar ? [] : [`expected any scalar, got &{${goValue(value)}}`];
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      if (typeof value === 'number') return [];
      return [`expected numeric (int or float), got ${goType(value)}`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`expected boolean, got &{${goValue(value)}}`];
    case 'string':
      if (typeof value === 'string') return [];
      return [`expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`];
    case 'intOrString':
      return anyScalar ? [] : [`expected any scalar, got &{${goValue(value)}}`];
  }
}

/** Named scalars such as Time and Quantity take any scalar in the merge schema of Kubernetes. */
function isUntyped(schema: ScalarSchema): boolean {
  return schema.definition !== undefined;
}

function listFaults(schema: ListSchema, items: readonly Json[], path: string): readonly string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const step =
      schema.listType === 'atomic' ? { element: `i:${index}` } : itemElement(schema, item);
    if ('fault' in step) return [...faults, at(path, `element ${index}: ${step.fault}`)];
    const shown = displayElement(step.element);
    if (seen.has(step.element)) faults.push(at(path, `duplicate entries for key ${shown}`));
    seen.add(step.element);
    faults.push(...typedFaults(schema.items, item, `${path}${shown}`));
  }
  return faults;
}

function fieldFaults(schema: FieldSchema, value: JsonObject, path: string): readonly string[] {
  const faults: string[] = [];
  for (const [name, entry] of Object.entries(value)) {
    const below = childSchema(schema, fieldElement(name));
    // The real walk of a map ends at its first undeclared field.
    if (below === undefined) return [...faults, `${path}.${name}: field not declared in schema`];
    faults.push(...typedFaults(below, entry, `${path}.${name}`));
  }
  return faults;
}

/** The faults as one text: alone, or one a line under `errors:`. */
export function faultText(faults: readonly string[]): string {
  if (faults.length === 1) return faults[0] ?? '';
  return ['errors:', ...faults.map((fault) => `  ${fault}`)].join('\n');
}
