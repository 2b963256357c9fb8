import type { EpochMs } from '../../core/model/time.ts';

/** What decides the next delivery of a key whose lease is being given back. */
export type DeliveryFacts = {
  readonly now: EpochMs;
  /** `dueAt` of the row; its message may be ahead, or may have met the lease and gone. */
  readonly rowDueAt?: EpochMs;
  /** Somebody asked for a pass since the lease was taken. */
  readonly moved: boolean;
  /** When the pass itself wants to look again. */
  readonly settlementDueAt?: EpochMs;
};

/** The row's next `dueAt`, and whether its message has yet to be sent. */
export type NextDelivery = { readonly dueAt?: EpochMs; readonly mustSend: boolean };

/**
 * The earlier of what is ahead and what the pass wants. Without a delivery ahead a request made meanwhile is due at
 * once: its message may already have met the lease and been dropped.
 */
export const nextDelivery = (facts: DeliveryFacts): NextDelivery => {
  const ahead =
    facts.rowDueAt !== undefined && facts.rowDueAt > facts.now ? facts.rowDueAt : undefined;
  const wanted = facts.moved && ahead === undefined ? facts.now : facts.settlementDueAt;
  if (wanted !== undefined && (ahead === undefined || wanted < ahead)) {
    return { dueAt: wanted, mustSend: true };
  }
  return ahead === undefined ? { mustSend: false } : { dueAt: ahead, mustSend: false };
};
