import * as v from 'valibot';
import type { KnownZone } from '../../ports/known-zone.ts';
import { knownZoneItem } from './item-keys.ts';
import { jsonText, parseItem } from './parse-item.ts';
import { getItem, type Table, updateItem } from './table.ts';

const schema = v.object({
  view: jsonText(
    v.variant('kind', [
      v.object({
        kind: v.literal('found'),
        zone: v.object({ id: v.string(), name: v.string(), isPrivate: v.boolean() }),
      }),
      v.object({ kind: v.literal('unknown'), message: v.string() }),
    ]),
  ),
});

/** The hosted zone that the passes found, in one item of the table. */
export const createDynamoKnownZone = (table: Table): KnownZone => ({
  read: async () => {
    const item = await getItem(table, knownZoneItem, 'Cannot read which hosted zone was found');
    return item && parseItem(schema, item, knownZoneItem).view;
  },
  write: async (view) => {
    await updateItem(table, {
      doing: 'Cannot keep which hosted zone was found',
      key: knownZoneItem,
      update: 'SET #view = :view',
      // A write that is refused costs no more than a look, and leaves nothing to restore or to stream.
      condition: 'attribute_not_exists(#view) OR #view <> :view',
      values: { ':view': JSON.stringify(view) },
    });
  },
});
