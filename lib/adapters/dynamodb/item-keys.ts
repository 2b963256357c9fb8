import { formatServiceKey, type ServiceKey } from '../../core/model/service-key.ts';
import type { WorkKey } from '../../core/model/work-key.ts';

/** Primary key of an item. */
export type ItemKey = { readonly pk: string; readonly sk: string };

/** Sort keys of a Service's ledger entries begin so. */
export const ledgerPrefix = 'ledger#';

/** Sort keys of a zone's pending markers begin so. */
export const pendingPrefix = 'pending#';

/** Partition keys of Services begin so. */
export const servicePrefix = 'service#';

/** Partition keys of hosted zones begin so. */
export const zonePrefix = 'zone#';

/** Partition of a Service: its work row and its ledger entries. */
export const servicePartition = (key: ServiceKey): string =>
  `${servicePrefix}${formatServiceKey(key)}`;

/** Partition of a hosted zone: its work row and its pending markers. */
export const zonePartition = (zoneId: string): string => `${zonePrefix}${zoneId}`;

/** Partition of the sweeps of a hosted zone: their work row, and how far the latest one came. */
const sweepPartition = (zoneId: string): string => `sweep#${zoneId}`;

/** Sort key of a work row. */
export const workSort = 'work';

/** Where the work row of a key lies. */
export const workItem = (key: WorkKey): ItemKey => ({ pk: workPartition(key), sk: workSort });

const workPartition = (key: WorkKey): string => {
  switch (key.kind) {
    case 'service':
      return servicePartition(key.service);
    case 'namespace':
      return `namespace#${key.namespace}`;
    case 'fleet':
    case 'resync':
      return key.kind;
    case 'zone':
      return zonePartition(key.zoneId);
    case 'sweep':
      return sweepPartition(key.zoneId);
  }
};

/** Where the ledger entry of a Service in a zone lies. */
export const ledgerItem = (zoneId: string, key: ServiceKey): ItemKey => ({
  pk: servicePartition(key),
  sk: `${ledgerPrefix}${zoneId}`,
});

/** Where the pending marker of a Service in a zone lies. */
export const pendingItem = (zoneId: string, key: ServiceKey): ItemKey => ({
  pk: zonePartition(zoneId),
  sk: `${pendingPrefix}${formatServiceKey(key)}`,
});

/** Where it stands how far a round of the resync has come. */
export const progressItem = (key: WorkKey): ItemKey => ({ pk: workPartition(key), sk: 'progress' });

/** Where the hosted zone stands that the passes found. */
export const knownZoneItem: ItemKey = { pk: 'known-zone', sk: 'found' };

/** Where the end of what was reserved of Route 53's request rate lies. */
export const route53RateItem: ItemKey = { pk: 'route53', sk: 'rate' };

/** Where it is kept how far the latest sweep of a zone came. */
export const sweepItem = (zoneId: string): ItemKey => ({
  pk: sweepPartition(zoneId),
  sk: 'progress',
});
