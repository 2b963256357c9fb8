import type { Access } from './access.ts';

/** A text without the credentials that a client has. */
export type Erase = (text: string) => string;

const gone = '[redacted]';

/** A shorter value would be found in ordinary words, and is no credential to speak of. */
const shortest = 8;

/** So much of a value's beginning is taken for it: servers cut what they quote. */
const beginning = 12;

/**
 * Erases what a client shows of itself to its server: the token of the call, and the certificate and key of the access. They are erased
 * as they are, in base64, alone or as part of something longer, and each of these as URLs and JSON carry it; where a text breaks off,
 * their beginnings too. What a server says of them in other forms, nobody could tell from its other words.
 */
export const eraserOf = (token: string | undefined, { tls }: Pick<Access, 'tls'>): Erase => {
  const values = [...(token === undefined ? [] : [token]), ...pemsOf(tls).flatMap(partsOfPem)];
  const forms = values
    .filter((value) => value.length >= shortest)
    .flatMap((value) => [value, ...base64sOf(value)])
    .flatMap(writtenForms);
  // The longest first: one may be part of another.
  const sorted = [...new Set(forms)].sort((left, right) => right.length - left.length);
  const alike = Map.groupBy(sorted, (form) => form.slice(0, beginning));
  return (text) => [...alike].reduce((left, [head, all]) => eraseAlike(left, head, all), text);
};

/** So much of a body that tells of a failure is read: a `Status` has some hundred characters. */
const longestBody = 65_536;

/** The same for the body of a failure: for each text of it where it is JSON, however it is escaped there. */
export const eraseInBody = (whole: string, erase: Erase): string => {
  const body = whole.slice(0, longestBody);
  try {
    const cleaned = JSON.stringify(JSON.parse(body), (_, value: unknown) =>
      typeof value === 'string' ? erase(value) : value,
    );
    return erase(cleaned);
  } catch {
    return erase(body);
  }
};

const pemsOf = ({ cert, key }: Access['tls']): readonly string[] =>
  [cert, key].filter((pem) => pem !== undefined);

/** A PEM as a whole, and its lines: whoever quotes it may part them otherwise. */
const partsOfPem = (pem: string): readonly string[] => {
  const lines = pem.split(/\s*\n\s*/).filter((line) => line !== '' && !line.startsWith('-----'));
  return [pem.trim(), lines.join(''), ...lines];
};

/** What is the same in the base64 of any text that the value is part of: the value may begin at any of three places (RFC 4648 4). */
const base64sOf = (value: string): readonly string[] => {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((alphabet) =>
      shifted.toString(alphabet).slice(from, to),
    );
  });
};

const writtenForms = (value: string): readonly string[] => {
  const inUrl = encodeURIComponent(value.toWellFormed());
  return [
    value,
    inUrl,
    inUrl.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    encodeURIComponent(inUrl),
    JSON.stringify(value).slice(1, -1),
    value.replaceAll('/', '\\/'),
  ];
};

/** Erases forms that begin alike; where several could be meant, as much as any of them has in common with the text. */
const eraseAlike = (text: string, head: string, forms: readonly string[]): string => {
  let left = '';
  let from = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    left += `${text.slice(from, at)}${gone}`;
    from = at + Math.max(...forms.map((form) => commonLength(text, at, form)));
  }
  return left + text.slice(from);
};

const commonLength = (text: string, at: number, form: string): number => {
  let length = 0;
  while (length < form.length && text[at + length] === form[length]) length += 1;
  return length;
};
