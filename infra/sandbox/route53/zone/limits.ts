import type { ZoneChange } from './record-set.ts';

/** What the service allows (awsdocs DNSLimitations; spec aws.md 1.2 and 1.4). */
export const zoneLimits = {
  recordsPerBatch: 1000,
  charactersPerBatch: 32_000,
  charactersPerValue: 4000,
  valuesPerSet: 400,
  setsPerRoutingGroup: 100,
  recordsPerZone: 10_000,
  maxTtlSeconds: 2_147_483_647,
  maxNameCharacters: 1024,
  maxSetIdentifierCharacters: 128,
} as const;

const weight = (change: ZoneChange): number => (change.action === 'UPSERT' ? 2 : 1);

const recordCount = ({ recordSet }: ZoneChange): number =>
  recordSet.aliasTarget === undefined ? recordSet.values.length : 1;

const characterCount = ({ recordSet }: ZoneChange): number =>
  recordSet.values.reduce((sum, value) => sum + value.length, 0);

const total = (changes: readonly ZoneChange[], count: (change: ZoneChange) => number): number =>
  changes.reduce((sum, change) => sum + weight(change) * count(change), 0);

/** Messages for a batch that is larger than the service takes; an UPSERT counts twice. */
export const batchLimitFaults = (changes: readonly ZoneChange[]): readonly string[] => {
  const faults: string[] = [];
  const { recordsPerBatch, charactersPerBatch } = zoneLimits;
  if (total(changes, recordCount) > recordsPerBatch) {
    faults.push(`Number of records limit of ${recordsPerBatch} exceeded.`);
  }
  if (total(changes, characterCount) > charactersPerBatch) {
    faults.push(`Number of characters limit of ${charactersPerBatch} exceeded.`);
  }
  return faults;
};
