import { formatServiceKey, type ServiceKey } from '../../lib/core/model/service-key.ts';
import { formatWorkKey, serviceWork } from '../../lib/core/model/work-key.ts';
import { calmInvocation } from '../simulation/calm.ts';
import type { Ending, Invocation, Onlooker } from '../simulation/invocation.ts';
import { seenBy } from '../simulation/ports.ts';
import { watchLeases } from '../simulation/watch/leases.ts';
import { watchMarkers } from '../simulation/watch/markers.ts';
import { watchRecords } from '../simulation/watch/records.ts';
import { all } from '../simulation/watch/watch.ts';
import { type Actor, type Call, startActor } from './actor.ts';
import type { Configuration, Edit } from './configuration.ts';
import { type Functions, functionsOf } from './functions.ts';
import type { Ground, Ports } from './ground.ts';
import type { Message } from './mailbox.ts';
import { watchLost } from './watch/lost.ts';
import { watchWakes } from './watch/wakes.ts';

/** A request of a dead invocation that may still arrive. */
export type Ghost = { readonly name: string; readonly call: Call; readonly until: number };

/** As deployed: a function's time, and how long its message stays hidden from others. */
const limits = {
  ask: { timeoutMs: 10_000, visibilityMs: 0 },
  service: { timeoutMs: 30_000, visibilityMs: 180_000 },
  zone: { timeoutMs: 60_000, visibilityMs: 360_000 },
  resync: { timeoutMs: 300_000, visibilityMs: 0 },
} as const;
const leaseMarginMs = 10_000;

/** How long a request may be under way: to the table, and to Route 53, where it must not outlast the lease. */
const flightMs = { table: 300_000, zone: 8_000 };

/** Everybody who acts, and everybody who watches. */
export const createCast = (configuration: Configuration, ground: Ground) => {
  const broken: string[] = [];
  const fault = (words: string): void => void broken.push(words);
  const wakes = watchWakes();
  const lost = watchLost();
  const onlooker = all([
    watchLeases(fault),
    watchRecords(ground, fault),
    watchMarkers(ground, fault),
    wakes.onlooker,
    lost.onlooker,
  ]);
  const ports = configuration.sabotage?.(ground.ports, ground) ?? ground.ports;
  const actors = new Map<string, Actor>();
  const deliveries = new Map<string, { readonly message: Message; readonly backAt: number }>();
  const starts = new Map<string, number>();
  let ghosts: readonly Ghost[] = [];
  const ended = ({ invocation }: Actor, ending: Ending): void => {
    const { name } = invocation;
    actors.delete(name);
    wakes.ended(invocation);
    const delivery = deliveries.get(name);
    deliveries.delete(name);
    if (delivery !== undefined && ending !== 'answered') {
      ground.mailbox.put({ key: delivery.message.key, dueAt: delivery.backAt });
    }
  };
  const start = async (
    what: string,
    kind: keyof typeof limits,
    work: (functions: Functions) => Promise<unknown>,
  ): Promise<void> => {
    const count = (starts.get(what) ?? 0) + 1;
    starts.set(what, count);
    const { timeoutMs } = limits[kind];
    const skews = configuration.skewsMs ?? [0];
    const casting = {
      name: `${what}#${count}`,
      timeoutMs,
      leaseMs: timeoutMs + leaseMarginMs,
      skewMs: skews[count % skews.length] ?? 0,
    };
    const run = (by: Invocation) => {
      return work(functionsOf(ports, by, configuration.lookAgain ?? never));
    };
    const actor = await startActor(casting, { now: ground.now, onlooker, ended }, run);
    if (actor.invocation.isAlive()) actors.set(casting.name, actor);
  };
  const ask = (key: ServiceKey): Promise<void> =>
    start(`ask ${formatServiceKey(key)}`, 'ask', (functions) => functions.ask(key));
  return {
    broken: () => broken,
    orphans: wakes.orphans,
    lostEvents: lost.keys,
    actors: (): readonly Actor[] => [...actors.values()],
    ghosts: () => ghosts,
    runsOf: (kind: string) =>
      [...deliveries.values()].filter(({ message }) => message.key.kind === kind).length,
    /** The ports as somebody sees them to whom nothing happens. */
    calmPorts: seenByCalm(ground, onlooker),
    ask,
    resync: (key: ServiceKey): Promise<void> =>
      start(`resync ${formatServiceKey(key)}`, 'resync', (functions) => functions.resync(key)),
    edit: async ({ key, to }: Edit): Promise<void> => {
      ground.declare(key, to);
      lost.changed(key);
      await ask(key);
    },
    deliver: async (message: Message): Promise<void> => {
      const what = formatWorkKey(message.key);
      const kind = message.key.kind === 'zone' ? 'zone' : 'service';
      const name = `${what}#${(starts.get(what) ?? 0) + 1}`;
      deliveries.set(name, { message, backAt: ground.now() + limits[kind].visibilityMs });
      await start(what, kind, (functions) => functions.deliver(message.key));
    },
    die: (actor: Actor): void => {
      const sent = actor.die().map((call): Ghost => {
        const isZone = call.name.startsWith('recordStore.') && configuration.lateBatches !== true;
        const until = ground.now() + (isZone ? flightMs.zone : flightMs.table);
        return { name: `${actor.invocation.name} ${call.order} ${call.name}`, call, until };
      });
      ghosts = [...ghosts, ...sent];
    },
    arrive: async (ghost: Ghost): Promise<void> => {
      ghosts = ghosts.filter((other) => other !== ghost);
      await ghost.call.effect().catch(() => undefined);
    },
    forgetLate: (): void => {
      ghosts = ghosts.filter(({ until }) => until >= ground.now());
    },
    forgetAll: (): void => {
      ghosts = [];
    },
    state: () => [
      [...actors.values()].map((actor) => [
        actor.history(),
        actor.startedAt,
        actor.waiting().map(({ order }) => order),
        deliveries.get(actor.invocation.name)?.backAt,
      ]),
      ghosts.map(({ name, until }) => [name, until]),
      [...starts].sort(),
      wakes.orphans(),
      lost.keys(),
    ],
  };
};

/** Everybody who acts in a model. */
export type Cast = ReturnType<typeof createCast>;

const seenByCalm = ({ now, ports }: Ground, onlooker: Onlooker): Ports => {
  const calm = calmInvocation({ now, sleep: async () => undefined }, onlooker);
  return {
    declarations: ports.declarations,
    workRows: seenBy(calm, 'workRows', ports.workRows),
    wakeQueue: seenBy(calm, 'wakeQueue', ports.wakeQueue),
    serviceLedger: seenBy(calm, 'serviceLedger', ports.serviceLedger),
    zoneLedger: seenBy(calm, 'zoneLedger', ports.zoneLedger),
    recordStore: seenBy(calm, 'recordStore', ports.recordStore),
    fleetLedger: seenBy(calm, 'fleetLedger', ports.fleetLedger),
  };
};

const never = (): undefined => undefined;

/** The key of whatever an edit is about. */
export const editedKey = ({ key }: Edit): string => formatWorkKey(serviceWork(key));
