import { ControllerError } from '../core/model/failure.ts';
import type { Ms } from '../core/model/time.ts';
import type { Clock } from '../ports/clock.ts';

/**
 * Gives a piece of work its own time, within the pass's: its signal aborts when either is over.
 *
 * @throws ControllerError `transient` once the time is over, whether or not the work heeds its signal.
 */
export const withTimeLimit = async <Result>(
  limitMs: Ms,
  ctx: { readonly clock: Clock; readonly signal?: AbortSignal },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const own = new AbortController();
  const finished = new AbortController();
  const { signal } = own;
  const follow = (): void => own.abort(ctx.signal?.reason);
  if (ctx.signal?.aborted) follow();
  ctx.signal?.addEventListener('abort', follow, { once: true });
  const overdue = ctx.clock.sleep(limitMs, finished.signal).then(
    () => own.abort(new ControllerError('transient', `Cannot finish: no answer in ${limitMs} ms`)),
    () => undefined,
  );
  try {
    return await Promise.race([work(signal), rejectOn(signal)]);
  } finally {
    ctx.signal?.removeEventListener('abort', follow);
    // Without a reason each abort makes an exception with its stack.
    finished.abort('finished');
    await overdue;
  }
};

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
