import { type LogGroups, sourceOfLogGroup } from '../core/intake/source-of-log-group.ts';
import type { AuditEvent } from '../core/model/audit-event.ts';
import type { EnqueueContext } from './context.ts';
import { type IntakeReport, type IntakeSettings, intake } from './intake.ts';

/** What a log subscription delivered, as far as it could be read. */
export type LogDelivery =
  | { readonly kind: 'control' }
  | {
      readonly kind: 'data';
      readonly logGroup: string;
      readonly events: readonly AuditEvent[];
      readonly skipped: number;
    }
  | { readonly kind: 'problem'; readonly problem: string };

type Settings = { readonly intake: IntakeSettings; readonly logGroups: LogGroups };

const nothing: IntakeReport = { keys: 0, sent: 0 };

/**
 * Deals with one delivery of a log subscription. What can't be read, and what comes from a group that is no cluster's, is dropped with
 * a warning: it would be no better the next time, and the resync finds what it told. Throws only if asking for passes fails.
 */
export const intakeLogs = async (
  delivery: LogDelivery,
  settings: Settings,
  ctx: EnqueueContext,
): Promise<IntakeReport> => {
  if (delivery.kind === 'control') return nothing;
  if (delivery.kind === 'problem') {
    ctx.telemetry.warn('Dropped a log delivery', { reason: delivery.problem });
    return nothing;
  }
  const { logGroup, events, skipped } = delivery;
  const source = sourceOfLogGroup(logGroup, settings.logGroups);
  if (source === undefined) {
    ctx.telemetry.warn('Dropped a log delivery', { reason: 'no cluster has this group', logGroup });
    return nothing;
  }
  const report = await intake(events, source, settings.intake, ctx);
  if (skipped > 0 || report.keys > 0) {
    ctx.telemetry.info('intake', { source, events: events.length, skipped, ...report });
  }
  return report;
};
