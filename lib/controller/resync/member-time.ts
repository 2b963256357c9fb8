import type { Ms } from '../../core/model/time.ts';
import type { Clock } from '../../ports/clock.ts';

/** The time that somebody else's answers may take in all, calls side by side counted once. */
export type MemberTime = {
  /** What is left of it; none or less once it is over. */
  readonly left: () => Ms;
  /** Counts the time until the work ends, however it ends. */
  readonly during: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** Begins with the whole time. */
export const createMemberTime = (limitMs: Ms, clock: Pick<Clock, 'now'>): MemberTime => {
  let spentMs = 0;
  let running = 0;
  let since = 0;
  return {
    left: () => limitMs - spentMs - (running === 0 ? 0 : clock.now() - since),
    during: async (work) => {
      if (running === 0) since = clock.now();
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        if (running === 0) spentMs += clock.now() - since;
      }
    },
  };
};
