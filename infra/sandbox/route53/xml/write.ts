const namespace = 'https://route53.amazonaws.com/doc/2013-04-01/';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#xD;',
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"'\r]/g, (char) => entities[char] ?? char);

/** An element with text in it, or nothing for an absent value. */
export const field = (name: string, value: string | number | boolean | undefined): string =>
  value === undefined ? '' : `<${name}>${escapeText(String(value))}</${name}>`;

/** An element with elements in it. */
export const element = (name: string, ...children: readonly string[]): string =>
  `<${name}>${children.join('')}</${name}>`;

/** A whole answer in the namespace of the API. */
export const xmlDocument = (root: string, ...children: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${children.join('')}</${root}>`;
