import type { Wake, WakeQueue } from '../../../../lib/ports/wake-queue.ts';
import { type Gate, through } from '../../gate.ts';

/** A message that waits: `dueAt` is when it may be delivered, which SQS may make earlier than was asked. */
export type FakeMessage = Wake & { readonly id: number };

/** Queues in memory. */
export type FakeWakeQueue = WakeQueue & {
  /** Takes the messages that may be delivered now, in an order drawn by `random`. */
  readonly due: (now: number) => readonly FakeMessage[];
  /** What still waits, soonest first. */
  readonly waiting: () => readonly FakeMessage[];
  /** Puts a message back that was taken and not deleted, as SQS does after the visibility time-out. */
  readonly putBack: (message: FakeMessage, dueAt: number) => void;
};

/** Longest DelaySeconds that SQS takes. */
const maxDelayMs = 900_000;

/** Queues in memory; each call takes ten messages, as `SendMessageBatch` does. Without `random`, soonest first. */
export const createFakeWakeQueue = (options: {
  readonly gate: Gate;
  readonly random?: () => number;
}): FakeWakeQueue => {
  let messages: readonly FakeMessage[] = [];
  let count = 0;
  const add = (wake: Wake, now: number): void => {
    const delayMs = Math.ceil((wake.dueAt - now) / 1000) * 1000;
    const dueAt = now + Math.min(Math.max(delayMs, 0), maxDelayMs);
    count += 1;
    messages = [...messages, { key: wake.key, dueAt, id: count }];
  };
  return {
    send: async (wakes, now) => {
      for (let start = 0; start < wakes.length; start += 10) {
        await through(options.gate, 'wakeQueue.send', () => {
          for (const wake of wakes.slice(start, start + 10)) add(wake, now);
        });
      }
    },
    due: (now) => {
      const taken = messages.filter((message) => message.dueAt <= now);
      messages = messages.filter((message) => message.dueAt > now);
      return options.random ? shuffled(taken, options.random) : soonestFirst(taken);
    },
    waiting: () => soonestFirst(messages),
    putBack: (message, dueAt) => {
      messages = [...messages, { ...message, dueAt }];
    },
  };
};

const soonestFirst = (messages: readonly FakeMessage[]): readonly FakeMessage[] =>
  [...messages].sort((left, right) => left.dueAt - right.dueAt || left.id - right.id);

const shuffled = <Item>(items: readonly Item[], random: () => number): readonly Item[] =>
  items
    .map((item) => ({ item, draw: random() }))
    .sort((left, right) => left.draw - right.draw)
    .map(({ item }) => item);
