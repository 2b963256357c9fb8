import type { Json, JsonObject } from './conversation.ts';

/** Puts placeholders for what an API server makes up: uids, versions, times, addresses, ports, names. */
export type Mask = (value: Json) => Json;

const uid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const address = /\b10\.96\.\d+\.\d+\b|\bfd00:10:96::[0-9a-f]+\b/g;
/** Those that a dry run pretends to give lie beyond the range. */
const nodePort = /\b3[0-2]\d{3}\b/g;
const pointer = /\b0x[0-9a-f]{6,}\b/g;
/** Versions that messages tell. */
const statedVersion =
  /(?<=ResourceVersion in (?:precondition|object meta): |ResourceVersion in the precondition \(|ResourceVersion in record \(|resourceVersion\\?":\\?")\d+/g;
/** Where etcd keeps an object, below a prefix that is the server's own. */
const storageKey = /(?<=Key: \/)[a-z]+(?=\/)/;
/** The age column of a table. */
const age = /^(?:\d+[smh]){1,2}$/;
/** Groups of definitions, and of what the conversations define. */
const isSchemaGroup = /^apiextensions\.k8s\.io$|\.example\.com$/;
/** How much of a `generateName` a name keeps before its five characters. */
const longestBase = 58;

/**
 * A mask for one conversation: whatever stands in its own text is left as it is, equal things get equal placeholders, so that
 * answers stay comparable across their steps.
 */
export const createMask = (given: string, namespace: string): Mask => {
  const numbered = createNumbers(given);
  const unlessGiven = (label: string) => (found: string) => (given.includes(found) ? found : label);
  const unnamed = createUnnamed(given);
  const text = (value: string): string =>
    unnamed(value)
      .replaceAll(namespace, '$NS')
      .replace(uid, numbered('uid'))
      .replace(time, unlessGiven('<time>'))
      .replace(statedVersion, numbered('version'))
      .replace(storageKey, 'registry')
      .replace(address, numbered('address'))
      .replace(nodePort, numbered('port'))
      .replace(pointer, '<pointer>')
      .replace(age, unlessGiven('<age>'));
  const port = (value: number): Json => {
    const masked = value >= 30_000 && value < 33_000 ? numbered('port')(`${value}`) : '';
    return masked.startsWith('<') ? masked : value;
  };
  const field = (name: string, value: Json): Json => {
    // Managers are in the order of their times, which the clock decides.
    if (name === 'managedFields' && Array.isArray(value)) return value.map(mask).sort(byText);
    if (typeof value !== 'string' || value === '') return mask(value);
    if (name === 'resourceVersion') return /^\d+$/.test(value) ? numbered('version')(value) : value;
    return name === 'continue' ? '<continue>' : mask(value);
  };
  const object = (value: JsonObject): Json => {
    const entries = Object.entries(unordered(undescribed(undated(value))));
    const sorted = entries.sort(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, each]) => [text(name), field(name, each)]));
  };
  const mask: Mask = (value) => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return port(value);
    if (Array.isArray(value)) return value.map(mask);
    return isObject(value) ? object(value) : value;
  };
  return mask;
};

const byText = (one: Json, other: Json): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

const createNumbers = (given: string) => {
  const known = new Map<string, Map<string, string>>();
  return (kind: string) =>
    (found: string): string => {
      if (kind !== 'version' && given.includes(found)) return found;
      const labels = known.get(kind) ?? new Map<string, string>();
      known.set(kind, labels);
      const label = labels.get(found) ?? `<${kind} ${labels.size + 1}>`;
      labels.set(found, label);
      return label;
    };
};

/** Puts five letters for those that a server gives to a name. */
const createUnnamed = (given: string) => {
  const bases = [...given.matchAll(/"generateName":"([\w-]+)"/g)].map(([, base = '']) =>
    base.slice(0, longestBase),
  );
  return (value: string): string =>
    bases.reduce(
      (text, base) =>
        text.replaceAll(new RegExp(`${base}[a-z0-9]{5}(?![a-z0-9])`, 'g'), `${base}xxxxx`),
      value,
    );
};

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The version of a list is the server's, which others move on; that of an object is its own. */
const undated = (object: JsonObject): JsonObject => {
  const { metadata, items, rows } = object;
  if ((items === undefined && rows === undefined) || !isObject(metadata)) return object;
  return { ...object, metadata: { ...metadata, resourceVersion: '<version>' } };
};

/** Faults of what a schema says of properties come in an order of chance: Go's maps have none. */
const unordered = (object: JsonObject): JsonObject => {
  const { details, message } = object;
  if (!isObject(details) || !Array.isArray(details['causes'])) return object;
  const { causes, group } = details;
  if (!isSchemaGroup.test(String(group)) || causes.length < 2) return object;
  const texts = causes.map((cause: Json) =>
    isObject(cause) ? `${cause['field']}: ${cause['message']}` : '',
  );
  const [head = ''] = String(message).split(' is invalid: ');
  const isTold = texts.every((each) => String(message).includes(each));
  return {
    ...object,
    details: { ...details, causes: causes.toSorted(byText) },
    ...(isTold ? { message: `${head} is invalid: <its causes>` } : {}),
  };
};

/** Nobody reads the words that describe a column, or the hash of a storage version. */
const undescribed = ({ storageVersionHash: _, ...object }: JsonObject): JsonObject => {
  const { columnDefinitions } = object;
  if (!Array.isArray(columnDefinitions)) return object;
  const columns = columnDefinitions.map((column: Json) =>
    isObject(column) ? { ...column, description: '<text>' } : column,
  );
  return { ...object, columnDefinitions: columns };
};
