import { paginateScan } from '@aws-sdk/client-dynamodb';
import { parseServiceKey, type ServiceKey } from '../../core/model/service-key.ts';
import { serviceWork } from '../../core/model/work-key.ts';
import type { FleetLedger, FleetSnapshot, ServiceRecord } from '../../ports/fleet-ledger.ts';
import { classify } from './failures.ts';
import { pendingPrefix, servicePrefix, workSort, zonePrefix } from './item-keys.ts';
import { toStoredEntry, zoneOfEntry } from './ledger-entry-item.ts';
import { type PlainItem, type Table, toPlain } from './table.ts';
import { toWorkRow } from './work-row-item.ts';

/** Segments that are read side by side (API_Scan, "Parallel scan"). */
const segments = 4;

/** Attributes of rows, entries and markers; texts that only explain stay behind. */
const attributes = [
  ...['pk', 'sk', 'generation', 'done', 'dueAt', 'leaseHolder', 'leaseUntil', 'fence', 'attempts'],
  ...['lastOutcome', 'applied', 'desired', 'desiredVersion', 'past', 'appliedVersion', 'sending'],
  ...['suspects', 'blocked', 'retryAt', 'version'],
];

/** Items of one Service as they are stored: they take a fifth of the room of what they mean, and most are looked at once. */
type Stored = { row?: PlainItem; readonly entries: PlainItem[]; readonly markers: PlainItem[] };

/** The whole table in DynamoDB, read by a scan whose reads are eventually consistent, at half the price. */
export const createDynamoFleetLedger = (table: Table): FleetLedger => ({
  read: async (namespace) => {
    const found = new Map<string, Stored>();
    const parts = Array.from({ length: segments }, (_, segment) =>
      scan(table, { namespace, segment }, (item) => keep(found, item)),
    );
    await Promise.all(parts);
    return snapshotOf(found);
  },
});

const scan = async (
  table: Table,
  part: { readonly namespace: string | undefined; readonly segment: number },
  see: (item: PlainItem) => void,
): Promise<void> => {
  const within = part.namespace === undefined ? '' : `${part.namespace}/`;
  const pages = paginateScan(
    { client: table.client },
    {
      TableName: table.name,
      Segment: part.segment,
      TotalSegments: segments,
      FilterExpression: 'begins_with(#pk, :service) OR begins_with(#sk, :pending)',
      ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ':service': { S: `${servicePrefix}${within}` },
        ':pending': { S: `${pendingPrefix}${within}` },
      },
    },
  );
  try {
    for await (const { Items: items = [] } of pages) for (const item of items) see(toPlain(item));
  } catch (error) {
    throw classify(error, 'Cannot read the table');
  }
};

const keep = (found: Map<string, Stored>, item: PlainItem): void => {
  const [pk, sk] = [String(item['pk']), String(item['sk'])];
  const isMarker = sk.startsWith(pendingPrefix);
  const text = isMarker ? sk.slice(pendingPrefix.length) : pk.slice(servicePrefix.length);
  const stored = found.get(text) ?? { entries: [], markers: [] };
  found.set(text, stored);
  if (isMarker) stored.markers.push(item);
  else if (sk === workSort) stored.row = item;
  else stored.entries.push(item);
};

const snapshotOf = (found: ReadonlyMap<string, Stored>): FleetSnapshot => ({
  keys: [...found.keys()].filter((text) => parseServiceKey(text) !== undefined).sort(),
  of: (key) => {
    const stored = found.get(`${key.namespace}/${key.name}`);
    return stored && recordOf(key, stored);
  },
});

const recordOf = (key: ServiceKey, { row, entries, markers }: Stored): ServiceRecord => ({
  ...(row === undefined ? {} : { row: toWorkRow(serviceWork(key), row) }),
  entries: entries
    .map((item) => {
      const zoneId = zoneOfEntry(item, { pk: String(item['pk']) });
      return toStoredEntry(zoneId, key, item).entry;
    })
    .sort((left, right) => (left.zoneId < right.zoneId ? -1 : 1)),
  pending: markers.map((item) => ({
    zoneId: String(item['pk']).slice(zonePrefix.length),
    version: Number(item['version']),
  })),
});
