import { type HealthReport, lookAtClusters } from './cluster-health.ts';
import type { HealthContext } from './context.ts';

/** Looks at all clusters, and leaves one log line and, if it was the schedule's turn, a heartbeat. */
export const lookAndTell = async (ctx: HealthContext): Promise<HealthReport> => {
  const { clock, telemetry, rules } = ctx;
  const startedAt = clock.now();
  const report = await lookAtClusters(ctx);
  const { failed, withdrawn, held } = report;
  const log = [...failed, ...withdrawn, ...held].length > 0 ? telemetry.warn : telemetry.info;
  log('cluster health', { ...report, durationMs: clock.now() - startedAt });
  // A look out of turn says nothing about the schedule, whose silence is what somebody must hear of.
  if (rules.outOfTurn !== true) telemetry.measure('HealthCompleted', 1);
  return report;
};
