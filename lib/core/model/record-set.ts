/** Record types that Seamark writes. */
export type RecordType = 'A' | 'AAAA' | 'CNAME';

/**
 * A simple Route 53 record set that Seamark wants or has written. The name is canonical: lower case, no trailing dot;
 * CNAME values likewise. Values are unique and sorted.
 */
export type RecordSet = {
  readonly name: string;
  readonly type: RecordType;
  readonly ttlSeconds: number;
  readonly values: readonly string[];
};

/** Whatever stands in a hosted zone, ours or a stranger's. */
export type StoredRecordSet = {
  /** Canonical: escapes decoded, lower case, no trailing dot. */
  readonly name: string;
  readonly type: string;
  readonly ttlSeconds?: number;
  /** Sorted, CNAME targets canonical; empty for an alias. */
  readonly values: readonly string[];
  /** What makes it more than a simple record set, such as `alias`, `weighted` or `traffic policy`; absent if simple. */
  readonly special?: string;
};

/** One atomic step of a batch. UPSERT does not exist here: DELETE and CREATE make a compare-and-swap. */
export type RecordChange = { readonly action: 'DELETE' | 'CREATE'; readonly recordSet: RecordSet };

/** Same name, type, TTL and the same values as a set (spec 7.3, W12). */
export const sameRecordSet = (left: RecordSet | StoredRecordSet, right: RecordSet): boolean =>
  !('special' in left && left.special !== undefined) &&
  left.name === right.name &&
  left.type === right.type &&
  left.ttlSeconds === right.ttlSeconds &&
  sameValues(left.values, right.values);

const sameValues = (left: readonly string[], right: readonly string[]): boolean => {
  const a = new Set(left);
  const b = new Set(right);
  return a.size === b.size && [...a].every((value) => b.has(value));
};

/** Order of record sets wherever they are listed: by name, then by type. */
export const compareRecordSets = (
  left: { readonly name: string; readonly type: string },
  right: { readonly name: string; readonly type: string },
): number => compareText(left.name, right.name) || compareText(left.type, right.type);

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
