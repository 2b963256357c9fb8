import type { Clock } from '../../lib/ports/clock.ts';

/** Time that moves from one event to the next, each of which ends before the next begins. */
export type VirtualTime = Clock & {
  /** Acts at that moment, after whatever was asked for that moment before. */
  readonly at: (time: number, act: () => void) => void;
  /** Lets everything happen until then. */
  readonly run: (until: number) => Promise<void>;
};

type Event = { readonly at: number; readonly order: number; readonly act: () => void };

/** Starts time at the given moment. `between` is called between two events; what it throws ends the run. */
export const createVirtualTime = (
  startMs: number,
  between: () => void = () => undefined,
): VirtualTime => {
  const heap: Event[] = [];
  let now = startMs;
  let order = 0;
  const at = (time: number, act: () => void): void => {
    order += 1;
    push(heap, { at: Math.max(now, time), order, act });
  };
  return {
    now: () => now,
    at,
    sleep: (spanMs, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => reject(signal?.reason);
        signal?.addEventListener('abort', onAbort, { once: true });
        at(now + spanMs, () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        });
      }),
    run: async (until) => {
      for (let next = heap[0]; next !== undefined && next.at <= until; next = heap[0]) {
        between();
        pop(heap);
        now = next.at;
        next.act();
        await settled();
      }
      now = until;
    },
  };
};

/** Everything that follows from what just happened, up to the next wait. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const before = (left: Event, right: Event): boolean =>
  left.at < right.at || (left.at === right.at && left.order < right.order);

const push = (heap: Event[], event: Event): void => {
  let place = heap.length;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || !before(event, above)) break;
    heap[place] = above;
    place = parent;
  }
  heap[place] = event;
};

const pop = (heap: Event[]): void => {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let place = 0;
  for (;;) {
    const left = 2 * place + 1;
    const child = smaller(heap, left, left + 1);
    const below = heap[child];
    if (below === undefined || !before(below, last)) break;
    heap[place] = below;
    place = child;
  }
  heap[place] = last;
};

const smaller = (heap: readonly Event[], left: number, right: number): number => {
  const [a, b] = [heap[left], heap[right]];
  return a !== undefined && b !== undefined && before(b, a) ? right : left;
};
