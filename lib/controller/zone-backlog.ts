import { type WaitingEntry, waitingEntry } from '../core/dns/urgency.ts';
import type { PendingMarker } from '../core/model/ledger-entry.ts';
import { formatServiceKey } from '../core/model/service-key.ts';
import type { EpochMs } from '../core/model/time.ts';
import type { PublishContext } from './context.ts';

/** What waits for one run over a zone: looked at anew while the run goes on, so that it ends with full batches and not with many runs. */
export type ZoneBacklog = {
  /** Looks at what is pending. `isBusy` tells whose earlier version is still on its way. */
  readonly look: (isBusy: (key: string) => boolean) => Promise<void>;
  /** True if nobody has looked for a second. */
  readonly isOld: () => boolean;
  /** What nobody has begun with, by Service. */
  readonly waiting: ReadonlyMap<string, WaitingEntry>;
  /** Takes an entry out. */
  readonly begin: (key: string) => void;
};

/** Whoever asks for the zone meanwhile sends a message that comes after its own window: a sooner look would find half of a batch. */
const freshMs = 1_000;

/** A backlog that nobody has looked at. */
export const createBacklog = (zoneId: string, ctx: PublishContext): ZoneBacklog => {
  const waiting = new Map<string, WaitingEntry>();
  /** The version of each marker that was taken. */
  const seen = new Map<string, number>();
  let lookedAt: EpochMs | undefined;
  const isOld = (): boolean => lookedAt === undefined || ctx.clock.now() - lookedAt >= freshMs;
  const look = async (isBusy: (key: string) => boolean): Promise<void> => {
    const isFirst = lookedAt === undefined;
    lookedAt = ctx.clock.now();
    const markers = await ctx.zoneLedger.pending(zoneId);
    if (isFirst) tellOldest(zoneId, markers, ctx);
    const fresh = markers.filter(({ key, version }) => {
      const name = formatServiceKey(key);
      return seen.get(name) !== version && !isBusy(name);
    });
    if (fresh.length > 0) await take(fresh);
  };
  const take = async (markers: readonly PendingMarker[]): Promise<void> => {
    const keys = markers.map(({ key }) => key);
    const entries = await ctx.zoneLedger.readMany(zoneId, keys);
    const since = new Map(markers.map((marker) => [formatServiceKey(marker.key), marker.since]));
    for (const { key, version } of markers) seen.set(formatServiceKey(key), version);
    for (const entry of entries) {
      const key = formatServiceKey(entry.key);
      waiting.set(key, waitingEntry(entry, since.get(key)));
    }
  };
  return { look, isOld, waiting, begin: (key) => void waiting.delete(key) };
};

const tellOldest = (
  zoneId: string,
  markers: readonly PendingMarker[],
  { clock, telemetry }: PublishContext,
): void => {
  const since = markers.flatMap((marker) => marker.since ?? []);
  if (since.length === 0) return;
  telemetry.measure('PendingOldestMs', Math.max(0, clock.now() - Math.min(...since)), {
    zone: zoneId,
  });
};
