import { isMap, isScalar, parseDocument, visit } from 'yaml';

/**
 * Reads YAML 1.2; throws what its parser throws, and an error for a mapping with a key that is no plain value or stands there twice. Takes
 * time in proportion to the text's length or its square, whoever wrote it: keys that are mappings themselves would take far more, and the
 * parser compares each key with all others. A module of its own, so that a bundle can load the parser lazily: a dynamic import of a
 * CommonJS package has no named exports there.
 */
export const parseYaml = (source: string): unknown => {
  const document = parseDocument(source, { uniqueKeys: false, logLevel: 'error' });
  const [fault] = document.errors;
  if (fault !== undefined) throw fault;
  visit(document, (_place, node) => {
    if (isMap(node)) checkKeys(node.items.map(({ key }) => key));
  });
  return document.toJS();
};

const checkKeys = (keys: readonly unknown[]): void => {
  const seen = new Set<unknown>();
  for (const key of keys) {
    if (!isScalar(key)) throw new Error('a key is no plain value');
    if (seen.has(key.value)) throw new Error('a key stands there twice');
    seen.add(key.value);
  }
};
