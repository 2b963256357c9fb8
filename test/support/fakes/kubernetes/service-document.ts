import { isJsonObject, type Json, type JsonObject } from '../../../../lib/core/model/json.ts';

/** The fields of a Service that managers own: labels, annotations and spec. */
export type ServiceDocument = {
  readonly labels: { readonly [key: string]: string };
  readonly annotations: { readonly [key: string]: string };
  readonly spec: JsonObject;
};

/** The leaves of a document by path; a path is the JSON text of its FieldsV1 elements. */
export type Leaves = ReadonlyMap<string, Json>;

/** Takes a document apart as FieldsV1 does: ports keyed by port and protocol, `selector` and other lists as one value. */
export const flatten = (document: ServiceDocument): Leaves => {
  const leaves = new Map<string, Json>();
  for (const part of ['labels', 'annotations'] as const)
    for (const [key, value] of Object.entries(document[part]))
      leaves.set(pathText(['f:metadata', `f:${part}`, `f:${key}`]), value);
  flattenObject(document.spec, ['f:spec'], leaves);
  return leaves;
};

/** Puts a document together again; ports come in the order in which they were set. */
export const unflatten = (leaves: Leaves): ServiceDocument => {
  const root: MutableObject = {};
  for (const [text, value] of leaves) setLeaf(root, parsePath(text), value);
  const metadata = childOf(root, 'metadata');
  const spec = childOf(root, 'spec');
  const ports = spec['ports'];
  return {
    labels: textsOf(metadata['labels']),
    annotations: textsOf(metadata['annotations']),
    spec: isJsonObject(ports) ? { ...spec, ports: Object.values(ports) } : spec,
  };
};

/** FieldsV1 of a set of paths; the same object for the same paths, as thousands of copies have the same. */
export const toFieldsV1 = (paths: Iterable<string>): JsonObject => {
  const sorted = [...paths].sort();
  return remember(fieldsOf, sorted.join('\n'), () => {
    const root: MutableObject = {};
    for (const text of sorted) {
      let place = root;
      for (const element of parsePath(text)) place = childOf(place, element);
    }
    return root;
  });
};

/** The path of the list item that a path lies in, with itself as `.`; undefined if it lies in none. */
export const itemOf = (text: string): string | undefined => {
  const path = parsePath(text);
  const at = path.findIndex((element) => element.startsWith('k:'));
  return at < 0 ? undefined : pathText([...path.slice(0, at + 1), '.']);
};

type MutableObject = { [key: string]: Json };

const fieldsOf = new Map<string, JsonObject>();
const textOf = new Map<string, string>();
const pathOf = new Map<string, readonly string[]>();

const remember = <Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
};

const pathText = (path: readonly string[]): string => {
  const text = JSON.stringify(path);
  return remember(textOf, text, () => text);
};

// Only `pathText` writes these texts.
const parsePath = (text: string): readonly string[] =>
  remember(pathOf, text, () => JSON.parse(text) as readonly string[]);

const flattenObject = (
  object: JsonObject,
  prefix: readonly string[],
  leaves: Map<string, Json>,
): void => {
  for (const [name, value] of Object.entries(object)) {
    const path = [...prefix, `f:${name}`];
    if (name === 'ports' && Array.isArray(value)) flattenPorts(value, path, leaves);
    else if (name !== 'selector' && isJsonObject(value) && Object.keys(value).length > 0)
      flattenObject(value, path, leaves);
    else leaves.set(pathText(path), value);
  }
};

const flattenPorts = (
  ports: readonly Json[],
  prefix: readonly string[],
  leaves: Map<string, Json>,
): void => {
  for (const port of ports) {
    if (!isJsonObject(port)) continue;
    const key = JSON.stringify({ port: port['port'], protocol: port['protocol'] ?? 'TCP' });
    const path = [...prefix, `k:${key}`];
    leaves.set(pathText([...path, '.']), null);
    for (const [name, value] of Object.entries(port)) {
      leaves.set(pathText([...path, `f:${name}`]), value);
    }
  }
};

const setLeaf = (root: MutableObject, path: readonly string[], value: Json): void => {
  let place = root;
  for (const element of path.slice(0, -1)) place = childOf(place, plain(element));
  const last = path.at(-1) ?? '.';
  if (last !== '.') place[plain(last)] = value;
};

const plain = (element: string): string => (element.startsWith('f:') ? element.slice(2) : element);

const childOf = (parent: MutableObject, name: string): MutableObject => {
  const existing = parent[name];
  // Every object below `root` was made here, so it is ours to change.
  if (isJsonObject(existing)) return existing as MutableObject;
  const child: MutableObject = {};
  parent[name] = child;
  return child;
};

const textsOf = (value: Json | undefined): { readonly [key: string]: string } => {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
};
