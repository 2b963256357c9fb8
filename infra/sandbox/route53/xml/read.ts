import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { ApiError } from '../api-error.ts';

/** One element of a request: text, or elements by name. */
export type XmlElement = string | { readonly [name: string]: unknown };

const repeated = new Set(['Change', 'ResourceRecord']);

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  processEntities: false,
  trimValues: false,
  isArray: (name) => repeated.has(name),
});

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const malformed = (message: string): ApiError => new ApiError('MalformedInput', message);

const decodeEntity = (whole: string, entity: string): string => {
  const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(entity);
  const code =
    number === null
      ? undefined
      : Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10);
  if (code !== undefined && code <= 0x10_ff_ff) return String.fromCodePoint(code);
  const named = namedEntities[entity];
  if (named === undefined) throw malformed(`Invalid XML: unknown entity ${whole}`);
  return named;
};

const decodeText = (text: string): string => text.replace(/&([^;&\s]*);/g, decodeEntity);

const isElement = (value: unknown): value is XmlElement =>
  typeof value === 'string' || (typeof value === 'object' && value !== null);

/** The element of this name inside another, or nothing. */
export const childOf = (parent: XmlElement | undefined, name: string): XmlElement | undefined => {
  if (parent === undefined || typeof parent === 'string' || !Object.hasOwn(parent, name)) {
    return undefined;
  }
  const value = parent[name];
  return isElement(value) ? value : undefined;
};

/** The elements of a list, `<Parent><Name/><Name/></Parent>`; none for an absent parent. */
export const childrenOf = (parent: XmlElement | undefined, name: string): readonly XmlElement[] => {
  const list: unknown = childOf(parent, name);
  return Array.isArray(list) ? list.filter(isElement) : [];
};

/** The decoded text of the element of this name, or nothing. */
export const textOf = (parent: XmlElement | undefined, name: string): string | undefined => {
  const child = childOf(parent, name);
  return typeof child === 'string' ? decodeText(child) : undefined;
};

/**
 * Reads a request body whose root element must have this name.
 *
 * @throws ApiError `MalformedInput` for anything but well-formed XML without a document type
 */
export const readXml = (body: string, root: string): XmlElement => {
  if (body.includes('<!DOCTYPE') || XMLValidator.validate(body) !== true) {
    throw malformed('Unable to parse request body');
  }
  const parsed: unknown = parser.parse(body);
  const tree = isElement(parsed) ? parsed : '';
  const element = childOf(tree, root);
  if (element === undefined) {
    const found = typeof tree === 'string' ? '' : (Object.keys(tree)[0] ?? '');
    throw malformed(`${found} is not valid, expected ${root}`);
  }
  return element;
};
