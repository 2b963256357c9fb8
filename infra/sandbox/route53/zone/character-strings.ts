/** The parts of a TXT value, or the reason why the service refuses it. */
export type CharacterStrings =
  | { readonly kind: 'strings'; readonly strings: readonly string[] }
  | { readonly kind: 'fault'; readonly code: string; readonly reason: string };

const unquoted: CharacterStrings = {
  kind: 'fault',
  code: 'InvalidCharacterString',
  reason: 'Value should be enclosed in quotation marks',
};
const tooLong: CharacterStrings = {
  kind: 'fault',
  code: 'CharacterStringTooLong',
  reason: 'Value is too long',
};
const maxOctets = 255;
const piece = /^"((?:[^"\\]|\\[0-3][0-7]{2}|\\["\\])*)"/;
const escapes = /\\([0-3][0-7]{2}|["\\])/g;

/** UTF-8 bytes of the plain parts, the byte itself for `\ooo`; one character a byte. */
const decode = (quoted: string): string => {
  const bytes = Buffer.from(quoted, 'utf8').toString('latin1');
  return bytes.replace(escapes, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code,
  );
};

/**
 * Reads a TXT value: strings in double quotes with one or more spaces between them, `\"`, `\\` and
 * `\ooo` escaped, each of at most 255 octets (awsdocs ResourceRecordTypes, TXT). The result has
 * one character for each octet.
 */
export const parseCharacterStrings = (value: string): CharacterStrings => {
  const strings: string[] = [];
  let rest = value.trim();
  while (rest !== '') {
    const match = piece.exec(rest);
    if (match === null) return unquoted;
    const text = decode(match[1] ?? '');
    if (text.length > maxOctets) return tooLong;
    strings.push(text);
    const after = rest.slice(match[0].length);
    rest = after.trimStart();
    if (rest !== '' && rest === after) return unquoted;
  }
  return strings.length === 0 ? unquoted : { kind: 'strings', strings };
};
