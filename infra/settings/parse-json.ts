import { jsonFaultOffset } from './json-fault.ts';

/** The value of a JSON text, or what is wrong with it. */
export type ParsedJson =
  | { readonly kind: 'value'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'problem'; readonly problem: string };

/** Reads bytes as JSON (RFC 8259): UTF-8 without a byte order mark, no comments, no trailing commas. */
export const parseJson = (bytes: Uint8Array): ParsedJson => {
  const text = decode(bytes);
  if (text === undefined) return problem('is not UTF-8: save it in that encoding');
  if (text.startsWith('\uFEFF')) return problem('starts with a byte order mark: save it without');
  if (text.trim() === '') return problem('is empty');
  try {
    return { kind: 'value', text, value: JSON.parse(text) };
  } catch {
    return problem(`is not JSON: ${faultOf(text)}`);
  }
};

const problem = (reason: string): ParsedJson => ({ kind: 'problem', problem: reason });

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Where it went wrong, in words that quote nothing of the text. */
const faultOf = (text: string): string => {
  const offset = jsonFaultOffset(text);
  if (offset >= text.length) return 'it ends too early';
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return `${guess(text, offset)} at line ${line}, column ${column}`;
};

const guess = (text: string, offset: number): string => {
  const here = text.charAt(offset);
  const before = text.slice(0, offset).trimEnd();
  if (here === '/' || here === '#') return 'it takes no comments, and one starts';
  if ((here === '}' || here === ']') && before.endsWith(',')) {
    return 'a comma stands before the closing bracket';
  }
  return here === "'" ? 'it takes double quotes only, and a single one stands' : 'there is a fault';
};
