import { parse } from 'yaml';

/**
 * Reads YAML 1.2; throws what its parser throws. A module of its own, so that a bundle can load the parser lazily: a dynamic import of
 * a CommonJS package has no named exports there.
 */
export const parseYaml = (source: string): unknown => parse(source);
