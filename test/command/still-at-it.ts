import { createPace, tellEveryMs } from './pace.ts';

/** Tells whoever waits what a long work is at. */
export type StillAtIt = {
  /** Begins something else. */
  readonly begin: (what: string) => void;
  /** To be called often: tells, now and then, that it still goes on. */
  readonly beat: () => void;
};

/** Tells lines, and the last one again when nothing was said for long; `now` is in milliseconds. */
export const createStillAtIt = (say: (line: string) => void, now: () => number): StillAtIt => {
  let doing = '';
  let isDue = createPace(tellEveryMs, now);
  return {
    begin: (what) => {
      doing = what;
      isDue = createPace(tellEveryMs, now);
      say(what);
    },
    beat: () => {
      if (isDue()) say(`still at it: ${doing}`);
    },
  };
};
