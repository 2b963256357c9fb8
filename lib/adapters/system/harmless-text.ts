/** Longest text in a log line; CloudWatch Logs takes 1 MB an event, a reader far less. */
const maxLength = 1_000;

/** What is looked at of a text: nobody reads the rest, and it is cut anyway. */
const readLength = 20_000;

/** What terminals take as orders for colours and the cursor (ECMA-48, control sequences). */
const orders = new RegExp(`${String.fromCodePoint(0x1b)}\\[[0-?]*[ -/]*[@-~]`, 'g');

/** Control, format and line-breaking characters, which could forge a line or turn a terminal's text around. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** The same, but for the line feeds of a stack: JSON escapes them. */
const unprintableInStack = /[^\P{Cc}\n]+|[\p{Cf}\u2028\u2029]+/gu;

const gone = '[redacted]';

/** Words before a value that make it a secret, as header, field, variable or query parameter. */
const names = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-amz-(?:security-token|signature|credential)',
  '(?:access|refresh|id|session|security|bearer|auth)?[-_]?token(?:-data)?',
  'client-key-data',
  '(?:client[-_]?)?secret(?:[-_]?access[-_]?key)?',
  '(?:private|api|access)[-_]?key',
  'signature',
].join('|');

const before = '(?<![A-Za-z0-9])';
const value = `(?:\\\\?"[^"]*"?|'[^']*'?|[^\\s"',;&}\\]]+)`;

/** What secrets look like in messages of servers and clients, each with what is left of it. */
const secrets: readonly (readonly [pattern: RegExp, left: string])[] = [
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
    gone,
  ],
  // Words such as "bearer token is missing" stay: a credential has a digit, a sign or length.
  [/\b(bearer|basic)(\s+)(?=\S{20}|\S*[\d=+/_])[^\s"',;]+/giu, `$1$2${gone}`],
  [/\bk8s-aws-v1\.[\w-]+/g, `k8s-aws-v1.${gone}`],
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}/g, gone],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, gone],
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#"'@]{1,500}@/giu, `$1${gone}@`],
  [
    new RegExp(`${before}(passw(?:or)?d)(\\\\?["']?\\s?[:=]\\s?)(?!\\[redacted)${value}`, 'giu'),
    `$1$2${gone}`,
  ],
  // Prose goes on after a colon and a blank; a credential there has a digit, a sign or length.
  [
    new RegExp(
      `${before}(${names})(\\\\?["']?\\s?(?:=\\s?|:(?! )|: (?=[\\\\"']|\\S{16}|\\S*[\\d=+/_])))(?!\\[redacted)(?:(?:bearer|basic) +)?${value}`,
      'giu',
    ),
    `$1$2${gone}`,
  ],
];

/** A text of one line without secrets, control characters and lone surrogates, at most 1,000 characters long. */
export const harmlessText = (text: string): string =>
  cut(
    withoutSecrets(text.slice(0, readLength).replace(orders, '').replace(unprintable, ' ')),
    maxLength,
  );

/** The same of a stack, whose lines stay, at most 4,000 characters long. */
export const harmlessStack = (stack: string): string =>
  cut(
    withoutSecrets(stack.slice(0, readLength).replace(orders, '').replace(unprintableInStack, ' ')),
    4 * maxLength,
  );

const withoutSecrets = (text: string): string =>
  secrets.reduce((left, [pattern, by]) => left.replace(pattern, by), text);

const cut = (text: string, length: number): string => {
  const whole = text.toWellFormed();
  return whole.length <= length ? whole : `${whole.slice(0, length - 1)}…`.toWellFormed();
};
