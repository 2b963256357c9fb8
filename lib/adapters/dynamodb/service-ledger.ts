import { ControllerError } from '../../core/model/failure.ts';
import { formatServiceKey, type ServiceKey } from '../../core/model/service-key.ts';
import type { ServiceLedger } from '../../ports/service-ledger.ts';
import { ledgerItem, ledgerPrefix, servicePartition } from './item-keys.ts';
import {
  recordSetsText,
  type StoredEntry,
  toStoredEntry,
  zoneOfEntry,
} from './ledger-entry-item.ts';
import { putMarker } from './put-marker.ts';
import { getItem, queryItems, type Table, updateItem } from './table.ts';

type DesiredWrite = Parameters<ServiceLedger['writeDesired']>[0];

/** The record ledger in DynamoDB, as the pass of one Service sees it. */
export const createDynamoServiceLedger = (table: Table): ServiceLedger => ({
  read: async (key) => {
    const pk = servicePartition(key);
    const doing = `Cannot read the ledger of ${formatServiceKey(key)}`;
    const items = await queryItems(table, { pk, skPrefix: ledgerPrefix }, doing);
    return items.map((item) => toStoredEntry(zoneOfEntry(item, { pk }), key, item).entry);
  },
  writeDesired: (entry, fence) => writeDesired(table, entry, fence),
  markPending: (zoneId, marker) => putMarker(table, zoneId, marker),
});

const nameOf = (zoneId: string, key: ServiceKey): string =>
  `the records of ${formatServiceKey(key)} in zone ${zoneId}`;

const writeDesired = async (table: Table, write: DesiredWrite, fence: number): Promise<void> => {
  const { zoneId, key, desiredVersion } = write;
  const first = desiredVersion === 1;
  const result = await updateItem(table, {
    doing: `Cannot write ${nameOf(zoneId, key)}`,
    key: ledgerItem(zoneId, key),
    update: 'SET #desired = :desired, #desiredVersion = :version, #past = :past, #fence = :fence',
    condition:
      '(attribute_not_exists(#fence) OR #fence <= :fence) AND ' +
      (first ? 'attribute_not_exists(#desiredVersion)' : '#desiredVersion = :previous'),
    values: {
      ':desired': recordSetsText(write.desired),
      ':version': desiredVersion,
      ':past': recordSetsText(write.past),
      ':fence': fence,
      ...(!first && { ':previous': desiredVersion - 1 }),
    },
  });
  if (result.kind === 'refused') await explainRefusal(table, write, fence);
};

/** Returns if the very same write is already stored, as after an answer that was lost. */
const explainRefusal = async (table: Table, write: DesiredWrite, fence: number): Promise<void> => {
  const { zoneId, key } = write;
  const doing = `Cannot write ${nameOf(zoneId, key)}`;
  const item = await getItem(table, ledgerItem(zoneId, key), doing);
  const stored = item && toStoredEntry(zoneId, key, item);
  if (stored && stored.fence > fence) {
    throw new ControllerError(
      'lease-lost',
      `${doing}: a later pass wrote them; this one must stop`,
    );
  }
  if (stored && isSame(stored, write, fence)) return;
  const standing = stored?.entry.desiredVersion ?? 0;
  throw new ControllerError(
    'conflict',
    `${doing}: version ${standing} is stored, so ${write.desiredVersion} is not the next; read them again`,
  );
};

const isSame = (stored: StoredEntry, write: DesiredWrite, fence: number): boolean =>
  stored.fence === fence &&
  stored.entry.desiredVersion === write.desiredVersion &&
  recordSetsText(stored.entry.desired) === recordSetsText(write.desired);
