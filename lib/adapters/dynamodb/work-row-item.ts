import * as v from 'valibot';
import { formatWorkKey, type WorkKey } from '../../core/model/work-key.ts';
import type { WorkRow } from '../../core/model/work-row.ts';
import { workItem } from './item-keys.ts';
import { count, jsonText, parseItem } from './parse-item.ts';
import { getItem, type PlainItem, type Table } from './table.ts';

/** Numbers are N; `applied` is a JSON object in one text, since it is only ever replaced whole. */
const schema = v.object({
  generation: v.optional(count, 0),
  done: v.optional(count, 0),
  dueAt: v.exactOptional(v.number()),
  leaseHolder: v.exactOptional(v.string()),
  leaseUntil: v.exactOptional(v.number()),
  fence: v.optional(count, 0),
  attempts: v.optional(count, 0),
  lastOutcome: v.exactOptional(v.string()),
  lastError: v.exactOptional(v.string()),
  applied: v.optional(jsonText(v.record(v.string(), v.string())), '{}'),
});

/** The work row that an item holds; what was never written counts as zero. */
export const toWorkRow = (key: WorkKey, item: PlainItem): WorkRow => ({
  key,
  ...parseItem(schema, item, workItem(key)),
});

/** Reads the row of a key consistently. */
export const readWorkRow = async (table: Table, key: WorkKey): Promise<WorkRow | undefined> => {
  const item = await getItem(table, workItem(key), `Cannot read the row of ${formatWorkKey(key)}`);
  return item && toWorkRow(key, item);
};
