/** Record types that Seamark writes. */
export type RecordType = 'A' | 'AAAA' | 'CNAME';

/**
 * A simple record set with values. The name is canonical: lower case, no trailing dot; CNAME values likewise. Values are unique and
 * sorted.
 */
export type ValueSet = {
  readonly name: string;
  readonly type: RecordType;
  readonly ttlSeconds: number;
  readonly values: readonly string[];
};

/** Where an alias points (`AliasTarget` of the Route 53 API): the target's own hosted zone and its canonical name. */
export type AliasTarget = {
  readonly zoneId: string;
  readonly dnsName: string;
  readonly evaluateTargetHealth: boolean;
};

/** An alias to an AWS resource: it has neither TTL nor values (case R07). */
export type AliasSet = {
  readonly name: string;
  readonly type: 'A' | 'AAAA';
  readonly alias: AliasTarget;
};

/** A record set that Seamark wants or has written. As in Route 53's own lists, `alias` tells the two forms apart. */
export type RecordSet = ValueSet | AliasSet;

/** Whatever stands in a hosted zone, ours or a stranger's. */
export type StoredRecordSet = {
  /** Canonical: escapes decoded, lower case, no trailing dot. */
  readonly name: string;
  readonly type: string;
  readonly ttlSeconds?: number;
  /** Sorted, CNAME targets canonical; empty for an alias. */
  readonly values: readonly string[];
  readonly alias?: AliasTarget;
  /** What makes it more than a simple set or a simple alias, such as `weighted` or `traffic policy`. */
  readonly special?: string;
};

/** What stands at some names, as read from the zone; a name that is absent from the map was not read. */
export type StoredNames = ReadonlyMap<string, readonly StoredRecordSet[]>;

/** One atomic step of a batch. UPSERT does not exist here: DELETE and CREATE make a compare-and-swap. */
export type RecordChange = { readonly action: 'DELETE' | 'CREATE'; readonly recordSet: RecordSet };

/** True if the set is an alias. */
export const isAlias = (set: RecordSet): set is AliasSet => 'alias' in set;

/** The values of a set; none of an alias. */
export const valuesOf = (set: RecordSet): readonly string[] => (isAlias(set) ? [] : set.values);

/** Same name and type with the same TTL and values as a set, or the same alias target (spec 7.3, W12). */
export const sameRecordSet = (left: RecordSet | StoredRecordSet, right: RecordSet): boolean => {
  if (!isSamePlace(left, right)) return false;
  if (isAlias(right)) return sameTarget(aliasOf(left), right.alias);
  return 'ttlSeconds' in left && left.ttlSeconds === right.ttlSeconds && sameValueSet(left, right);
};

/** Same name, type and values; only the TTL may differ, as after an edit by hand (case R30). */
export const sameButForTtl = (left: RecordSet | StoredRecordSet, right: RecordSet): boolean =>
  isSamePlace(left, right) && !isAlias(right) && sameValueSet(left, right);

const isSamePlace = (left: RecordSet | StoredRecordSet, right: RecordSet): boolean =>
  !('special' in left) && left.name === right.name && left.type === right.type;

const aliasOf = (set: RecordSet | StoredRecordSet): AliasTarget | undefined =>
  'alias' in set ? set.alias : undefined;

const sameTarget = (left: AliasTarget | undefined, right: AliasTarget): boolean =>
  left !== undefined &&
  left.zoneId === right.zoneId &&
  left.dnsName === right.dnsName &&
  left.evaluateTargetHealth === right.evaluateTargetHealth;

const sameValueSet = (left: RecordSet | StoredRecordSet, right: ValueSet): boolean => {
  if (aliasOf(left) !== undefined || !('values' in left)) return false;
  const a = new Set(left.values);
  const b = new Set(right.values);
  return a.size === b.size && [...a].every((value) => b.has(value));
};

/** Order of record sets wherever they are listed: by name, then by type. */
export const compareRecordSets = (
  left: { readonly name: string; readonly type: string },
  right: { readonly name: string; readonly type: string },
): number => compareText(left.name, right.name) || compareText(left.type, right.type);

const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
