import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait, and what for. */
export type Wait = {
  /** Completes the sentence "Cannot see …" if the time passes. */
  readonly what: string;
  readonly limitMs: number;
  readonly everyMs: number;
  readonly now: () => number;
  /** Ends the wait early with the signal's reason. */
  readonly signal?: AbortSignal;
};

/**
 * Asks again and again until `look` returns a value. Throws once the limit has passed, with what `whyNot` last said
 * about the delay.
 */
export const waitUntil = async <T>(
  look: () => Promise<T | undefined>,
  wait: Wait,
  whyNot: () => string = () => '',
): Promise<T> => {
  const until = wait.now() + wait.limitMs;
  for (;;) {
    wait.signal?.throwIfAborted();
    const found = await look();
    if (found !== undefined) return found;
    if (wait.now() >= until) {
      const reason = whyNot();
      const after = `not within ${Math.round(wait.limitMs / 1000)} s`;
      throw new Error(`Cannot see ${wait.what}: ${after}${reason === '' ? '' : `; ${reason}`}`);
    }
    // An abort ends the pause only; the loop then throws the signal's own reason.
    await pause(wait.everyMs, undefined, wait.signal ? { signal: wait.signal } : {}).catch(
      () => undefined,
    );
  }
};
