/**
 * Guarantees that an invocation whose time is up is ended by Lambda, with its process. Middy would answer a moment before and leave the
 * process frozen in the middle of its pass, which would go on with the next event, perhaps long after its lease.
 */
export const noEarlyAnswer = { timeoutEarlyInMillis: 0 } as const;
