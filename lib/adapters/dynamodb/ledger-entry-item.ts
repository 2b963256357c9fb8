import * as v from 'valibot';
import type { LedgerEntry } from '../../core/model/ledger-entry.ts';
import { isAlias, type RecordSet } from '../../core/model/record-set.ts';
import { parseServiceKey, type ServiceKey } from '../../core/model/service-key.ts';
import { type ItemKey, ledgerItem, ledgerPrefix } from './item-keys.ts';
import { count, jsonText, parseItem } from './parse-item.ts';
import type { PlainItem } from './table.ts';

/** A ledger entry with the fences of those who last wrote its two halves. */
export type StoredEntry = { readonly entry: LedgerEntry; readonly fence: number };

const valueSet = v.object({
  name: v.string(),
  type: v.picklist(['A', 'AAAA', 'CNAME']),
  ttlSeconds: count,
  values: v.array(v.string()),
});

const aliasSet = v.object({
  name: v.string(),
  type: v.picklist(['A', 'AAAA']),
  alias: v.object({
    zoneId: v.string(),
    dnsName: v.string(),
    evaluateTargetHealth: v.boolean(),
  }),
});

const recordSets = jsonText(v.array(v.union([valueSet, aliasSet])));

const blockedNames = jsonText(
  v.array(v.object({ name: v.string(), reason: v.string(), message: v.string() })),
);

/**
 * Numbers are N. Lists are compact JSON in one text each: they are only ever replaced whole, a text compares whole in a
 * condition, and it takes about a third of the bytes of a DynamoDB list of maps.
 */
const schema = v.object({
  desired: v.optional(recordSets, '[]'),
  desiredVersion: v.optional(count, 0),
  past: v.optional(recordSets, '[]'),
  fence: v.optional(count, 0),
  applied: v.optional(recordSets, '[]'),
  appliedVersion: v.optional(count, 0),
  sending: v.exactOptional(count),
  suspects: v.exactOptional(jsonText(v.array(v.string()))),
  blocked: v.optional(blockedNames, '[]'),
  attempts: v.optional(count, 0),
  retryAt: v.exactOptional(v.number()),
});

/** Record sets as an item holds them: always the same text for the same sets. */
export const recordSetsText = (sets: readonly RecordSet[]): string =>
  JSON.stringify(sets.map(inOrder));

const inOrder = (set: RecordSet): RecordSet => {
  const { name, type } = set;
  if (!isAlias(set)) return { name, type, ttlSeconds: set.ttlSeconds, values: set.values };
  const { zoneId, dnsName, evaluateTargetHealth } = set.alias;
  return { name, type: set.type, alias: { zoneId, dnsName, evaluateTargetHealth } };
};

/** The entry of a Service in a zone that an item holds. */
export const toStoredEntry = (zoneId: string, key: ServiceKey, item: PlainItem): StoredEntry => {
  const { fence, ...rest } = parseItem(schema, item, ledgerItem(zoneId, key));
  return { entry: { zoneId, key, ...rest }, fence };
};

/** The zone that an entry's own sort key names. */
export const zoneOfEntry = (item: PlainItem, at: Pick<ItemKey, 'pk'>): string => {
  const { sk } = parseItem(v.object({ sk: v.string() }), item, { ...at, sk: ledgerPrefix });
  return sk.slice(ledgerPrefix.length);
};

/** A Service's key after a prefix, such as that of a marker's sort key. */
export const serviceKeyText = (prefix: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => parseServiceKey(text.slice(prefix.length))),
    v.custom<ServiceKey>((key) => key !== undefined, 'is not namespace/name'),
  );
