import { NoAnswer } from './failures.ts';

/**
 * Runs a piece of work once there is room for it; whoever came first goes first. Throws what the work throws, and `NoAnswer` where the
 * signal aborts while it waits.
 */
export type Semaphore = <Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
) => Promise<Result>;

/** Room for so many pieces of work at once. */
export const createSemaphore = (permits: number): Semaphore => {
  let free = permits;
  /** In the order of their coming. */
  const waiting = new Set<() => void>();
  const wait = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(enter);
        reject(new NoAnswer('aborted', 'the call was aborted', signal?.reason));
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      if (signal?.aborted) return leave();
      waiting.add(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  };
  return async (work, signal) => {
    if (free > 0) free -= 1;
    else await wait(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
};
