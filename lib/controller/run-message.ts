import { failureKind } from '../core/model/failure.ts';
import type { Outcome } from '../core/model/outcome.ts';
import { parseWorkKey, type WorkKey } from '../core/model/work-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { LeaseContext } from './context.ts';
import { type PassReport, withLease } from './with-lease.ts';

/** The pass over one key, whatever its kind. */
export type Pass = (key: WorkKey, lease: Lease) => Promise<Outcome>;

/**
 * Deals with one queue message, and leaves one log line. A message that names no key is dropped. Throws only if nothing could be
 * settled, so that the message comes back.
 */
export const runMessage = async (body: string, pass: Pass, ctx: LeaseContext): Promise<void> => {
  const key = parseWorkKey(body);
  if (key === undefined) {
    ctx.telemetry.warn('Dropped a message that names no key', { body, reconcileId: ctx.holder });
    return;
  }
  const startedAt = ctx.clock.now();
  const line = { key: body, reconcileId: ctx.holder };
  const [settled] = await Promise.allSettled([withLease(key, (lease) => pass(key, lease), ctx)]);
  const durationMs = ctx.clock.now() - startedAt;
  if (settled.status === 'fulfilled') {
    report(settled.value, { ...line, durationMs }, ctx);
    return;
  }
  const failure = failureKind(settled.reason);
  ctx.telemetry.error(
    'A pass could not be settled',
    { ...line, durationMs, failure },
    settled.reason,
  );
  throw settled.reason;
};

const report = (
  { result, outcome, fence }: PassReport,
  line: { readonly [name: string]: string | number },
  ctx: LeaseContext,
): void => {
  const fields = { ...line, outcome: result, fence };
  if (outcome?.kind === 'failed') {
    ctx.telemetry.warn('pass', { ...fields, failure: outcome.failure, reason: outcome.message });
  } else {
    ctx.telemetry.info('pass', fields);
  }
};
