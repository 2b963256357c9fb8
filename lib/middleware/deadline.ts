import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';

/** A Lambda context with the signal that `deadline` puts there. */
export type DeadlineContext = Context & { readonly signal: AbortSignal };

/** Time that a pass needs to settle once its signal has aborted. */
const settleMs = 3_000;

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
      Object.assign(context, { signal: controller.signal });
    },
    after: ({ context }) => stop(context),
    onError: ({ context }) => stop(context),
  };
};
