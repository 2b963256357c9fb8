import * as v from 'valibot';
import { formatServiceKey } from '../../core/model/service-key.ts';
import type { DriftLedger } from '../../ports/drift-ledger.ts';
import { ledgerItem, ledgerPrefix, servicePrefix } from './item-keys.ts';
import { serviceKeyText, toStoredEntry } from './ledger-entry-item.ts';
import { jsonText, parseItem } from './parse-item.ts';
import { putMarker } from './put-marker.ts';
import { scanPage, type Table, updateItem } from './table.ts';

const entryKey = v.object({ pk: serviceKeyText(servicePrefix) });
const position = jsonText(v.object({ pk: v.string(), sk: v.string() }));

/** The record ledger in DynamoDB, as the sweep of one zone sees it. */
export const createDynamoDriftLedger = (table: Table): DriftLedger => ({
  readPage: async (zoneId, next) => {
    const sk = `${ledgerPrefix}${zoneId}`;
    const doing = `Cannot read the ledger of zone ${zoneId}`;
    const from = next === undefined ? undefined : v.parse(position, next);
    const page = await scanPage(table, { sk, ...(from && { from }) }, doing);
    const entries = page.items.map((item) => {
      const { pk } = parseItem(entryKey, item, { pk: String(item['pk']), sk });
      return toStoredEntry(zoneId, pk, item).entry;
    });
    return { entries, ...(page.next && { next: JSON.stringify(page.next) }) };
  },
  suspect: async ({ zoneId, key, version }, names) => {
    const result = await updateItem(table, {
      doing: `Cannot note what was found of ${formatServiceKey(key)} in zone ${zoneId}`,
      key: ledgerItem(zoneId, key),
      update: 'SET #suspects = :names',
      condition:
        '#desiredVersion = :version AND #appliedVersion = :version AND attribute_not_exists(#sending)',
      values: { ':names': JSON.stringify(names), ':version': version },
    });
    if (result.kind === 'refused') return false;
    await putMarker(table, zoneId, { key, version });
    return true;
  },
});
