import { setTimeout as delay } from 'node:timers/promises';

/** Looks every 20 ms until the check holds; throws with the last look when it does not within the limit. */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  limitMs = 10_000,
): Promise<T> {
  const untilMs = Date.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > untilMs) {
      throw new Error(`Cannot see it within ${limitMs} ms; last seen: ${JSON.stringify(seen)}`);
    }
    await delay(20);
  }
}
