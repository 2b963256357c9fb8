import { formatWorkKey, type WorkKey } from '../../lib/core/model/work-key.ts';
import type { WakeQueue } from '../../lib/ports/wake-queue.ts';
import { chanceOf, whole } from './chance.ts';
import type { Faults } from './faults.ts';
import type { Ending } from './invocation.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Runs the function of a message; `ended` hears how it ended. */
export type Deliver = (key: WorkKey, name: string, ended: (ending: Ending) => void) => void;

/** Queues with what SQS is known for: messages come late, twice, in any order, and again if nobody answered for them. */
export type Queues = {
  readonly wakeQueue: WakeQueue;
  /** Bodies of the messages that are somewhere on their way. */
  readonly waiting: () => readonly string[];
  /** Messages that were given up after five deliveries. */
  readonly deadLetters: () => number;
};

/** Longest DelaySeconds that SQS takes. */
const maxDelayMs = 900_000;
const maxReceives = 5;
const functions = {
  zone: { concurrency: 4, visibilityMs: 360_000 },
  resync: { concurrency: 2, visibilityMs: 1_800_000 },
  other: { concurrency: 5, visibilityMs: 180_000 },
} as const;

const queueOf = ({ kind }: WorkKey): keyof typeof functions => {
  if (kind === 'namespace' || kind === 'resync') return 'resync';
  return kind === 'zone' || kind === 'sweep' ? 'zone' : 'other';
};

type Message = { readonly key: WorkKey; readonly name: string; receives: number };

/** Empty queues. */
export const createQueues = (
  world: {
    readonly seed: number;
    readonly time: VirtualTime;
    readonly faults: Faults;
    /** Messages of Services that are dealt with at once. */
    readonly servicesAtOnce?: number;
  },
  deliver: Deliver,
): Queues => {
  const { time, faults } = world;
  const chance = chanceOf(world.seed, 'queues');
  const onTheirWay = new Set<Message>();
  const running = { zone: 0, resync: 0, other: 0 };
  /** Messages that no function is free for. */
  const held: { readonly [kind in keyof typeof functions]: Message[] } = {
    zone: [],
    resync: [],
    other: [],
  };
  let sent = 0;
  let dead = 0;
  const receive = (message: Message): void => {
    const kind = queueOf(message.key);
    const { concurrency } = functions[kind];
    const most = kind === 'other' ? (world.servicesAtOnce ?? concurrency) : concurrency;
    if (running[kind] >= most) {
      held[kind].push(message);
      return;
    }
    message.receives += 1;
    if (message.receives > maxReceives) {
      onTheirWay.delete(message);
      dead += 1;
      return;
    }
    const visibleAt = time.now() + functions[kind].visibilityMs;
    running[kind] += 1;
    deliver(message.key, `${message.name}/${message.receives}`, (ending) => {
      running[kind] -= 1;
      const next = takeAny(held[kind], chance);
      if (next) time.at(time.now() + whole(chance, 0, 200), () => receive(next));
      if (ending === 'answered') onTheirWay.delete(message);
      else time.at(visibleAt, () => receive(message));
    });
  };
  const add = (key: WorkKey, dueAt: number): void => {
    sent += 1;
    const body = formatWorkKey(key);
    if (faults.strikes('lose-message', body, chance)) return;
    const lateMs = faults.strikes('late-message', body, chance) ? whole(chance, 1_000, 120_000) : 0;
    const copies = faults.strikes('duplicate-message', body, chance) ? 2 : 1;
    for (let copy = 1; copy <= copies; copy += 1) {
      const message = { key, name: `${body}#${sent}.${copy}`, receives: 0 };
      onTheirWay.add(message);
      time.at(dueAt + lateMs + chance() * 300 + (copy - 1) * whole(chance, 0, 60_000), () =>
        receive(message),
      );
    }
  };
  return {
    wakeQueue: {
      send: async (wakes, now) => {
        for (const { key, dueAt } of wakes) {
          const delayMs = Math.ceil((dueAt - now) / 1000) * 1000;
          add(key, time.now() + Math.min(Math.max(delayMs, 0), maxDelayMs));
        }
      },
    },
    waiting: () => [...onTheirWay].map(({ key }) => formatWorkKey(key)),
    deadLetters: () => dead,
  };
};

/** Takes one out, whichever chance says. */
const takeAny = (messages: Message[], chance: () => number): Message | undefined => {
  const last = messages.length - 1;
  if (last < 0) return undefined;
  const at = whole(chance, 0, last);
  const taken = messages[at];
  const moved = messages.pop();
  if (at < last && moved !== undefined) messages[at] = moved;
  return taken;
};
