import { formatWorkKey, type WorkKey } from '../../lib/core/model/work-key.ts';
import type { WakeQueue } from '../../lib/ports/wake-queue.ts';

/** A message on its way. */
export type Message = { readonly key: WorkKey; readonly dueAt: number };

/** The queues: messages wait until somebody takes them, in any order. */
export type Mailbox = {
  readonly wakeQueue: WakeQueue;
  /** Different messages that wait, soonest first. */
  readonly waiting: () => readonly Message[];
  /** Takes one such message. */
  readonly take: (message: Message) => void;
  readonly put: (message: Message) => void;
  /** All that waits, as text. */
  readonly state: () => readonly string[];
};

/** Longest DelaySeconds that SQS takes. */
const maxDelayMs = 900_000;

/** The name of a message: those of the same name can't be told apart. */
export const nameOf = ({ key, dueAt }: Message): string => `${formatWorkKey(key)} due ${dueAt}`;

/** Empty queues; `now` is the service's own clock. */
export const createMailbox = (now: () => number): Mailbox => {
  const counts = new Map<string, { readonly message: Message; readonly count: number }>();
  const add = (message: Message, by: number): void => {
    const name = nameOf(message);
    const count = (counts.get(name)?.count ?? 0) + by;
    if (count > 0) counts.set(name, { message, count });
    else counts.delete(name);
  };
  return {
    wakeQueue: {
      send: async (wakes, asked) => {
        for (const { key, dueAt } of wakes) {
          const delayMs = Math.ceil((dueAt - asked) / 1_000) * 1_000;
          add({ key, dueAt: now() + Math.min(Math.max(delayMs, 0), maxDelayMs) }, 1);
        }
      },
    },
    waiting: () =>
      [...counts.values()].map(({ message }) => message).sort((a, b) => a.dueAt - b.dueAt),
    take: (message) => add(message, -1),
    put: (message) => add(message, 1),
    state: () => [...counts].map(([name, { count }]) => `${name} x${count}`).sort(),
  };
};
