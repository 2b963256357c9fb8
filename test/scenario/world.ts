import { lookAtClusters } from '../../lib/controller/cluster-health.ts';
import type {
  EnqueueContext,
  HealthContext,
  PublishContext,
  ReconcileContext,
  ResyncContext,
  SweepAskContext,
  SweepContext,
} from '../../lib/controller/context.ts';
import { enqueue } from '../../lib/controller/enqueue.ts';
import { resyncPass, scheduledResync } from '../../lib/controller/resync/resync-pass.ts';
import { type Pass, runMessage } from '../../lib/controller/run-message.ts';
import { servicesPass } from '../../lib/controller/services-queue.ts';
import { createTally } from '../../lib/controller/tally.ts';
import { zonesPass } from '../../lib/controller/zones-queue.ts';
import type { DriftPolicy, PlanSettings } from '../../lib/core/model/settings.ts';
import {
  formatWorkKey,
  serviceWork,
  type WorkKey,
  zoneWork,
} from '../../lib/core/model/work-key.ts';
import type { HostNameResolver } from '../../lib/ports/host-name-resolver.ts';
import { planSettings } from '../support/builders/service.ts';
import { createFakeFleetLedger } from '../support/fakes/aws/fake-fleet-ledger.ts';
import { createFakeLedger } from '../support/fakes/aws/fake-ledger.ts';
import { createFakeRateShare } from '../support/fakes/aws/fake-rate-share.ts';
import {
  createFakeRecordStore,
  type FakeRecordStore,
} from '../support/fakes/aws/fake-record-store.ts';
import { createFakeResyncProgress } from '../support/fakes/aws/fake-resync-progress.ts';
import { createFakeSweepProgress } from '../support/fakes/aws/fake-sweep-progress.ts';
import { createFakeTelemetry } from '../support/fakes/aws/fake-telemetry.ts';
import { createFakeWakeQueue, type FakeMessage } from '../support/fakes/aws/fake-wake-queue.ts';
import { createFakeWorkRows } from '../support/fakes/aws/fake-work-rows.ts';
import { createFakeKubernetes } from '../support/fakes/kubernetes/create-fake-kubernetes.ts';
import { type Gate, openGate, type Step } from '../support/gate.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

/** The hosted zone of every scenario. */
export const zoneId = 'Z1';

/** The zones that Route 53 has. */
const zones = [
  { id: zoneId, name: 'seamark.example' },
  { id: 'Z2', name: 'other.example' },
];

/** The federated Service of every scenario. */
export const web = { namespace: 'shop', name: 'web' } as const;

/** What a message waits for before it is delivered again, when its invocation died. */
const visibilityMs = 180_000;

/** Longer than an invocation may live. */
const leaseMs = 40_000;

/** All that the shipped controllers take. */
type Context = ReconcileContext &
  PublishContext &
  SweepContext &
  SweepAskContext &
  HealthContext &
  ResyncContext;

/**
 * The whole loop on fakes and a virtual clock: shipped controllers, one invocation a message, a cloud that gives addresses, and
 * the resync every minute. Invocations run one after another; `gate` may kill any of them at any step.
 */
