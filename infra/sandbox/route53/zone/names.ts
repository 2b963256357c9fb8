/** A domain name: its labels from left to right, each byte one character below U+0100. */
export type DomainName = { readonly labels: readonly string[] };

/** A name, or the reason why the service refuses it in the service's own words. */
export type ParsedName =
  | { readonly kind: 'name'; readonly name: DomainName }
  | { readonly kind: 'fault'; readonly message: string };

const maxLabelOctets = 63;
const maxNameOctets = 255;
const octalEscape = /^\\([0-3][0-7]{2})/;

/** Folds ASCII letters only: bytes above 0x7F are no letters to DNS (RFC 4343 3). */
export const foldCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Printable ASCII without the backslash, which may only start an escape. */
const isPlain = (char: string): boolean => char > ' ' && char < '\u007f' && char !== '\\';

const fatal = (code: string, reason: string, value: string): ParsedName => ({
  kind: 'fault',
  message: `FATAL problem: ${code} (${reason}) encountered with '${value}'`,
});

type Split =
  | { readonly kind: 'labels'; readonly labels: readonly string[] }
  | { readonly kind: 'unsupported'; readonly char: string };

const splitLabels = (text: string): Split => {
  const labels: string[] = [];
  let label = '';
  for (let at = 0; at < text.length; ) {
    const octal = octalEscape.exec(text.slice(at, at + 4))?.[1];
    const char = text.charAt(at);
    at += octal === undefined ? 1 : 4;
    if (octal !== undefined) {
      label += foldCase(String.fromCharCode(Number.parseInt(octal, 8)));
    } else if (char === '.') {
      labels.push(label);
      label = '';
    } else if (isPlain(char)) {
      label += foldCase(char);
    } else {
      return { kind: 'unsupported', char };
    }
  }
  if (label !== '') labels.push(label);
  return { kind: 'labels', labels };
};

/**
 * Reads a name as the API does: final dot optional, letters folded, `\ooo` escapes decoded as
 * octal, labels of 1 to 63 octets, 255 octets in all (awsdocs DomainNameFormat; RFC 1035 2.3.4).
 */
export const parseName = (text: string): ParsedName => {
  const split = splitLabels(text);
  if (split.kind === 'unsupported') {
    return fatal('UnsupportedCharacter', 'Value contains unsupported characters', split.char);
  }
  const { labels } = split;
  if (labels.length === 0 || labels.includes('')) {
    return fatal('DomainLabelEmpty', 'Domain label is empty', text);
  }
  const long = labels.find((label) => label.length > maxLabelOctets);
  if (long !== undefined) return fatal('DomainLabelTooLong', 'Domain label is too long', long);
  const octets = labels.reduce((sum, label) => sum + label.length + 1, 1);
  if (octets > maxNameOctets) {
    return fatal('DomainNameTooLong', 'Domain name is too long', text);
  }
  return { kind: 'name', name: { labels } };
};

const escapeLabel = (label: string): string =>
  label.replace(/[^a-z0-9_-]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);

/** The listed form of a name: lower case, `\ooo` for anything but a-z 0-9 - _, final dot. */
export const formatName = (name: DomainName): string =>
  `${name.labels.map(escapeLabel).join('.')}.`;

/** The labels of a name that is already in its listed form. */
export const listedLabels = (listed: string): readonly string[] => {
  const split = splitLabels(listed);
  return split.kind === 'labels' ? split.labels : [];
};

/** Whether a listed name is a zone's own name or lies below it. */
export const isWithin = (listed: string, zoneName: string): boolean =>
  listed === zoneName || listed.endsWith(`.${zoneName}`);

/**
 * Text that sorts as the API lists names: labels from right to left with a final dot
 * (`com.example.www.`), ASCII order, so `a-b` comes before `a` (API_ListResourceRecordSets).
 */
export const listingKey = (listed: string): string =>
  `${listed.split('.').slice(0, -1).reverse().join('.')}.`;
