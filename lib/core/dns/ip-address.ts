/** An address in the one form that record values take, with its record type. */
export type CanonicalAddress = { readonly type: 'A' | 'AAAA'; readonly value: string };

/** Reads an IPv4 or IPv6 address; undefined if the text is neither. IPv6 comes out as RFC 5952 writes it (W10, case R14). */
export const canonicalAddress = (text: string): CanonicalAddress | undefined => {
  if (isIpv4(text)) return { type: 'A', value: text };
  const groups = ipv6Groups(text);
  return groups === undefined ? undefined : { type: 'AAAA', value: formatIpv6(groups) };
};

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

const isIpv4 = (text: string): boolean => ipv4.test(text);

const ipv6Groups = (text: string): readonly number[] | undefined => {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = groupsOf(halves[0] ?? '');
  const tail = groupsOf(halves[1] ?? '');
  if (head === undefined || tail === undefined) return undefined;
  if (halves.length === 1) return head.length === 8 ? head : undefined;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? undefined : [...head, ...Array<number>(missing).fill(0), ...tail];
};

const groupsOf = (half: string): readonly number[] | undefined => {
  if (half === '') return [];
  const parts = half.split(':');
  const last = parts.at(-1) ?? '';
  const embedded = isIpv4(last) ? last.split('.').map(Number) : undefined;
  const plain = embedded === undefined ? parts : parts.slice(0, -1);
  if (!plain.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = embedded ?? [];
  const tail = embedded === undefined ? [] : [a * 256 + b, c * 256 + d];
  return [...plain.map((part) => Number.parseInt(part, 16)), ...tail];
};

const formatIpv6 = (groups: readonly number[]): string => {
  const zeros = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (zeros.length < 2) return hex.join(':');
  const before = hex.slice(0, zeros.start).join(':');
  const after = hex.slice(zeros.start + zeros.length).join(':');
  return `${before}::${after}`;
};

const longestZeroRun = (
  groups: readonly number[],
): { readonly start: number; readonly length: number } => {
  let best = { start: 0, length: 0 };
  let run = 0;
  groups.forEach((group, index) => {
    run = group === 0 ? run + 1 : 0;
    if (run > best.length) best = { start: index - run + 1, length: run };
  });
  return best;
};
