import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';

/** A Lambda context with what `deadline` puts there. */
export type DeadlineContext = Context & {
  readonly signal: AbortSignal;
  /** When work that can go on in another invocation stops beginning things, in milliseconds since 1970. */
  readonly stopAt: number;
  /** How long a lease must last, in milliseconds, so that a live holder never outlasts it. */
  readonly leaseMs: number;
};

/** A lease outlives the invocation by this, so that clocks may differ a little. */
const leaseMarginMs = 10_000;

/** Time that a pass needs to settle once its signal has aborted. */
const settleMs = 3_000;

/** Time that a pass needs to end what it has begun, before its signal aborts; half of what there is, if that is little. */
const finishMs = 7_000;

type Running = { readonly timer: NodeJS.Timeout };

/**
 * Guarantees that work hears of the end before Lambda ends it: `context.signal` aborts three seconds before the time is up. Unlike an
 * early answer, it leaves the handler the time to settle what it did.
 */
export const deadline = (): MiddlewareObj => {
  const running = new WeakMap<object, Running>();
  const stop = (context: object): void => clearTimeout(running.get(context)?.timer);
  return {
    before: ({ context }) => {
      const controller = new AbortController();
      const leftMs = Math.max(0, context.getRemainingTimeInMillis() - settleMs);
      const timer = setTimeout(
        () => controller.abort(new Error("Cannot go on: the function's time is nearly up")),
        leftMs,
      );
      running.set(context, { timer });
      const leaseMs = context.getRemainingTimeInMillis() + leaseMarginMs;
      const stopAt = Date.now() + (leftMs - Math.min(finishMs, leftMs / 2));
      Object.assign(context, { signal: controller.signal, stopAt, leaseMs });
    },
    after: ({ context }) => stop(context),
    onError: ({ context }) => stop(context),
  };
};
