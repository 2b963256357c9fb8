import type { Clock } from './clock.ts';

/** Waits until all the work has settled, but no longer than `limitMs`. */
export async function drain(
  work: Iterable<Promise<unknown>>,
  limitMs: number,
  clock: Clock,
): Promise<void> {
  const pending = [...work];
  if (pending.length === 0) return;
  const stop = new AbortController();
  const limit = clock.sleep(limitMs, stop.signal).catch(() => undefined);
  await Promise.race([Promise.allSettled(pending), limit]);
  stop.abort();
}
