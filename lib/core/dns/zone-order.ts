/**
 * The key by which Route 53 sorts the names of a listing: labels from right to left with a final dot, in ASCII order
 * (API_ListResourceRecordSets). It is known for plain names alone; where escapes sort is not documented.
 */
export const zoneOrderKey = (name: string): string => `${name.split('.').reverse().join('.')}.`;

/** True if a name has only characters that a listing writes as they are. */
export const isPlainName = (name: string): boolean => /^[a-z0-9_.-]+$/.test(name);

/** Distinct names in the order of a zone's listing. */
export const inZoneOrder = (names: readonly string[]): readonly string[] =>
  names
    .map((name) => ({ name, key: zoneOrderKey(name) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ name }) => name);
