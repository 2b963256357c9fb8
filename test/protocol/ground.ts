import type { RecordSet } from '../../lib/core/model/record-set.ts';
import { formatServiceKey, type ServiceKey } from '../../lib/core/model/service-key.ts';
import type { ServiceRecord } from '../../lib/ports/fleet-ledger.ts';
import type { RecordStore } from '../../lib/ports/record-store.ts';
import type { ServiceLedger } from '../../lib/ports/service-ledger.ts';
import type { WakeQueue } from '../../lib/ports/wake-queue.ts';
import type { WorkRows } from '../../lib/ports/work-rows.ts';
import type { ZoneLedger } from '../../lib/ports/zone-ledger.ts';
import { createFakeFleetLedger } from '../support/fakes/aws/fake-fleet-ledger.ts';
import { createFakeLedger } from '../support/fakes/aws/fake-ledger.ts';
import { createFakeRecordStore } from '../support/fakes/aws/fake-record-store.ts';
import { createFakeWorkRows } from '../support/fakes/aws/fake-work-rows.ts';
import { openGate } from '../support/gate.ts';
import { createMailbox } from './mailbox.ts';

/** The hosted zone of every model. */
export const zoneId = 'Z1';

/** What users declared, as a pass reads it. */
export type Declarations = {
  readonly observe: (key: ServiceKey) => Promise<readonly RecordSet[]>;
};

/** What the table holds of one Service, as a resync finds it. */
export type Fleet = { readonly read: (key: ServiceKey) => Promise<ServiceRecord | undefined> };

/** What invocations share. */
export type Ports = {
  readonly declarations: Declarations;
  readonly workRows: WorkRows;
  readonly wakeQueue: WakeQueue;
  readonly serviceLedger: ServiceLedger;
  readonly zoneLedger: ZoneLedger;
  readonly recordStore: RecordStore;
  readonly fleetLedger: Fleet;
};

/** Everything outside the invocations: time, the table, the zone, the queues, and what users declared. */
export const createGround = (startMs: number) => {
  const gate = openGate;
  let nowMs = startMs;
  const now = (): number => nowMs;
  const rows = createFakeWorkRows({ gate });
  const ledger = createFakeLedger({ gate });
  const records = createFakeRecordStore({ gate, zones: [{ id: zoneId, name: 'seamark.example' }] });
  const mailbox = createMailbox(now);
  const declared = new Map<string, readonly RecordSet[]>();
  const wantedBy = (key: ServiceKey): readonly RecordSet[] =>
    declared.get(formatServiceKey(key)) ?? [];
  const fleet = createFakeFleetLedger({ gate, rows, ledger });
  const ports: Ports = {
    fleetLedger: { read: async (key) => (await fleet.read()).of(key) },
    declarations: { observe: async (key) => wantedBy(key) },
    workRows: rows,
    wakeQueue: mailbox.wakeQueue,
    serviceLedger: ledger.serviceLedger,
    zoneLedger: ledger.zoneLedger,
    recordStore: records,
  };
  return {
    now,
    moveTo: (time: number): void => {
      nowMs = time;
    },
    rows,
    ledger,
    records,
    mailbox,
    ports,
    /** What all Services want together. */
    wanted: () => [...declared.values()].flat(),
    declare: (key: ServiceKey, sets: readonly RecordSet[]): void =>
      void declared.set(formatServiceKey(key), sets),
    state: () => [
      nowMs,
      rows.all(),
      ledger.entries(),
      ledger.fences(),
      ledger.markers(zoneId),
      records.sets(zoneId),
      mailbox.state(),
      [...declared].sort(),
    ],
  };
};

/** What a model stands on. */
export type Ground = ReturnType<typeof createGround>;
