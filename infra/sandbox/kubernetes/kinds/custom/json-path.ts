import { type Bag, isBag } from '../object/json-access.ts';
import { type PathStep, parseSteps } from './json-path-steps.ts';

/** Finds the values that a path leads to in a JSON value; missing keys lead to none. */
export type JsonPath = (root: unknown) => readonly unknown[];

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isBag(value)
    ? Object.keys(value)
        .toSorted()
        .map((key) => value[key])
    : [];
}

function descendantsOf(value: unknown): readonly unknown[] {
  return [value, ...childrenOf(value).flatMap(descendantsOf)];
}

function sliceOf(list: readonly unknown[], step: Extract<PathStep, { kind: 'slice' }>) {
  const bound = (index: number) => (index < 0 ? list.length + index : index);
  const from = bound(step.from ?? 0);
  const to = bound(step.to ?? list.length);
  return list.slice(from, to).filter((_item, index) => index % step.every === 0);
}

function fieldOf(value: unknown, name: string): readonly unknown[] {
  if (!isBag(value)) return [];
  return Object.hasOwn(value, name) ? [value[name]] : [];
}

function compare(left: unknown, operator: string, right: unknown): boolean {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  const comparable = typeof left === typeof right && (isNumber(left) || typeof left === 'string');
  if (!comparable) return false;
  const [a, b] = [left as string | number, right as string | number];
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    default:
      return a >= b;
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function passes(item: unknown, step: Extract<PathStep, { kind: 'filter' }>): boolean {
  const [found] = walk(step.left, [item]);
  if (step.operator === undefined) return walk(step.left, [item]).length > 0;
  const right = step.right.kind === 'literal' ? step.right.value : walk(step.right.path, [item])[0];
  return found !== undefined && compare(found, step.operator, right);
}

function take(step: PathStep, value: unknown): readonly unknown[] {
  switch (step.kind) {
    case 'field':
      return fieldOf(value, step.name);
    case 'wildcard':
      return childrenOf(value);
    case 'descend':
      return descendantsOf(value);
    case 'slice':
      return Array.isArray(value) ? sliceOf(value, step) : [];
    case 'index': {
      if (!Array.isArray(value)) return [];
      const index = step.index < 0 ? value.length + step.index : step.index;
      return index in value ? [value[index]] : [];
    }
    case 'filter':
      return Array.isArray(value) ? value.filter((item) => passes(item, step)) : [];
    case 'union':
      return step.paths.flatMap((path) => walk(path, [value]));
  }
}

function walk(path: readonly PathStep[], values: readonly unknown[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (found, step) => found.flatMap((value) => take(step, value)),
    values,
  );
}

/**
 * Reads a JSONPath as `additionalPrinterColumns` state it, such as `.status.conditions[?(@.type=="Ready")].status`;
 * undefined if it is malformed. Source: the `jsonpath` package of client-go.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  const steps = parseSteps(text);
  return steps === undefined ? undefined : (root: unknown) => walk(steps, [root]);
}

/** The first value that a path leads to, undefined if there is none. */
export function firstAt(path: JsonPath, root: Bag): unknown {
  return path(root)[0];
}
