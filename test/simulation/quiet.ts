import type { Onlooker } from './invocation.ts';
import { type Script, timetable } from './script.ts';
import { writes } from './settled.ts';

/** Listens while nothing may happen any more. */
export type QuietTime = {
  readonly onlooker: Onlooker;
  readonly begin: () => void;
  /** What was done all the same. */
  readonly end: () => readonly string[];
};

/** A quiet time: no writes, and few passes. */
export const createQuietTime = ({ resyncEveryMs }: Script): QuietTime => {
  const written: string[] = [];
  let listening = false;
  let passes = 0;
  // A resync is a pass of its own and asks for none; looks again and left-over messages are few.
  const rounds = (timetable.end - timetable.settledBy) / resyncEveryMs + 1;
  const bound = 2 * rounds + 20;
  return {
    onlooker: (call) => {
      if (listening && writes.test(call)) written.push(call);
      if (listening && call === 'workRows.acquire') passes += 1;
      return undefined;
    },
    begin: () => {
      listening = true;
    },
    end: () => {
      listening = false;
      const busy = passes > bound ? [`${passes} passes, more than ${bound}`] : [];
      return [...written, ...busy].map((what) => `the quiet time was not quiet: ${what}`);
    },
  };
};
