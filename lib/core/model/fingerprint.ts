import { isJsonObject, type Json } from './json.ts';

/** JSON text with sorted keys: equal values give equal text. */
const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
};

/**
 * A short mark of a JSON value, 64 bits as hex: FNV-1a over the UTF-16 units of its canonical text. It tells values apart; it proves
 * nothing against an adversary.
 */
export const fingerprint = (value: Json): string => {
  const text = canonicalJson(value);
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let index = 0; index < text.length; index += 1) {
    low = (low ^ text.charCodeAt(index)) >>> 0;
    // Times 2^40 + 0x1b3 modulo 2^64, in halves: every pass takes many marks, and BigInt takes twenty times as long.
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 0x1_0000_0000) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
};
