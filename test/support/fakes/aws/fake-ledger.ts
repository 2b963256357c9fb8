import { ControllerError } from '../../../../lib/core/model/failure.ts';
import type { LedgerEntry, PendingMarker } from '../../../../lib/core/model/ledger-entry.ts';
import { formatServiceKey, type ServiceKey } from '../../../../lib/core/model/service-key.ts';
import type { DriftLedger } from '../../../../lib/ports/drift-ledger.ts';
import type { ServiceLedger } from '../../../../lib/ports/service-ledger.ts';
import type { Published, ZoneLedger } from '../../../../lib/ports/zone-ledger.ts';
import { type Gate, through } from '../../gate.ts';

/** All ports over one ledger in memory, with a look at all of it. */
export type FakeLedger = {
  readonly driftLedger: DriftLedger;
  readonly serviceLedger: ServiceLedger;
  readonly zoneLedger: ZoneLedger;
  /** All entries, by zone and Service. */
  readonly entries: () => readonly LedgerEntry[];
  /** The newest fences that wrote each entry, 0 where none did, by zone and Service. */
  readonly fences: () => readonly Fences[];
  /** All markers of a zone, by Service. */
  readonly markers: (zoneId: string) => readonly PendingMarker[];
  /** The markers of all zones. */
  readonly allMarkers: () => readonly { readonly zoneId: string; readonly marker: PendingMarker }[];
};

/** Under which leases of its Service and of its zone an entry was last written. */
export type Fences = { readonly place: string; readonly fence: number; readonly zoneFence: number };

type Item = {
  readonly entry: LedgerEntry;
  readonly fence?: number;
  readonly zoneFence?: number;
};
type State = {
  readonly items: Map<string, Item>;
  readonly markers: Map<string, PendingMarker>;
  /** Zones that there are entries in. */
  readonly zones: Set<string>;
  /** The places of all items in order, which is found anew only after one came. */
  order: readonly string[] | undefined;
};

/** A ledger in memory; a scan gives two entries a page unless told otherwise, so that nobody takes the first page for all. */
export const createFakeLedger = (options: {
  readonly gate: Gate;
  readonly entriesPerPage?: number;
}): FakeLedger => {
  const state: State = {
    items: new Map(),
    markers: new Map(),
    zones: new Set(),
    order: undefined,
  };
  return {
    serviceLedger: serviceSide(state, options.gate),
    zoneLedger: zoneSide(state, options.gate),
    driftLedger: sweepSide(state, options.gate, options.entriesPerPage ?? 2),
    entries: () => sorted(state.items).map((item) => item.entry),
    fences: () =>
      [...state.items]
        .map(([place, { fence = 0, zoneFence = 0 }]) => ({ place, fence, zoneFence }))
        .sort((a, b) => (a.place < b.place ? -1 : 1)),
    markers: (zoneId) => markersOf(state, zoneId),
    allMarkers: () =>
      [...state.markers].map(([place, marker]) => ({
        zoneId: place.slice(0, place.indexOf('#')),
        marker,
      })),
  };
};

const serviceSide = (state: State, gate: Gate): ServiceLedger => ({
  read: (key) =>
    through(gate, 'serviceLedger.read', () =>
      [...state.zones].sort().flatMap((zoneId) => state.items.get(at(zoneId, key))?.entry ?? []),
    ),
  writeDesired: (entry, fence) =>
    through(gate, 'serviceLedger.writeDesired', () => writeDesired(state, entry, fence)),
  markPending: (zoneId, marker) =>
    through(gate, 'serviceLedger.markPending', () => mark(state, zoneId, marker)),
});

const zoneSide = (state: State, gate: Gate): ZoneLedger => ({
  pending: (zoneId) => through(gate, 'zoneLedger.pending', () => markersOf(state, zoneId)),
  readMany: (zoneId, keys) =>
    through(gate, 'zoneLedger.readMany', () =>
      [...new Set(keys.map((key) => at(zoneId, key)))]
        .map((place) => state.items.get(place)?.entry)
        .filter((entry) => entry !== undefined),
    ),
  beginSending: (entry, fence) =>
    through(gate, 'zoneLedger.beginSending', () => beginSending(state, entry, fence)),
  writePublished: (published, fence) =>
    through(gate, 'zoneLedger.writePublished', () => writePublished(state, published, fence)),
  clearPending: (zoneId, marker) =>
    through(gate, 'zoneLedger.clearPending', () => {
      const place = at(zoneId, marker.key);
      const { version } = state.markers.get(place) ?? {};
      if (version !== undefined && version <= marker.version) state.markers.delete(place);
    }),
});

