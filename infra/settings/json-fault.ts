/** What may come next in a JSON text. */
type Awaited = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'end';

const space = /[ \t\n\r]*/y;
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;

/**
 * The offset at which a text stops being JSON (RFC 8259), or its length if it only ends too early. The errors of `JSON.parse` tell the
 * place of some faults only, and quote the text.
 */
export const jsonFaultOffset = (text: string): number => {
  const open: string[] = [];
  let awaited: Awaited = 'value';
  let at = past(space, text, 0) ?? 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    const next: Awaited | undefined =
      token === undefined ? undefined : follow(awaited, token, open);
    if (token === undefined || next === undefined) return at;
    awaited = next;
    at += token.length;
    at = past(space, text, at) ?? at;
  }
  return at;
};

const past = (pattern: RegExp, text: string, from: number): number | undefined => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};

const tokenAt = (text: string, at: number): string | undefined => {
  const letter = text.charAt(at);
  if ('{}[],:'.includes(letter)) return letter;
  const end = past(letter === '"' ? string : scalar, text, at);
  return end === undefined ? undefined : text.slice(at, end);
};

/** What is awaited after a token; undefined if it was not awaited itself. `open` holds the brackets that are open. */
const follow = (awaited: Awaited, token: string, open: string[]): Awaited | undefined => {
  if (token === '}' || token === ']') return close(awaited, token, open);
  if (token === ':') return awaited === 'colon' ? 'value' : undefined;
  if (token === ',') return awaited === 'comma' ? afterComma(open) : undefined;
  if (awaited.startsWith('key')) return token.startsWith('"') ? 'colon' : undefined;
  return awaited.startsWith('value') ? afterOpening(token, open) : undefined;
};

const afterComma = (open: readonly string[]): Awaited => (open.at(-1) === '{' ? 'key' : 'value');

const afterOpening = (token: string, open: string[]): Awaited => {
  if (token !== '{' && token !== '[') return afterValue(open);
  open.push(token);
  return token === '{' ? 'key or }' : 'value or ]';
};

const close = (awaited: Awaited, token: string, open: string[]): Awaited | undefined => {
  const partner = token === '}' ? '{' : '[';
  if (open.at(-1) !== partner || !(awaited === 'comma' || awaited.endsWith(token)))
    return undefined;
  open.pop();
  return afterValue(open);
};

const afterValue = (open: readonly string[]): Awaited => (open.length === 0 ? 'end' : 'comma');
