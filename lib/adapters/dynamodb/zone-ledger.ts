import * as v from 'valibot';
import { ControllerError } from '../../core/model/failure.ts';
import type { PendingMarker } from '../../core/model/ledger-entry.ts';
import { formatServiceKey } from '../../core/model/service-key.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Published, ZoneLedger } from '../../ports/zone-ledger.ts';
import { ledgerItem, pendingItem, pendingPrefix, zonePartition } from './item-keys.ts';
import { recordSetsText, serviceKeyText } from './ledger-entry-item.ts';
import { count, parseItem } from './parse-item.ts';
import { readEntries } from './read-entries.ts';
import { deleteItem, getItem, queryItems, type Table, updateItem } from './table.ts';

const markerItem = v.object({
  sk: serviceKeyText(pendingPrefix),
  version: count,
  since: v.optional(count),
});

/** The record ledger in DynamoDB, as the publisher of one zone sees it. */
export const createDynamoZoneLedger = (table: Table, clock: Pick<Clock, 'sleep'>): ZoneLedger => ({
  pending: async (zoneId) => {
    const pk = zonePartition(zoneId);
    const doing = `Cannot read what is pending in zone ${zoneId}`;
    const items = await queryItems(table, { pk, skPrefix: pendingPrefix }, doing);
    return items.map((item): PendingMarker => {
      const { sk, version, since } = parseItem(markerItem, item, { pk, sk: String(item['sk']) });
      return { key: sk, version, ...(since === undefined ? {} : { since }) };
    });
  },
  readMany: (zoneId, keys) => readEntries({ table, clock }, zoneId, keys),
  beginSending: (entry, fence) => beginSending(table, entry, fence),
  writePublished: (published, fence) => writePublished(table, published, fence),
  clearPending: (zoneId, marker) =>
    deleteItem(table, {
      doing: `Cannot clear the mark of ${formatServiceKey(marker.key)} in zone ${zoneId}`,
      key: pendingItem(zoneId, marker.key),
      condition: '#version <= :version',
      values: { ':version': marker.version },
    }),
});

const notFenced =
  'attribute_exists(#pk) AND (attribute_not_exists(#zoneFence) OR #zoneFence <= :fence)';

const beginSending = async (
  table: Table,
  { zoneId, key, desiredVersion }: Parameters<ZoneLedger['beginSending']>[0],
  fence: number,
): Promise<void> => {
  const doing = `Cannot note that records of ${formatServiceKey(key)} are sent to zone ${zoneId}`;
  const result = await updateItem(table, {
    doing,
    key: ledgerItem(zoneId, key),
    update: 'SET #sending = :version, #zoneFence = :fence',
    condition: notFenced,
    values: { ':version': desiredVersion, ':fence': fence },
  });
  if (result.kind === 'written') return;
  throw new ControllerError(
    'lease-lost',
    `${doing}: a later publisher wrote the entry, or it is gone; this one must stop`,
  );
};

const writePublished = async (table: Table, published: Published, fence: number): Promise<void> => {
  const { zoneId, key, retryAt } = published;
  const doing = `Cannot store what was published for ${formatServiceKey(key)} in zone ${zoneId}`;
  const result = await updateItem(table, {
    doing,
    key: ledgerItem(zoneId, key),
    update:
      'SET #applied = :applied, #appliedVersion = :version, #blocked = :blocked, ' +
      '#attempts = :attempts, #zoneFence = :fence' +
      (retryAt === undefined
        ? ' REMOVE #retryAt, #sending, #suspects'
        : ', #retryAt = :retryAt REMOVE #sending, #suspects'),
    condition: notFenced,
    values: {
      ':applied': recordSetsText(published.applied),
      ':version': published.appliedVersion,
      ':blocked': JSON.stringify(published.blocked),
      ':attempts': published.attempts,
      ':fence': fence,
      ...(retryAt !== undefined && { ':retryAt': retryAt }),
    },
  });
  if (result.kind === 'written') return;
  if ((await getItem(table, ledgerItem(zoneId, key), doing)) !== undefined) {
    throw new ControllerError(
      'lease-lost',
      `${doing}: a later publisher wrote it; this one must stop`,
    );
  }
  // An entry that was forgotten after its records went needs no memory; a record of ours without an entry does.
  if (published.applied.length === 0) return;
  throw new ControllerError('conflict', `${doing}: its ledger entry is gone; adopt the zone anew`);
};
