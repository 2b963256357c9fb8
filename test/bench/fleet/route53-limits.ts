import { publisherBurst } from '../../../lib/controller/pacer.ts';
import { ControllerError } from '../../../lib/core/model/failure.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import type { RecordStore } from '../../../lib/ports/record-store.ts';

/** Our share of Route 53's requests, as it is shipped. */
export const requestsPerSecond = 5;
/** Our share of its burst. */
export const burst = publisherBurst(requestsPerSecond);

/** Requests that an account may make of Route 53 (Route 53 quotas, since 2026: 10 a second, bursts of 50). */
export const accountLimit = { perSecond: 10, burst: 50 };

/** How long a request to change records takes; Amazon tells no figure. */
export const changeMs = 200;

/**
 * A record store behind Route 53's limits: a bucket of tokens for the account, and one change at a time a zone. What is over them is
 * refused as the service refuses it.
 */
export const withinLimits = (store: RecordStore, time: Clock): RecordStore => {
  let tokens = accountLimit.burst;
  let filledAt = time.now();
  const changing = new Set<string>();
  const admit = (): void => {
    const now = time.now();
    tokens = Math.min(
      accountLimit.burst,
      tokens + ((now - filledAt) / 1_000) * accountLimit.perSecond,
    );
    filledAt = now;
    if (tokens < 1) throw new ControllerError('throttled', 'Cannot call Route 53: Rate exceeded');
    tokens -= 1;
  };
  return {
    ...store,
    readName: async (...args) => {
      admit();
      return await store.readName(...args);
    },
    change: async (zoneId, changes, signal) => {
      admit();
      if (changing.has(zoneId)) {
        throw new ControllerError('throttled', 'Cannot change records: PriorRequestNotComplete');
      }
      changing.add(zoneId);
      try {
        await time.sleep(changeMs);
        return await store.change(zoneId, changes, signal);
      } finally {
        changing.delete(zoneId);
      }
    },
  };
};
