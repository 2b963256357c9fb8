/** Works on keys: one at a time a key, many keys at once, failures again after a pause. */
export type KeyedWorker = {
  /** Asks for one more run on the key, after the one that may be under way. */
  readonly request: (key: string) => void;
  /** Stops retries and waits for what runs. */
  readonly close: () => Promise<void>;
};

/** Pauses between tries, in milliseconds. */
export type RetryPause = { readonly firstMs: number; readonly maxMs: number };

/** What a worker does with a key, and what it does when that fails. */
export type KeyedWork = {
  readonly handle: (key: string) => Promise<void>;
  readonly onFailure: (key: string, error: unknown) => void;
  readonly pause: RetryPause;
};

type Slot = {
  running: Promise<void> | undefined;
  again: boolean;
  failures: number;
  timer: NodeJS.Timeout | undefined;
};

const newSlot = (): Slot => ({ running: undefined, again: false, failures: 0, timer: undefined });

/** Runs `handle` for each requested key; a failure is told to `onFailure` and tried again after a growing pause. */
export const createKeyedWorker = (work: KeyedWork): KeyedWorker => {
  const slots = new Map<string, Slot>();
  let closed = false;

  const run = async (key: string, slot: Slot): Promise<void> => {
    try {
      await work.handle(key);
      slot.failures = 0;
    } catch (error) {
      if (closed) return;
      work.onFailure(key, error);
      const delayMs = Math.min(work.pause.firstMs * 2 ** slot.failures, work.pause.maxMs);
      slot.failures += 1;
      slot.timer = setTimeout(() => request(key), delayMs);
    }
  };

  const finish = (key: string, slot: Slot): void => {
    slot.running = undefined;
    if (slot.again) request(key);
    else if (slot.timer === undefined) slots.delete(key);
  };

  const request = (key: string): void => {
    if (closed) return;
    const slot = slots.get(key) ?? newSlot();
    slots.set(key, slot);
    if (slot.running) {
      slot.again = true;
      return;
    }
    clearTimeout(slot.timer);
    slot.timer = undefined;
    slot.again = false;
    slot.running = run(key, slot).finally(() => finish(key, slot));
  };

  return {
    request,
    close: async () => {
      closed = true;
      for (const slot of slots.values()) clearTimeout(slot.timer);
      await Promise.all([...slots.values()].flatMap(({ running }) => running ?? []));
    },
  };
};
