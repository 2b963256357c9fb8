import type { Observed } from '../model/observed.ts';
import type { Ms } from '../model/time.ts';

/** Bounds of the next look at host names, which the resolver's TTL decides (W9). */
const hostNameLookMs = { least: 30_000, most: 900_000 };

/** How soon a hosted zone that was not found is asked for again (W19). */
const zoneLookMs = 60_000;

/**
 * When the records of a Service need a look even if nobody asks: the addresses of `followed` host names may have changed, a blocked
 * name is due, or the hosted zone may be there by now. Undefined if none of these holds.
 */
export const dnsLookAgainMs = (
  followed: readonly string[],
  observed: Pick<Observed, 'resolved' | 'ledger' | 'now' | 'zoneFailure'>,
): Ms | undefined => {
  const looks = [
    ...followed.map((name) => hostNameLook(observed.resolved[name]?.ttlSeconds ?? 0)),
    ...observed.ledger.flatMap(({ retryAt }) =>
      retryAt === undefined ? [] : [Math.max(1_000, retryAt - observed.now)],
    ),
    ...(observed.zoneFailure === undefined ? [] : [zoneLookMs]),
  ];
  return looks.length === 0 ? undefined : Math.min(...looks);
};

const hostNameLook = (ttlSeconds: number): Ms =>
  Math.min(hostNameLookMs.most, Math.max(hostNameLookMs.least, ttlSeconds * 1_000));
