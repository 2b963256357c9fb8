import { applyZones } from '../../lib/controller/apply-zones.ts';
import type { EnqueueContext, LeaseContext, PublishContext } from '../../lib/controller/context.ts';
import { enqueue } from '../../lib/controller/enqueue.ts';
import { publishZone } from '../../lib/controller/publish-zone.ts';
import { handOverNames } from '../../lib/controller/resync/hand-over-names.ts';
import { type Pass, runMessage } from '../../lib/controller/run-message.ts';
import { createTally } from '../../lib/controller/tally.ts';
import { ledgerChanges } from '../../lib/core/dns/ledger-changes.ts';
import type { RecordSet } from '../../lib/core/model/record-set.ts';
import type { ServiceKey } from '../../lib/core/model/service-key.ts';
import {
  formatWorkKey,
  serviceWork,
  type WorkKey,
  zoneWork,
} from '../../lib/core/model/work-key.ts';
import type { Telemetry } from '../../lib/ports/telemetry.ts';
import type { Invocation } from '../simulation/invocation.ts';
import { seenBy } from '../simulation/ports.ts';
import { type Ports, zoneId } from './ground.ts';

const silent: Telemetry = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  measure: () => undefined,
};

/** The shipped controllers as one invocation runs them. */
export type Functions = {
  /** Somebody noticed that a Service changed. */
  readonly ask: (key: ServiceKey) => Promise<unknown>;
  /** The resync looks at a Service: the table first, then what is declared. */
  readonly resync: (key: ServiceKey) => Promise<unknown>;
  /** A message arrived. */
  readonly deliver: (key: WorkKey) => Promise<unknown>;
};

/** When a pass over a Service wants to be looked at again, if it does. */
export type LookAgain = (fence: number) => number | undefined;

/** The functions of one invocation. */
export const functionsOf = (ports: Ports, by: Invocation, lookAgain: LookAgain): Functions => {
  const ctx = contextOf(ports, by);
  const passOf = (counted: typeof ctx): Pass => {
    const services = servicePass(counted, lookAgain);
    return async (key, lease) =>
      key.kind === 'zone'
        ? await publishZone(key.zoneId, lease, counted)
        : await services(key, lease);
  };
  return {
    ask: (key) => enqueue([{ key: serviceWork(key), delayMs: 0 }], ctx),
    resync: (key) => resyncOne(key, ctx),
    deliver: (key) => runMessage(formatWorkKey(key), passOf, ctx),
  };
};

const contextOf = (ports: Ports, by: Invocation) => {
  const queueing: EnqueueContext = {
    rows: seenBy(by, 'workRows', ports.workRows),
    wakes: seenBy(by, 'wakeQueue', ports.wakeQueue),
    clock: by.clock,
    telemetry: silent,
  };
  const leasing: LeaseContext = {
    ...queueing,
    random: by.random,
    holder: by.name,
    leaseMs: by.leaseMs,
    signal: by.signal,
  };
  const publishing: PublishContext = {
    ...leasing,
    tally: createTally(),
    zoneLedger: seenBy(by, 'zoneLedger', ports.zoneLedger),
    records: seenBy(by, 'recordStore', ports.recordStore),
    requestsPerSecond: 1_000,
    rateShare: { reserve: async (_spanMs, now) => now },
    driftPolicy: 'report',
  };
  return {
    ...publishing,
    ledger: seenBy(by, 'serviceLedger', ports.serviceLedger),
    declarations: seenBy(by, 'declarations', ports.declarations),
    fleet: seenBy(by, 'fleetLedger', ports.fleetLedger),
    queue: { publishDelayMs: 1_000 },
  };
};

type Context = ReturnType<typeof contextOf>;

// What lies between the two reads and the ledger in the shipped pass is clusters, none of which the protocol is about.
const servicePass =
  (ctx: Context, lookAgain: LookAgain): Pass =>
  async (key, lease) => {
    if (key.kind !== 'service') throw new Error(`Cannot reconcile ${formatWorkKey(key)}`);
    const [recordSets, ledger] = await Promise.all([
      ctx.declarations.observe(key.service),
      ctx.ledger.read(key.service),
    ]);
    const plan = { key: key.service, zones: zonesOf(recordSets) };
    await applyZones(plan, { ledger, now: ctx.clock.now() }, lease, ctx);
    const lookAgainAfterMs = lookAgain(lease.fence);
    return { kind: 'done', ...(lookAgainAfterMs === undefined ? {} : { lookAgainAfterMs }) };
  };

// As in the shipped resync, with one Service on its page.
const resyncOne = async (key: ServiceKey, ctx: Context): Promise<void> => {
  const record = await ctx.fleet.read(key);
  const recordSets = await ctx.declarations.observe(key);
  const { row, entries = [] } = record ?? {};
  const changes = ledgerChanges(key, zonesOf(recordSets), entries, ctx.clock.now());
  if (changes.length === 0) return;
  const names = changes.filter((change) => change.kind === 'write');
  const seenFence = row?.fence;
  const [tried] = await Promise.allSettled(
    names.length === 0 || seenFence === undefined
      ? []
      : [handOverNames({ key, names, seenFence }, ctx)],
  );
  const handed = tried?.status === 'fulfilled' ? tried.value : undefined;
  if (handed?.kind !== 'done') {
    await enqueue([{ key: serviceWork(key), delayMs: 0 }], ctx);
    return;
  }
  const { publishDelayMs } = ctx.queue;
  await enqueue(
    handed.zoneIds.map((id) => ({ key: zoneWork(id), delayMs: publishDelayMs })),
    ctx,
  );
  if (handed.wake !== undefined) await ctx.wakes.send([handed.wake], ctx.clock.now());
};

const zonesOf = (recordSets: readonly RecordSet[]) => [{ zoneId, recordSets }];
