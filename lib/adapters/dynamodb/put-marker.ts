import type { PendingMarker } from '../../core/model/ledger-entry.ts';
import { formatServiceKey } from '../../core/model/service-key.ts';
import { pendingItem } from './item-keys.ts';
import { type Table, updateItem } from './table.ts';

/** Puts the marker for that version; true if there was none or an older one. */
export const putMarker = async (
  table: Table,
  zoneId: string,
  marker: PendingMarker,
): Promise<boolean> => {
  const result = await updateItem(table, {
    doing: `Cannot mark ${formatServiceKey(marker.key)} as pending in zone ${zoneId}`,
    key: pendingItem(zoneId, marker.key),
    update: `SET #version = :version${marker.since === undefined ? '' : ', #since = :since'}`,
    condition: 'attribute_not_exists(#version) OR #version < :version',
    values: {
      ':version': marker.version,
      ...(marker.since !== undefined && { ':since': marker.since }),
    },
  });
  // An earlier try may have put the marker unheard, and then nobody else wakes the zone.
  return result.kind === 'written' || result.resent;
};
