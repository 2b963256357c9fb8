import { failureKind } from '../core/model/failure.ts';
import type { Outcome } from '../core/model/outcome.ts';
import { parseWorkKey, type WorkKey } from '../core/model/work-key.ts';
import type { Lease } from '../core/model/work-row.ts';
import type { LogFields, Telemetry } from '../ports/telemetry.ts';
import { bindFields } from './bind-fields.ts';
import type { LeaseContext } from './context.ts';
import { type Counting, createTally } from './tally.ts';
import { type PassReport, withLease } from './with-lease.ts';

/** The pass over one key, whatever its kind. */
export type Pass = (key: WorkKey, lease: Lease) => Promise<Outcome>;

/**
 * Deals with one queue message, and leaves one log line about the pass; every line of the pass carries its key and its reconcile id. A
 * message that names no key is dropped. Throws only if nothing could be settled, so that the message comes back.
 */
export const runMessage = async <Ctx extends LeaseContext>(
  body: string,
  passOf: (ctx: Ctx & Counting) => Pass,
  ctx: Ctx,
): Promise<void> => {
  const key = parseWorkKey(body);
  if (key === undefined) {
    const fields = { body, reconcileId: ctx.holder };
    ctx.telemetry.warn('Dropped a message that names no key', fields);
    return;
  }
  const startedAt = ctx.clock.now();
  const telemetry = bindFields(ctx.telemetry, { key: body, reconcileId: ctx.holder });
  const counted = { ...ctx, telemetry, tally: createTally() };
  const work = passOf(counted);
  const [settled] = await Promise.allSettled([
    withLease(key, (lease) => work(key, lease), counted),
  ]);
  const durationMs = ctx.clock.now() - startedAt;
  const fields = { durationMs, ...counted.tally.fields() };
  if (settled.status === 'fulfilled') {
    measure(settled.value, durationMs, telemetry);
    report(settled.value, fields, telemetry);
    return;
  }
  measure({ result: 'failed' }, durationMs, telemetry);
  const failure = failureKind(settled.reason);
  telemetry.error('A pass could not be settled', { ...fields, failure }, settled.reason);
  throw settled.reason;
};

const measure = ({ result }: PassReport, durationMs: number, telemetry: Telemetry): void => {
  if (result === 'held') telemetry.measure('LeasesRefused', 1);
  if (result === 'held' || result === 'stale' || result === 'early') return;
  telemetry.measure('Passes', 1);
  telemetry.measure('PassDurationMs', durationMs);
  if (result === 'failed') telemetry.measure('PassFailures', 1);
  if (result === 'lease-lost') telemetry.measure('StaleFences', 1);
};

const report = (
  { result, outcome, ...rest }: PassReport,
  line: LogFields,
  telemetry: Telemetry,
): void => {
  const fields = { ...line, ...rest, outcome: result };
  if (outcome?.kind === 'failed') {
    telemetry.warn('pass', { ...fields, failure: outcome.failure, reason: outcome.message });
  } else if (result === 'lease-lost') {
    telemetry.warn('pass', fields);
  } else {
    telemetry.info('pass', fields);
  }
};