export const createWorld = (
  options: {
    gate?: Gate;
    settings?: PlanSettings;
    resolve?: HostNameResolver['resolve'];
    /** The hosted zone as each invocation finds it. */
    zone?: () => ReconcileContext['zone'];
    /** What happens to the addresses of a dark cluster; they are preserved unless given. */
    dark?: 'preserve' | 'withdraw';
    /** Objects of a page of any list; 500 unless given. */
    pageSize?: number;
    /** What becomes of records of ours that somebody edited; reported unless given. */
    driftPolicy?: DriftPolicy;
    /** How often the zone is swept; never unless given. */
    driftSweepMs?: number;
    /** After how much time an invocation begins nothing any more; never unless given. */
    stopAfterMs?: number;
    /** Record sets that each zone takes, its own two included; 10,000 unless given. */
    maxRecordSets?: number;
    /** Route 53 as somebody wants it to be. */
    route53?: (records: FakeRecordStore) => FakeRecordStore;
  } = {},
) => {
  const settings = options.settings ?? planSettings;
  const calls: Step[] = [];
  const gate: Gate = async (step) => {
    if (step.phase === 'before') calls.push(step);
    await (options.gate ?? openGate)(step);
  };
  const clock = createVirtualClock(Date.UTC(2026, 0, 5, 10));
  const { pageSize } = options;
  const kubernetes = createFakeKubernetes({ gate, clock, ...(pageSize ? { pageSize } : {}) });
  const rows = createFakeWorkRows({ gate });
  const wakes = createFakeWakeQueue({ gate });
  const ledger = createFakeLedger({ gate });
  const progress = createFakeResyncProgress({ gate });
  const fleetLedger = createFakeFleetLedger({ gate, rows, ledger });
  const rateShare = createFakeRateShare({ gate });
  const sweeps = createFakeSweepProgress({ gate });
  const { maxRecordSets } = options;
  const quota = maxRecordSets === undefined ? {} : { maxRecordSets };
  const route53 = createFakeRecordStore({
    gate,
    zones: zones.map((one) => ({ ...one, ...quota })),
  });
  const records = options.route53?.(route53) ?? route53;
  const telemetry = createFakeTelemetry();
  const closed = new Set<string>();
  const queueing: EnqueueContext = { rows, wakes, clock, telemetry };
  const zone = (): ReconcileContext['zone'] =>
    options.zone?.() ?? {
      kind: 'found',
      zone: { id: zoneId, name: 'seamark.example', isPrivate: false },
    };
  const context = (holder: string): Context => ({
    ...queueing,
    holder,
    leaseMs,
    ...(options.stopAfterMs === undefined ? {} : { stopAt: clock.now() + options.stopAfterMs }),
    random: () => 0.5,
    tally: createTally(),
    services: kubernetes.federatedServices,
    registry: kubernetes.clusterRegistry,
    members: kubernetes.memberClusters,
    events: kubernetes.eventRecorder,
    probe: kubernetes.clusterProbe,
    dataPlane: { connect: async ({ address }) => (closed.has(address) ? 'closed' : 'open') },
    rules: {
      thresholds: { failures: 3, successes: 1 },
      withdrawal: { policy: options.dark ?? 'preserve', failures: 3, looks: 5, share: 0.5 },
    },
    ledger: ledger.serviceLedger,
    zoneLedger: ledger.zoneLedger,
    driftLedger: ledger.driftLedger,
    sweeps,
    driftSweepMs: options.driftSweepMs ?? 0,
    zoneIds: [zoneId],
    records,
    resolver: { resolve: options.resolve ?? (() => Promise.resolve(undefined)) },
    settings,
    zone: zone(),
    knownZone: async () => zone(),
    fleetLedger,
    progress,
    queue: { clusterAvailableDelayMs: 20_000, publishDelayMs: 1_000 },
    memberLimitMs: 10_000,
    requestsPerSecond: 5,
    rateShare,
    driftPolicy: options.driftPolicy ?? 'report',
  });
  return {
    clock,
    kubernetes,
    rows,
    wakes,
    ledger,
    records,
    sweeps,
    telemetry,
    calls,
    context,
    queueing,
    /** Published addresses that nobody answers at. */
    closed,
    /** One health look at all clusters. */
    look: () => lookAtClusters(context(`look-${clock.now()}`)),
    /** The resync, as the schedule begins it. */
    resync: () => scheduledResync(resyncPass, context(`resync-${clock.now()}`)),
    ask: (delayMs: number) => enqueue([{ key: serviceWork(web), delayMs }], queueing),
    askZone: () => enqueue([{ key: zoneWork(zoneId), delayMs: 0 }], queueing),
    deliver: async (message: FakeMessage): Promise<void> => {
      const ctx = context(`invocation-${message.id}-${clock.now()}`);
      const passOf = passOver(message.key);
      const [run] = await Promise.allSettled([runMessage(formatWorkKey(message.key), passOf, ctx)]);
      if (run.status === 'rejected') wakes.putBack(message, clock.now() + visibilityMs);
    },
  };
};

/** The pass of the function that reads the queue of such keys. */
export const passOver =
  (key: WorkKey) =>
  (ctx: Context): Pass => {
    switch (key.kind) {
      case 'zone':
      case 'sweep':
        return zonesPass(ctx);
      case 'namespace':
      case 'resync':
        return resyncPass(ctx);
      case 'service':
      case 'fleet':
        return servicesPass(ctx, ctx);
    }
  };

/** A world with its controllers. */
export type World = ReturnType<typeof createWorld>;

/** Joins tokyo and oregon, each with one zone. */
export const joinTwo = (world: World): void => {
  world.kubernetes.world.join('tokyo', { region: 'ap-northeast-1', zones: ['ap-northeast-1a'] });
  world.kubernetes.world.join('oregon', { region: 'us-west-2', zones: ['us-west-2a'] });
};

/** Addresses that the cloud of each member gives. */
export const addressOf: { readonly [cluster: string]: string } = {
  tokyo: '192.0.2.10',
  oregon: '198.51.100.20',
};

/** Lets each member's cloud serve the copies that it finds, and tells Seamark of what changed, as audit events do. */
export const serveCopies = async (world: World): Promise<void> => {
  for (const [cluster, ip] of Object.entries(addressOf)) {
    const member = world.kubernetes.world.member(cluster);
    const copy = member.get(web);
    if (copy?.spec['type'] !== 'LoadBalancer' || copy.ingress.length > 0) continue;
    member.setIngress(web, [{ ip }]);
    member.setEndpoints(web, 2);
    await world.ask(2_000);
  }
};

/** Delivers all that is due, moving time on while something waits, until nothing does or the time is over. */
export const runUntilQuiet = async (
  world: World,
  options: { readonly withinMs: number; readonly between?: () => Promise<void> },
): Promise<void> => {
  const end = world.clock.now() + options.withinMs;
  while (world.clock.now() <= end) {
    for (const message of world.wakes.due(world.clock.now())) {
      const work = world.deliver(message).then(() => true);
      // A pass that sleeps (the publisher's pace) needs time to go on.
      while (!(await Promise.race([work, nextTurn()]))) await world.clock.advance(50);
    }
    await options.between?.();
    const next = world.wakes.waiting()[0];
    if (next === undefined) return;
    await world.clock.advance(Math.max(0, next.dueAt - world.clock.now()));
  }
};

const nextTurn = (): Promise<boolean> =>
  new Promise((resolve) => setImmediate(() => resolve(false)));

/** The zone's record sets as lines `name TYPE value,value`, sorted. */
export const recordLines = (world: World): readonly string[] =>
  world.records
    .sets(zoneId)
    .map(({ name, type, values, alias }) => `${name} ${type} ${alias?.dnsName ?? values.join(',')}`)
    .sort();
