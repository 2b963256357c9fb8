import type { Clock } from '../../lib/ports/clock.ts';

/** A clock that moves only when told to; sleepers wake in the order of their times. */
export type VirtualClock = Clock & {
  /** Moves time forward and wakes whoever sleeps till then, letting each act before the next one wakes. */
  readonly advance: (spanMs: number) => Promise<void>;
};

type Sleeper = { readonly wakeAt: number; readonly wake: () => void };

/** Starts a clock at the given moment. */
export const createVirtualClock = (startMs: number): VirtualClock => {
  let now = startMs;
  let sleepers: readonly Sleeper[] = [];
  const advance = async (spanMs: number): Promise<void> => {
    const until = now + spanMs;
    for (let next = earliest(sleepers, until); next; next = earliest(sleepers, until)) {
      const due = next;
      sleepers = sleepers.filter((sleeper) => sleeper !== due);
      now = Math.max(now, due.wakeAt);
      due.wake();
      await settleMicrotasks();
    }
    now = until;
  };
  return {
    now: () => now,
    sleep: (spanMs, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { wakeAt: now + spanMs, wake: resolve };
        sleepers = [...sleepers, sleeper];
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal.reason);
        });
      }),
    advance,
  };
};

const earliest = (sleepers: readonly Sleeper[], until: number): Sleeper | undefined =>
  sleepers
    .filter((sleeper) => sleeper.wakeAt <= until)
    .reduce<Sleeper | undefined>(
      (best, sleeper) => (best && best.wakeAt <= sleeper.wakeAt ? best : sleeper),
      undefined,
    );

const settleMicrotasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
