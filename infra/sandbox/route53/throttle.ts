/** Capacity and refill of one bucket. */
type Rate = { readonly burst: number; readonly refillPerSecond: number };

/** Operations with a bucket of their own size (AWS "Throttling for Amazon Route 53 API requests"). */
const operationRates: Readonly<Record<string, Rate>> = {
  CreateHostedZone: { burst: 40, refillPerSecond: 2 },
  DeleteHostedZone: { burst: 40, refillPerSecond: 5 },
};

type Bucket = { tokens: number; at: number };

/** Decides whether a request of an operation may pass now, and charges it if so. */
export type Throttle = { readonly admit: (operation: string) => boolean };

/**
 * The request limits of an account: one token bucket for all requests and one for each operation,
 * both charged by every request (since 2026-07-30: 10/s with a burst of 50, spec aws.md 1.1).
 */
export const createThrottle = (now: () => number, account: Rate): Throttle => {
  const buckets = new Map<string, Bucket>();
  const refill = (name: string, rate: Rate): Bucket => {
    const at = now();
    const bucket = buckets.get(name) ?? { tokens: rate.burst, at };
    const gained = ((at - bucket.at) / 1000) * rate.refillPerSecond;
    bucket.tokens = Math.min(rate.burst, bucket.tokens + Math.max(0, gained));
    bucket.at = at;
    buckets.set(name, bucket);
    return bucket;
  };
  return {
    admit: (operation) => {
      const both = [
        refill('account', account),
        refill(`operation ${operation}`, operationRates[operation] ?? account),
      ];
      if (both.some((bucket) => bucket.tokens < 1)) return false;
      for (const bucket of both) bucket.tokens -= 1;
      return true;
    },
  };
};
