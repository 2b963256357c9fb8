import { lookAtClusters } from '../../lib/controller/cluster-health.ts';
import type {
  EnqueueContext,
  HealthContext,
  PublishContext,
  ReconcileContext,
  ResyncContext,
  SweepContext,
} from '../../lib/controller/context.ts';
import { intake } from '../../lib/controller/intake.ts';
import { resyncPass, scheduledResync } from '../../lib/controller/resync/resync-pass.ts';
import { type Pass, runMessage } from '../../lib/controller/run-message.ts';
import { servicesPass } from '../../lib/controller/services-queue.ts';
import { createTally } from '../../lib/controller/tally.ts';
import { zonesPass } from '../../lib/controller/zones-queue.ts';
import type { AuditEvent } from '../../lib/core/model/audit-event.ts';
import type { ClusterName } from '../../lib/core/model/cluster.ts';
import { formatWorkKey, type WorkKey } from '../../lib/core/model/work-key.ts';
import type { Telemetry } from '../../lib/ports/telemetry.ts';
import { chanceOf, whole } from './chance.ts';
import { type Earth, zoneId } from './earth.ts';
import { type Environment, type Invocation, invoke } from './invocation.ts';
import type { Hear } from './people/stage.ts';
import { neverThrowing, seenBy, silence } from './ports.ts';
import { createQueues, type Queues } from './queues.ts';
import type { Script } from './script.ts';

/** The functions of a deployment, on the earth of a run. */
export type Lambda = {
  readonly queues: Queues;
  /** A batch of one audit event, soon, if it is not lost. */
  readonly hear: Hear;
  /** A batch of audit events of one cluster, now. */
  readonly hearBatch: (source: ClusterName | 'host', events: readonly AuditEvent[]) => void;
  /** Runs the resync or the look at the clusters, as its schedule does. */
  readonly resync: () => void;
  readonly look: () => void;
  /** Starts the schedules. */
  readonly schedule: (until: number) => void;
  /** Everything that a pass takes, as one invocation sees it. */
  readonly contextOf: (invocation: Invocation) => Context;
};

type Context = ReconcileContext & PublishContext & SweepContext & HealthContext & ResyncContext;

/** Timeouts and intervals as they are deployed. */
const timeouts = {
  intake: 10_000,
  reconcile: 30_000,
  publish: 60_000,
  resync: 300_000,
  look: 30_000,
};
/** Often, so that what strangers do is found while the run lasts. */
const driftSweepMs = 900_000;
const queueDelays = {
  reviewDelayMs: 2_000,
  clusterAvailableDelayMs: 20_000,
  publishDelayMs: 1_000,
};

const zone = {
  kind: 'found' as const,
  zone: { id: zoneId, name: 'seamark.example', isPrivate: false },
};

const silent: Telemetry = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  measure: () => undefined,
};

/** The shipped controllers, each started by what starts it when it is deployed. */
export const createLambda = (script: Script, earth: Earth, environment: Environment): Lambda => {
  const { time, faults } = environment;
  const chance = chanceOf(script.seed, 'audit');
  const queueing = (by: Invocation): EnqueueContext => ({
    rows: seenBy(by, 'workRows', earth.rows),
    wakes: seenBy(by, 'wakeQueue', queues.wakeQueue),
    clock: by.clock,
    telemetry: silent,
  });
  const contextOf = (by: Invocation): Context => ({
    ...queueing(by),
    ...portsOf(earth, by),
    ...settingsOf(script, earth),
    holder: by.name,
    leaseMs: by.leaseMs,
    stopAt: by.stopAt,
    signal: by.signal,
    random: by.random,
    tally: createTally(),
  });
  const { servicesAtOnce } = environment;
  const ground = { seed: script.seed, time, faults };
  const limited = servicesAtOnce === undefined ? ground : { ...ground, servicesAtOnce };
  const queues = createQueues(limited, (key, name, ended) => {
    const { timeoutMs, passOf } = functionOf(key);
    const work = (by: Invocation): Promise<unknown> =>
      runMessage(formatWorkKey(key), passOf, contextOf(by));
    invoke(environment, { name, timeoutMs }, work, ended);
  });
  const settings = {
    queue: queueDelays,
    hostSource: 'host',
    hostIsMember: false,
    ownUsernames: ['seamark'],
    secretNamespace: 'seamark-system',
  };
  let heard = 0;
  const nextIntake = (): string => {
    heard += 1;
    return `intake#${heard}`;
  };
  const take = (name: string, source: string, events: readonly AuditEvent[]): void =>
    invoke(
      environment,
      { name, timeoutMs: timeouts.intake },
      (by) => intake(events, source, settings, queueing(by)),
      () => undefined,
    );
  const hear: Hear = (source, event) => {
    const name = nextIntake();
    if (faults.strikes('lose-audit', 'audit', chance)) return;
    time.at(time.now() + whole(chance, 100, 3_000), () => take(name, source, [event]));
  };
  const every = (
    what: { readonly name: string; readonly everyMs: number; readonly timeoutMs: number },
    until: number,
    work: (ctx: Context) => Promise<unknown>,
  ): void => {
    const round = (count: number): void => {
      const at = time.now() + what.everyMs;
      if (at > until) return;
      time.at(at, () => {
        const name = `${what.name}#${count}`;
        const { timeoutMs } = what;
        invoke(
          environment,
          { name, timeoutMs },
          (by) => work(contextOf(by)),
          () => undefined,
        );
        round(count + 1);
      });
    };
    round(1);
  };
  return {
    queues,
    hear,
    hearBatch: (source, events) => take(nextIntake(), source, events),
    resync: () =>
      invoke(
        environment,
        { name: `resync at ${time.now()}`, timeoutMs: timeouts.resync },
        (by) => scheduledResync(resyncPass, contextOf(by)),
        () => undefined,
      ),
    look: () =>
      invoke(
        environment,
        { name: `look at ${time.now()}`, timeoutMs: timeouts.look },
        (by) => lookAtClusters(contextOf(by)),
        () => undefined,
      ),
    contextOf,
    schedule: (until) => {
      const { resyncEveryMs, lookEveryMs } = script;
      every({ name: 'resync', everyMs: resyncEveryMs, timeoutMs: timeouts.resync }, until, (ctx) =>
        scheduledResync(resyncPass, ctx),
      );
      every(
        { name: 'look', everyMs: lookEveryMs, timeoutMs: timeouts.look },
        until,
        lookAtClusters,
      );
    },
  };
};

