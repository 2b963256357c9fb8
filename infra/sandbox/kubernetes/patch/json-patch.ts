import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../resource.ts';
import { isJsonObject } from './merge-patch.ts';

/** A JSON patch with an operation that is malformed or does not apply to its document. */
export class JsonPatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonPatchError';
  }
}

/**
 * Applies the operations of a JSON patch and returns the new document; the old one is untouched.
 * Throws JsonPatchError if an operation is malformed, its path is missing or its test fails. Source: RFC 6902, as
 * `evanphx/json-patch` v4 has it.
 */
export function jsonPatch(document: Json, patch: readonly Json[]): Json {
  return patch.reduce<Json>(applyOperation, document);
}

function applyOperation(document: Json, operation: Json): Json {
  if (!isJsonObject(operation)) {
    throw new JsonPatchError('Invalid operation: not an object');
  }
  const path = pointer(operation, 'path');
  switch (operation['op']) {
    case 'add':
      return add(document, path, operand(operation));
    case 'replace':
      return replace(document, path, operand(operation));
    case 'remove':
      return remove(document, path);
    case 'test':
      return test(document, path, operation['value'] ?? null);
    case 'move': {
      const from = pointer(operation, 'from');
      return add(remove(document, from), path, required(document, from, 'move'));
    }
    case 'copy':
      return add(document, path, required(document, pointer(operation, 'from'), 'copy'));
    default:
      throw new JsonPatchError(`Unexpected kind: ${JSON.stringify(operation['op'] ?? null)}`);
  }
}

function operand(operation: { readonly [key: string]: Json }): Json {
  const value = operation['value'];
  if (value === undefined) {
    throw new JsonPatchError('Invalid operation: missing value');
  }
  return value;
}

function pointer(operation: { readonly [key: string]: Json }, field: string): readonly string[] {
  const text = operation[field];
  if (typeof text !== 'string' || (text !== '' && !text.startsWith('/'))) {
    throw new JsonPatchError(`Invalid operation: bad ${field}`);
  }
  const parts = text.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function missing(verb: string, path: readonly string[]): JsonPatchError {
  return new JsonPatchError(
    `${verb} operation does not apply: doc is missing path: "/${path.join('/')}": missing value`,
  );
}

function lookup(document: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const part of path) {
    if (Array.isArray(value)) value = /^\d+$/.test(part) ? value[Number(part)] : undefined;
    else if (isJsonObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

function required(document: Json, path: readonly string[], verb: string): Json {
  const value = lookup(document, path);
  if (value === undefined) throw missing(verb, path);
  return value;
}

function test(document: Json, path: readonly string[], wanted: Json): Json {
  const actual = lookup(document, path) ?? null;
  if (isDeepStrictEqual(actual, wanted)) return document;
  throw new JsonPatchError(`testing value /${path.join('/')} failed: test failed`);
}

/** Rebuilds the containers along a path with the last one changed by `edit`. */
function rebuild(
  document: Json,
  path: readonly string[],
  verb: string,
  edit: (container: Json, key: string) => Json,
): Json {
  const [head, ...rest] = path;
  if (head === undefined) throw missing(verb, path);
  if (rest.length === 0) return edit(document, head);
  const child = lookup(document, [head]);
  if (child === undefined || child === null) throw missing(verb, path);
  const next = rebuild(child, rest, verb, edit);
  if (Array.isArray(document)) return document.with(Number(head), next);
  return isJsonObject(document) ? { ...document, [head]: next } : document;
}

function add(document: Json, path: readonly string[], value: Json): Json {
  if (path.length === 0) return value;
  return rebuild(document, path, 'add', (container, key) => {
    if (Array.isArray(container)) {
      const index = key === '-' ? container.length : listIndex(key, container.length + 1, 'add');
      return container.toSpliced(index, 0, value);
    }
    if (isJsonObject(container)) return { ...container, [key]: value };
    throw missing('add', path);
  });
}

function replace(document: Json, path: readonly string[], value: Json): Json {
  if (path.length === 0) return value;
  return rebuild(document, path, 'replace', (container, key) => {
    if (Array.isArray(container))
      return container.with(listIndex(key, container.length, 'replace'), value);
    // A field that is not there is added, whatever RFC 6902 says.
    return isJsonObject(container) ? { ...container, [key]: value } : container;
  });
}

function remove(document: Json, path: readonly string[]): Json {
  required(document, path, 'remove');
  return rebuild(document, path, 'remove', (container, key) => {
    if (Array.isArray(container)) return container.toSpliced(Number(key), 1);
    if (!isJsonObject(container)) return container;
    const { [key]: _removed, ...rest } = container;
    return rest;
  });
}

function listIndex(key: string, length: number, verb: string): number {
  const index = /^\d+$/.test(key) ? Number(key) : Number.NaN;
  if (index < length) return index;
  throw new JsonPatchError(
    `${verb} operation does not apply: Unable to access invalid index: ${key}: invalid index referenced`,
  );
}
