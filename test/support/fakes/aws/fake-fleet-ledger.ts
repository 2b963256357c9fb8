import { formatServiceKey, type ServiceKey } from '../../../../lib/core/model/service-key.ts';
import type { FleetLedger, ServiceRecord } from '../../../../lib/ports/fleet-ledger.ts';
import { type Gate, through } from '../../gate.ts';
import type { FakeLedger } from './fake-ledger.ts';
import type { FakeWorkRows } from './fake-work-rows.ts';

type Sources = {
  readonly gate: Gate;
  readonly rows: Pick<FakeWorkRows, 'all'>;
  readonly ledger: Pick<FakeLedger, 'entries' | 'allMarkers'>;
};

/** Rows and ledger in memory as one call finds them: what is written later is not in the snapshot. */
export const createFakeFleetLedger = ({ gate, rows, ledger }: Sources): FleetLedger => ({
  read: (namespace) =>
    through(gate, 'fleetLedger.read', () => {
      const found = new Map<string, ServiceRecord>();
      const add = (key: ServiceKey, change: (now: ServiceRecord) => ServiceRecord): void => {
        if ((namespace ?? key.namespace) !== key.namespace) return;
        const text = formatServiceKey(key);
        found.set(text, change(found.get(text) ?? { entries: [], pending: [] }));
      };
      for (const row of rows.all()) {
        if (row.key.kind === 'service') add(row.key.service, (now) => ({ ...now, row }));
      }
      for (const entry of ledger.entries()) {
        add(entry.key, (now) => ({ ...now, entries: [...now.entries, entry] }));
      }
      for (const { zoneId, marker } of ledger.allMarkers()) {
        const { key, version } = marker;
        add(key, (now) => ({ ...now, pending: [...now.pending, { zoneId, version }] }));
      }
      return {
        keys: [...found.keys()].sort(),
        of: (key) => found.get(formatServiceKey(key)),
      };
    }),
});
