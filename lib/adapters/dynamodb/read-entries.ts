import { type AttributeValue, BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import { ControllerError } from '../../core/model/failure.ts';
import type { LedgerEntry } from '../../core/model/ledger-entry.ts';
import type { ServiceKey } from '../../core/model/service-key.ts';
import type { Clock } from '../../ports/clock.ts';
import { classify } from './failures.ts';
import { ledgerItem } from './item-keys.ts';
import { toStoredEntry } from './ledger-entry-item.ts';
import { keyAttributes, type PlainItem, type Table, toPlain } from './table.ts';

/** Keys that one BatchGetItem takes (API_BatchGetItem). */
const keysPerCall = 100;

/** Calls for one page, with waits of 50 ms doubling between them: about 3 s in all. */
const maxCalls = 7;
const firstWaitMs = 50;

type Source = { readonly table: Table; readonly clock: Pick<Clock, 'sleep'> };
type Keys = readonly Record<string, AttributeValue>[];

/** Reads the entries of these Services in a zone consistently, in the order asked; absent ones are left out. */
export const readEntries = async (
  source: Source,
  zoneId: string,
  keys: readonly ServiceKey[],
): Promise<readonly LedgerEntry[]> => {
  const wanted = new Map(keys.map((key) => [ledgerItem(zoneId, key).pk, key]));
  const places = [...wanted.values()].map((key) => keyAttributes(ledgerItem(zoneId, key)));
  const found = new Map<string, PlainItem>();
  for (let start = 0; start < places.length; start += keysPerCall) {
    const items = await readPage(source, zoneId, places.slice(start, start + keysPerCall));
    for (const item of items) found.set(String(item['pk']), item);
  }
  return [...wanted].flatMap(([pk, key]) => {
    const item = found.get(pk);
    return item === undefined ? [] : [toStoredEntry(zoneId, key, item).entry];
  });
};

/** One page; DynamoDB hands back the keys that it had no capacity for, or that exceed 16 MB. */
const readPage = async (
  { table, clock }: Source,
  zoneId: string,
  page: Keys,
): Promise<readonly PlainItem[]> => {
  const items: PlainItem[] = [];
  let left = page;
  for (let call = 0; call < maxCalls; call += 1) {
    if (call > 0) await clock.sleep(firstWaitMs * 2 ** (call - 1));
    const answer = await readOnce(table, zoneId, left);
    items.push(...answer.items);
    left = answer.left;
    if (left.length === 0) return items;
  }
  throw new ControllerError(
    'throttled',
    `Cannot read ${left.length} ledger entries of zone ${zoneId}: DynamoDB left them out ${maxCalls} times; raise the table's capacity`,
  );
};

const readOnce = async (
  table: Table,
  zoneId: string,
  keys: Keys,
): Promise<{ readonly items: readonly PlainItem[]; readonly left: Keys }> => {
  const command = new BatchGetItemCommand({
    RequestItems: { [table.name]: { Keys: [...keys], ConsistentRead: true } },
  });
  try {
    const answer = await table.client.send(command);
    return {
      items: (answer.Responses?.[table.name] ?? []).map(toPlain),
      left: answer.UnprocessedKeys?.[table.name]?.Keys ?? [],
    };
  } catch (error) {
    throw classify(error, `Cannot read the ledger entries of zone ${zoneId}`);
  }
};
