/** What RE2 has no form for, though JavaScript does, and how Go refuses it. */
const UNSUPPORTED: readonly (readonly [RegExp, (rest: string) => string])[] = [
  [/\(\?<?[=!]/, (rest) => (rest.startsWith('(?<') ? namedCapture(rest) : perlSyntax(rest))],
  [/\(\?P?</, (rest) => (/^\(\?P?<\w+>/.test(rest) ? '' : namedCapture(rest))],
  [/\\[1-9]/, (rest) => `invalid escape sequence: \`${rest.slice(0, 2)}\``],
  [/[*+?]{2}[*+?]*/, (rest) => nestedRepetition(rest)],
];

function namedCapture(rest: string): string {
  return `invalid named capture: \`${rest}\``;
}

function perlSyntax(rest: string): string {
  return `invalid or unsupported Perl syntax: \`${rest.slice(0, 3)}\``;
}

/** `+?` and the like are lazy; what follows them repeats a repetition. */
function nestedRepetition(rest: string): string {
  const [found = ''] = /^[*+?]\??[*+]/.exec(rest) ?? [];
  return found === '' ? '' : `invalid nested repetition operator: \`${found}\``;
}

/** JavaScript's reasons, and how Go puts them, with the part of the pattern that it shows. */
const REASONS: readonly (readonly [RegExp, (pattern: string) => string])[] = [
  [/Unterminated group/, (pattern) => `missing closing ): \`${pattern}\``],
  [/Unmatched '\)'/, (pattern) => `unexpected ): \`${pattern}\``],
  [
    /Unterminated character class/,
    (pattern) => `missing closing ]: \`${part(pattern, /\[[^\]]*$/)}\``,
  ],
  [
    /Nothing to repeat/,
    (pattern) =>
      `missing argument to repetition operator: \`${part(pattern, /(?<=^|[(|])[*+?]/)}\``,
  ],
  [
    /Range out of order/,
    (pattern) => `invalid character class range: \`${part(pattern, /\w-\w/)}\``,
  ],
  [
    /numbers out of order/,
    (pattern) => `invalid repeat count: \`${part(pattern, /\{\d+,\d+\}/)}\``,
  ],
  [/\\ at end of pattern/, () => 'trailing backslash at end of expression: ``'],
];

function part(pattern: string, form: RegExp): string {
  return form.exec(pattern)?.[0] ?? pattern;
}

/** Why Go compiles no regular expression from a text; undefined if it does. Source: `regexp/syntax`. */
export function patternFault(pattern: string): string | undefined {
  const reason = unsupportedFault(pattern) ?? scriptFault(pattern);
  return reason === undefined ? undefined : `error parsing regexp: ${reason}`;
}

function unsupportedFault(pattern: string): string | undefined {
  for (const [form, say] of UNSUPPORTED) {
    const at = pattern.search(form);
    const reason = at < 0 ? '' : say(pattern.slice(at));
    if (reason !== '') return reason;
  }
  return undefined;
}

/** A pattern of Go's as JavaScript spells it: named groups differ. */
export function scriptPattern(pattern: string): string {
  return pattern.replaceAll('(?P<', '(?<');
}

/** Go takes escapes of what needs none, which JavaScript does without the flag `u` only. */
function scriptFault(pattern: string): string | undefined {
  try {
    new RegExp(scriptPattern(pattern));
    return undefined;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'malformed';
    return REASONS.find(([form]) => form.test(reason))?.[1](pattern) ?? reason;
  }
}
