import type { ChangeResult } from '../../ports/record-store.ts';
import { canonicalName } from './names.ts';

/** Ways in which messages of Route 53 name a record set (cases R08, R09, R11, R25, R34). */
const namePatterns: readonly RegExp[] = [
  /\bname='([^']+)'/g,
  /\bwith DNS name '?([^\s',\]]+)'?/g,
  /\bresource record set '[A-Z]+ ([^']+)'/g,
  /\bName=([^,\]]+)/g,
];

/**
 * True if a batch was refused because its zone would hold more record sets than it may: `[Exceeded limit MAX_RRSETS_BY_ZONE for zone: <id>]`
 * (DNSControl/dnscontrol#908; the limit is the one of API_GetHostedZoneLimit).
 */
export const tellsFullZone = (text: string): boolean => text.includes('MAX_RRSETS_BY_ZONE');

/**
 * Reads the text of a refused batch. The client gives all messages in one text, `[a, b]` (spec ecosystem 3.3).
 * `sent` are the canonical names in the batch: where no known wording names a set, any of them that the text contains.
 */
export const readRefusal = (
  text: string,
  sent: readonly string[],
): Extract<ChangeResult, { kind: 'refused' }> => {
  const messages = splitMessages(text);
  const names = new Set(messages.flatMap((message) => namesIn(message, sent)));
  return { kind: 'refused', messages, names: [...names].sort() };
};

const namesIn = (message: string, sent: readonly string[]): readonly string[] => {
  const named = namePatterns
    .flatMap((pattern) => [...message.matchAll(pattern)])
    .map(([, name = '']) => canonicalName(name));
  if (named.length > 0) return named;
  const words = new Set(message.split(/[\s'"()[\],=]+/).map(canonicalName));
  return sent.filter((name) => words.has(name));
};

/** Splits `[a, b]`; a comma inside brackets, or one that no capital letter follows, belongs to a message. */
const splitMessages = (text: string): readonly string[] => {
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const messages: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < inner.length; at += 1) {
    const char = inner.charAt(at);
    if (char === '[' || char === '(') depth += 1;
    else if (char === ']' || char === ')') depth -= 1;
    else if (depth === 0 && /^, [A-Z]/.test(inner.slice(at, at + 3))) {
      messages.push(inner.slice(start, at));
      start = at + 2;
    }
  }
  return [...messages, inner.slice(start)].filter((message) => message !== '');
};
