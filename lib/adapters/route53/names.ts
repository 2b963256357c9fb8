/**
 * A dot inside a label. No decoded byte is above U+00FF, so this character can't be anything else; it is written `\056`
 * outside (awsdocs DomainNameFormat; case R01).
 */
const dotInLabel = '\uff0e';

const octalEscape = /\\([0-3][0-7]{2})/g;

/**
 * The canonical form of a name in any spelling: escapes decoded as octal, one character a byte, lower case, no trailing
 * dot (cases R01, R02). Never throws.
 */
export const canonicalName = (listed: string): string => {
  const decoded = listed.replace(octalEscape, (_escape, octal: string) => {
    const char = String.fromCharCode(Number.parseInt(octal, 8));
    return char === '.' ? dotInLabel : char;
  });
  const bare = decoded.endsWith('.') ? decoded.slice(0, -1) : decoded;
  // ASCII only, as in the DNS: a byte above 127 is no letter there (RFC 4343).
  return bare.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
};

/** The form that Route 53 takes: `\ooo` for all but letters, digits, `-`, `_`, `.` and `*`, with a trailing dot. */
export const route53Name = (canonical: string): string =>
  `${canonical.replace(/[^a-z0-9\-_.*]/g, (char) => escapeOf(char === dotInLabel ? '.' : char))}.`;

const escapeOf = (char: string): string => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`;

/** The bare id of a hosted zone, which API answers and settings write in three ways (case R17). */
export const bareZoneId = (zoneId: string): string => zoneId.replace(/^\/?hostedzone\//, '');
