const gone = '[redacted]';

/** Words before a value that make it a secret, as header, field, variable or query parameter. */
const names = [
  'authorization',
  'cookie',
  'x-amz-(?:security-token|signature|credential)',
  '(?:access|refresh|id|session|security|bearer|auth)?[-_]?tokens?(?:-data)?',
  'client-key-data',
  '(?:client[-_]?)?secret(?:[-_]?access[-_]?key)?',
  '(?:private|api|access|auth|account|master|shared|encryption|subscription)[-_]?key',
  'signature',
].join('|');

const passwords = '(?:passw(?:or)?d|passphrase|passcode|pwd)';

/** Schemes of the header Authorization (IANA, "HTTP Authentication Schemes"), and what is used besides. */
const schemes =
  '(?:basic|bearer|digest|dpop|gnap|hoba|mutual|negotiate|ntlm|oauth|privatetoken|scram-sha-(?:1|256)|vapid|token|apikey|aws4-hmac-sha256)';

// An ARN names a secret behind the account, and tells nothing of it.
const before = '(?<![A-Za-z0-9]|:\\d{12}:)';
const quote = `\\\\?["']`;
/** What parts a name from its value where no blank follows: as it is, and as URLs carry it. */
const equals = `(?:${quote})?\\s?(?:=\\s?|%3[ad](?:%20|\\+)*|:(?!\\s))`;
/** Between the name of a field of JSON and its value. */
const field = `${quote}\\s?:\\s?`;
const colon = `(?:${quote})?\\s?:\\s+`;
/** Prose goes on after a colon and a blank; a credential there has a digit, a sign or length. */
const likeCredential = '(?=\\S{16}|\\S*[\\d=+/_])';
/** A quoted text, a list of any, or what ends at a blank or a sign. */
const value = `(?:\\\\?"[^"]*"?|'[^']*'?|\\[[^\\]]*\\]?|[^\\s"',;&}\\]]+)`;
/** How YAML begins a text of several lines. */
const block = '[|>][-+\\d]{0,2}[^\\S\\n]*\\n\\s*';
const notGone = `(?!${quote}\\[redacted|\\[redacted)`;

const pattern = (source: string): RegExp => new RegExp(source, 'giu');

/** What secrets look like in messages of servers and clients, each with what is left of it. */
const shapes: readonly (readonly [shape: RegExp, left: string])[] = [
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
    gone,
  ],
  // Digest and its like have several parameters.
  [
    pattern(
      `${before}(authorization(?:${equals}|${colon})(?:${quote})?${schemes}\\s+)(?!\\[redacted)${likeCredential}` +
        `(?:[\\w-]+=(?:\\\\?"[^"]*"?|[^\\s"',;]+)(?:,\\s*(?=[\\w-]+=))?)+`,
    ),
    `$1${gone}`,
  ],
  [
    pattern(
      `${before}(authorization(?:${equals}|${colon})(?:${quote})?${schemes}\\s+)(?!\\[redacted)${likeCredential}[^\\s"',;]+`,
    ),
    `$1${gone}`,
  ],
  // Words such as "bearer token is missing" stay: a credential has a digit, a sign or length.
  [/\b(bearer|basic)(\s+)(?=\S{20}|\S*[\d=+/_])[^\s"',;]+/giu, `$1$2${gone}`],
  [/\bk8s-aws-v1\.[\w-]+/g, `k8s-aws-v1.${gone}`],
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}/g, gone],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, gone],
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#"'@]{1,500}@/giu, `$1${gone}@`],
  // A list of headers, or of variables.
  [
    pattern(
      `(${quote}(?:name|key)${field}${quote}(?:${names}|${passwords}|[\\w-]*[-_](?:${names}|${passwords}))${quote}\\s?,\\s?${quote}values?${field})${notGone}${value}`,
    ),
    `$1"${gone}"`,
  ],
  // A password may have blanks; what is no YAML ends with the first word.
  [
    pattern(`${before}(${passwords}${colon}(?:${block})?)${notGone}(?!${quote})[^"',;&}\\n]+`),
    `$1${gone}`,
  ],
  [pattern(`${before}(${passwords}(?:${equals}|${colon}))${notGone}${value}`), `$1${gone}`],
  [
    pattern(
      `${before}((?:${names})(?:${equals}|${colon}(?=[\\\\"'\\[]|${block})|${colon}${likeCredential}))${notGone}(?:${block})?(?:${schemes}\\s+)?${value}`,
    ),
    `$1${gone}`,
  ],
  // As servers quote what they do not accept.
  [
    pattern(`${before}(tokens?\\s+)(${quote})(?=[^"'\\s]{16}|[^"'\\s]*\\d)[^"'\\s]{8,}\\2`),
    `$1${gone}`,
  ],
];

/** The text without what looks like a credential: `[redacted]` stands in its place. */
export const withoutSecrets = (text: string): string =>
  shapes.reduce((left, [shape, by]) => left.replace(shape, by), text);