const sweepSide = (state: State, gate: Gate, entriesPerPage: number): DriftLedger => ({
  // As in a scan, a page may have fewer entries of the zone than it has items.
  readPage: (zoneId, next = '0') =>
    through(gate, 'driftLedger.readPage', () => {
      state.order ??= [...state.items.keys()].sort();
      const end = Number(next) + entriesPerPage;
      const entries = state.order.slice(Number(next), end).flatMap((place) => {
        const entry = state.items.get(place)?.entry;
        return entry?.zoneId === zoneId ? [entry] : [];
      });
      return { entries, ...(end < state.order.length && { next: String(end) }) };
    }),
  suspect: async ({ zoneId, key, version }, names) => {
    const noted = await through(gate, 'driftLedger.suspect', () => {
      const place = at(zoneId, key);
      const item = state.items.get(place);
      if (item === undefined || item.entry.sending !== undefined) return false;
      const { desiredVersion, appliedVersion } = item.entry;
      if (desiredVersion !== version || appliedVersion !== version) return false;
      state.items.set(place, { ...item, entry: { ...item.entry, suspects: names } });
      return true;
    });
    if (!noted) return false;
    await through(gate, 'driftLedger.mark', () => mark(state, zoneId, { key, version }));
    return true;
  },
});

const mark = (state: State, zoneId: string, marker: PendingMarker): boolean => {
  const known = state.markers.get(at(zoneId, marker.key));
  if (known !== undefined && known.version >= marker.version) return false;
  state.markers.set(at(zoneId, marker.key), marker);
  return true;
};

const at = (zoneId: string, key: ServiceKey): string => `${zoneId}#${formatServiceKey(key)}`;

const sorted = <Value>(map: Map<string, Value>): readonly Value[] =>
  [...map.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

const markersOf = (state: State, zoneId: string): readonly PendingMarker[] =>
  sorted(new Map([...state.markers].filter(([place]) => place.startsWith(`${zoneId}#`))));

const writeDesired = (
  state: State,
  written: Parameters<ServiceLedger['writeDesired']>[0],
  fence: number,
): void => {
  const place = at(written.zoneId, written.key);
  const item = state.items.get(place);
  const name = `the records of ${formatServiceKey(written.key)} in zone ${written.zoneId}`;
  const fenceNow = item?.fence ?? 0;
  const versionNow = item?.entry.desiredVersion ?? 0;
  if (fenceNow > fence) {
    throw new ControllerError('lease-lost', `Cannot write ${name}: a later pass wrote them`);
  }
  const repeated = fenceNow === fence && versionNow === written.desiredVersion;
  if (repeated && sameJson(item?.entry.desired, written.desired)) return;
  if (written.desiredVersion !== versionNow + 1) {
    throw new ControllerError('conflict', `Cannot write ${name}: version ${versionNow} is stored`);
  }
  const { zoneId, key } = written;
  const blank = { zoneId, key, applied: [], appliedVersion: 0, blocked: [], attempts: 0 };
  const { desired, desiredVersion, past } = written;
  const entry = { ...blank, ...item?.entry, desired, desiredVersion, past };
  state.items.set(place, { ...item, entry, fence });
  if (item === undefined) state.order = undefined;
  state.zones.add(zoneId);
};

const beginSending = (
  state: State,
  { zoneId, key, desiredVersion }: Parameters<ZoneLedger['beginSending']>[0],
  fence: number,
): void => {
  const place = at(zoneId, key);
  const item = state.items.get(place);
  if (item === undefined || (item.zoneFence ?? 0) > fence) {
    throw new ControllerError('lease-lost', `Cannot note what is sent to ${zoneId}: too late`);
  }
  state.items.set(place, {
    ...item,
    entry: { ...item.entry, sending: desiredVersion },
    zoneFence: fence,
  });
};

const writePublished = (state: State, published: Published, fence: number): void => {
  const place = at(published.zoneId, published.key);
  const item = state.items.get(place);
  const name = `what was published for ${formatServiceKey(published.key)} in zone ${published.zoneId}`;
  if (item === undefined) {
    if (published.applied.length === 0) return;
    throw new ControllerError('conflict', `Cannot store ${name}: its ledger entry is gone`);
  }
  if ((item.zoneFence ?? 0) > fence) {
    throw new ControllerError('lease-lost', `Cannot store ${name}: a later publisher wrote it`);
  }
  const { retryAt: _before, sending: _sent, suspects: _found, ...rest } = item.entry;
  state.items.set(place, { ...item, entry: { ...rest, ...published }, zoneFence: fence });
};

const sameJson = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);