/** The function that reads the queue of such keys. */
const functionOf = (
  key: WorkKey,
): { readonly timeoutMs: number; readonly passOf: (ctx: Context) => Pass } => {
  switch (key.kind) {
    case 'zone':
    case 'sweep':
      return { timeoutMs: timeouts.publish, passOf: zonesPass };
    case 'namespace':
    case 'resync':
      return { timeoutMs: timeouts.resync, passOf: resyncPass };
    case 'service':
    case 'fleet':
      return { timeoutMs: timeouts.reconcile, passOf: (ctx) => servicesPass(ctx, ctx) };
  }
};

const portsOf = (earth: Earth, by: Invocation) => {
  const { kubernetes, ledger } = earth;
  const probe = seenBy(by, 'clusterProbe', kubernetes.clusterProbe);
  return {
    services: seenBy(by, 'federatedServices', kubernetes.federatedServices),
    registry: seenBy(by, 'clusterRegistry', kubernetes.clusterRegistry),
    members: seenBy(by, 'memberClusters', kubernetes.memberClusters),
    events: seenBy(by, 'eventRecorder', kubernetes.eventRecorder),
    probe: neverThrowing(probe, { healthz: async () => silence }),
    dataPlane: {
      connect: async ({ address }: { readonly address: string }) =>
        earth.closed.has(earth.addresses.get(address) ?? '')
          ? ('closed' as const)
          : ('open' as const),
    },
    ledger: seenBy(by, 'serviceLedger', ledger.serviceLedger),
    zoneLedger: seenBy(by, 'zoneLedger', ledger.zoneLedger),
    fleetLedger: seenBy(by, 'fleetLedger', earth.fleetLedger),
    progress: seenBy(by, 'resyncProgress', earth.progress),
    knownZone: async () => zone,
    driftLedger: seenBy(by, 'driftLedger', ledger.driftLedger),
    sweeps: seenBy(by, 'sweepProgress', earth.sweeps),
    rateShare: seenBy(by, 'rateShare', earth.rateShare),
    records: refusing(by, seenBy(by, 'recordStore', earth.records)),
    resolver: { resolve: async () => undefined },
  };
};

// Route 53 says so without a reason that anybody could read.
const refusing = (by: Invocation, records: Context['records']): Context['records'] => ({
  ...records,
  change: async (zone, changes, signal) =>
    by.strikes('refuse-batch', 'recordStore.change')
      ? { kind: 'refused', messages: ['Tried to do something that is not supported'], names: [] }
      : await records.change(zone, changes, signal),
});

const settingsOf = ({ offlinePolicy, driftPolicy }: Script, { settings }: Earth) => ({
  settings,
  zone,
  queue: queueDelays,
  rules: {
    thresholds: { failures: 3, successes: 1 },
    withdrawal: { policy: offlinePolicy, failures: 3, looks: 5, share: 0.5 },
  },
  memberLimitMs: 10_000,
  requestsPerSecond: 5,
  driftPolicy,
  driftSweepMs,
});
