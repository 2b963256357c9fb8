import * as v from 'valibot';
import { ControllerError } from '../../core/model/failure.ts';
import { formatWorkKey } from '../../core/model/work-key.ts';
import type { ResyncCheckpoint, ResyncProgress } from '../../ports/resync-progress.ts';
import { progressItem } from './item-keys.ts';
import { count, jsonText, parseItem } from './parse-item.ts';
import { deleteItem, getItem, type Table, updateItem } from './table.ts';

const texts = v.record(v.string(), v.string());

const schema = v.object({
  checkpoint: jsonText(
    v.object({
      beganAt: v.number(),
      generation: count,
      after: v.string(),
      next: v.string(),
      members: texts,
      unread: texts,
      counts: v.record(v.string(), v.number()),
    }),
  ),
});

const notFenced = 'attribute_not_exists(#fence) OR #fence <= :fence';

/** How far rounds of the resync have come, one item a key beside its row. */
export const createDynamoResyncProgress = (table: Table): ResyncProgress => ({
  read: async (key) => {
    const at = progressItem(key);
    const item = await getItem(table, at, `Cannot read how far ${formatWorkKey(key)} has come`);
    return item && (parseItem(schema, item, at).checkpoint satisfies ResyncCheckpoint);
  },
  save: async (key, checkpoint, fence) => {
    const doing = `Cannot note how far ${formatWorkKey(key)} has come`;
    const result = await updateItem(table, {
      doing,
      key: progressItem(key),
      update: 'SET #checkpoint = :checkpoint, #fence = :fence',
      condition: notFenced,
      values: { ':checkpoint': JSON.stringify(checkpoint), ':fence': fence },
    });
    if (result.kind === 'written') return;
    throw new ControllerError(
      'lease-lost',
      `${doing}: a later run wrote there; this one must stop`,
    );
  },
  clear: (key, fence) =>
    deleteItem(table, {
      doing: `Cannot forget how far ${formatWorkKey(key)} had come`,
      key: progressItem(key),
      condition: notFenced,
      values: { ':fence': fence },
    }),
});
