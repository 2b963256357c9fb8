import { setTimeout } from 'node:timers/promises';
import type { Clock, Random } from '../../ports/clock.ts';

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (spanMs, signal) => {
    try {
      await setTimeout(spanMs, undefined, signal && { signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

/** Chance as the runtime gives it; not for secrets. */
export const systemRandom: Random = () => Math.random();
