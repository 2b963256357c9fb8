import { quoted } from '../kinds/faults/go-value.ts';

/** What Go's JSON scanner says of a text: why it is none, or the fields that it names twice. */
export type JsonScan = { readonly fault: string } | { readonly duplicates: readonly string[] };

type Scanner = { readonly text: string; at: number; readonly duplicates: Set<string> };

class Fault extends Error {}

/**
 * Scans a text as `encoding/json` does. Duplicate fields are told by their path, as `sigs.k8s.io/json` does in strict mode. Source:
 * `scanner.go` of Go's `encoding/json`.
 */
export function scanJson(text: string): JsonScan {
  const scanner: Scanner = { text, at: 0, duplicates: new Set() };
  try {
    readValue(scanner, '', 'looking for beginning of value');
    skipSpace(scanner);
    if (scanner.at < text.length) throw unexpected(scanner, 'after top-level value');
    return { duplicates: [...scanner.duplicates] };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

function skipSpace(scanner: Scanner): void {
  while (' \t\r\n'.includes(scanner.text[scanner.at] ?? 'x')) scanner.at += 1;
}

/** Where Go's scanner takes the end of the text for a space that it cannot use. */
const endsInSpace = /^(?:in literal|in numeric|after decimal|in exponent|in string escape|in \\u)/;

function unexpected({ text, at }: Scanner, context: string): Fault {
  const atEnd = at >= text.length;
  if (atEnd && !endsInSpace.test(context)) return new Fault('unexpected end of JSON input');
  // Go looks at bytes, and prints each as the character of that number.
  const [byte = 0x20] = Buffer.from(atEnd ? ' ' : String.fromCodePoint(text.codePointAt(at) ?? 0));
  return new Fault(`invalid character ${quotedChar(String.fromCharCode(byte))} ${context}`);
}

function quotedChar(char: string): string {
  if (char === "'") return "'\\''";
  return `'${char === '"' ? char : quoted(char).slice(1, -1)}'`;
}

function readValue(scanner: Scanner, path: string, context: string): void {
  skipSpace(scanner);
  switch (scanner.text[scanner.at]) {
    case '{':
      readObject(scanner, path);
      return;
    case '[':
      readArray(scanner, path);
      return;
    case '"':
      readString(scanner);
      return;
    case 't':
      readLiteral(scanner, 'true');
      return;
    case 'f':
      readLiteral(scanner, 'false');
      return;
    case 'n':
      readLiteral(scanner, 'null');
      return;
    default:
      readNumber(scanner, context);
  }
}

function readObject(scanner: Scanner, path: string): void {
  const names = new Set<string>();
  scanner.at += 1;
  skipSpace(scanner);
  if (scanner.text[scanner.at] === '}') {
    scanner.at += 1;
    return;
  }
  for (;;) {
    skipSpace(scanner);
    if (scanner.text[scanner.at] !== '"')
      throw unexpected(scanner, 'looking for beginning of object key string');
    const name = readString(scanner);
    const field = path === '' ? name : `${path}.${name}`;
    if (names.has(name)) scanner.duplicates.add(field);
    names.add(name);
    skipSpace(scanner);
    if (scanner.text[scanner.at] !== ':') throw unexpected(scanner, 'after object key');
    scanner.at += 1;
    readValue(scanner, field, 'looking for beginning of value');
    if (!readSeparator(scanner, '}', 'after object key:value pair')) return;
  }
}

function readArray(scanner: Scanner, path: string): void {
  scanner.at += 1;
  skipSpace(scanner);
  if (scanner.text[scanner.at] === ']') {
    scanner.at += 1;
    return;
  }
  for (let index = 0; ; index += 1) {
    readValue(scanner, `${path}[${index}]`, 'looking for beginning of value');
    if (!readSeparator(scanner, ']', 'after array element')) return;
  }
}

/** Passes a comma, or what closes the container; tells whether there is more. */
function readSeparator(scanner: Scanner, closing: string, context: string): boolean {
  skipSpace(scanner);
  const char = scanner.text[scanner.at];
  if (char !== ',' && char !== closing) throw unexpected(scanner, context);
  scanner.at += 1;
  return char === ',';
}

function readString(scanner: Scanner): string {
  const start = scanner.at;
  scanner.at += 1;
  for (;;) {
    const char = scanner.text[scanner.at];
    if (char === undefined) throw unexpected(scanner, '');
    if (char < ' ') throw unexpected(scanner, 'in string literal');
    if (char === '\\') readEscape(scanner);
    scanner.at += 1;
    // The scanner has passed it, so it parses.
    if (char === '"') return JSON.parse(scanner.text.slice(start, scanner.at)) as string;
  }
}

function readEscape(scanner: Scanner): void {
  scanner.at += 1;
  const char = scanner.text[scanner.at];
  if (char === undefined || !'bfnrt\\/"u'.includes(char))
    throw unexpected(scanner, 'in string escape code');
  if (char !== 'u') return;
  for (let digit = 0; digit < 4; digit += 1) {
    scanner.at += 1;
    if (!/^[0-9A-Fa-f]$/.test(scanner.text[scanner.at] ?? ''))
      throw unexpected(scanner, 'in \\u hexadecimal character escape');
  }
}

function readLiteral(scanner: Scanner, word: string): void {
  for (const [index, char] of [...word].entries()) {
    if (scanner.text[scanner.at] !== char)
      throw unexpected(scanner, `in literal ${word} (expecting '${word[index]}')`);
    scanner.at += 1;
  }
}

function readNumber(scanner: Scanner, context: string): void {
  const rest = scanner.text.slice(scanner.at);
  const [whole] = /^-?(?:0|[1-9]\d*)/.exec(rest) ?? [];
  if (whole === undefined) {
    if (rest.startsWith('-')) {
      scanner.at += 1;
      throw unexpected(scanner, 'in numeric literal');
    }
    throw unexpected(scanner, context);
  }
  scanner.at += whole.length;
  readPart(scanner, /^\./, 'after decimal point in numeric literal');
  readPart(scanner, /^[eE][+-]?/, 'in exponent of numeric literal');
}

/** Passes a fraction or an exponent, which needs a digit. */
function readPart(scanner: Scanner, head: RegExp, context: string): void {
  const [opening] = head.exec(scanner.text.slice(scanner.at, scanner.at + 2)) ?? [];
  if (opening === undefined) return;
  scanner.at += opening.length;
  const [digits] = /^\d+/.exec(scanner.text.slice(scanner.at)) ?? [];
  if (digits === undefined) throw unexpected(scanner, context);
  scanner.at += digits.length;
}
