import { withoutSecrets } from './secret-shapes.ts';

/** Longest text in a log line; CloudWatch Logs takes 1 MB an event, a reader far less. */
const longest = 1_000;

/** What is looked at of a text: nobody reads the rest, and it is cut anyway. */
const readLength = 20_000;

/** What terminals take as orders for colours and the cursor (ECMA-48, control sequences). */
const orders = new RegExp(`${String.fromCodePoint(0x1b)}\\[[0-?]*[ -/]*[@-~]`, 'g');

/** Control and format characters, which could forge a line or turn a terminal's text around; line feeds stay, as secrets end there. */
const unprintable = /[^\P{Cc}\n]+|[\p{Cf}\u2028\u2029]+/gu;

/**
 * A text of one line without secrets of a known shape, control characters and lone surrogates, at most 1,000 characters long unless
 * `limit` says otherwise. It stays the same when it is cleaned again.
 */
export const harmlessText = (text: string, limit = longest): string => {
  const printable = text
    .slice(0, readLength)
    .replace(orders, '')
    .replaceAll('\r\n', '\n')
    .replace(unprintable, ' ');
  const lines = withoutSecrets(printable);
  // What was written in two lines may be a secret's name and its value.
  return cut(withoutSecrets(lines.replace(/\n+/g, ' ')), limit);
};

const cut = (text: string, length: number): string => {
  const whole = text.toWellFormed();
  return whole.length <= length ? whole : `${whole.slice(0, length - 1)}…`.toWellFormed();
};
