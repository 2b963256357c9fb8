import { fingerprint } from '../model/fingerprint.ts';
import type { LedgerEntry } from '../model/ledger-entry.ts';
import type { ZonePlan } from '../model/plan.ts';
import type { RecordSet } from '../model/record-set.ts';
import { sameJson } from '../model/same-json.ts';
import type { ServiceKey } from '../model/service-key.ts';
import type { EpochMs } from '../model/time.ts';

/** How many values older than the last two states of an entry are remembered as possibly ours. */
const pastLimit = 40;

/** What a pass does to the ledger for one zone. */
export type LedgerChange =
  /** Store a new `desired`, then mark it pending. */
  | {
      readonly kind: 'write';
      readonly entry: Pick<LedgerEntry, 'zoneId' | 'key' | 'desired' | 'desiredVersion' | 'past'>;
    }
  /** Nothing new, but the stored version is not published yet, or a sweep found it changed: see that its marker is there. */
  | { readonly kind: 'remind'; readonly zoneId: string; readonly version: number };

/** The steps that bring the ledger to the plan; a zone that the plan does not name any more is withdrawn. */
export const ledgerChanges = (
  key: ServiceKey,
  zones: readonly ZonePlan[],
  ledger: readonly LedgerEntry[],
  now: EpochMs,
): readonly LedgerChange[] => {
  const left = ledger.filter((entry) => !zones.some((zone) => zone.zoneId === entry.zoneId));
  return [
    ...zones.flatMap((zone) => {
      const entry = ledger.find((other) => other.zoneId === zone.zoneId);
      return entry === undefined ? first(key, zone) : next(entry, zone.recordSets, now);
    }),
    ...left.flatMap((entry) => next(entry, [], now)),
  ];
};

const first = (key: ServiceKey, zone: ZonePlan): readonly LedgerChange[] =>
  zone.recordSets.length === 0
    ? []
    : [
        {
          kind: 'write',
          entry: {
            zoneId: zone.zoneId,
            key,
            desired: zone.recordSets,
            desiredVersion: 1,
            past: [],
          },
        },
      ];

const next = (
  entry: LedgerEntry,
  desired: readonly RecordSet[],
  now: EpochMs,
): readonly LedgerChange[] => {
  const { zoneId, key, desiredVersion } = entry;
  if (!sameJson(entry.desired, desired)) {
    const past = pastWith(entry);
    return [
      { kind: 'write', entry: { zoneId, key, desired, desiredVersion: desiredVersion + 1, past } },
    ];
  }
  const waiting = entry.appliedVersion !== desiredVersion;
  const retry = entry.retryAt !== undefined && entry.retryAt <= now;
  const isSuspect = entry.suspects !== undefined;
  return waiting || retry || isSuspect ? [{ kind: 'remind', zoneId, version: desiredVersion }] : [];
};

// An unpublished `desired` may have reached Route 53 all the same, its confirmation lost: it stays known as ours.
const pastWith = (entry: LedgerEntry): readonly RecordSet[] => {
  const all = [...entry.desired, ...entry.applied, ...entry.past];
  const distinct = new Map(all.map((set) => [fingerprint(set), set]));
  const limit = entry.desired.length + entry.applied.length + pastLimit;
  return [...distinct.values()].slice(0, limit);
};
