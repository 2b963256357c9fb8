import type { Outcome } from '../core/model/outcome.ts';
import { lookAtClusters } from './cluster-health.ts';
import type { HealthContext, ReconcileContext } from './context.ts';
import { reconcileService } from './reconcile-service.ts';
import { resync } from './resync.ts';
import type { Pass } from './run-message.ts';

/**
 * The pass that a message of the services' queue asks for: over one Service, over a namespace, or over the clusters (which takes
 * `health`).
 */
export const servicesPass =
  (ctx: ReconcileContext, health: HealthContext): Pass =>
  async (key, lease) => {
    switch (key.kind) {
      case 'service':
        return await reconcileService(key.service, lease, ctx);
      case 'namespace':
        await resync(0, ctx, key.namespace);
        return { kind: 'done' };
      case 'fleet':
        return await lookAtFleet(health);
      case 'zone':
        return wrongQueue;
    }
  };

// The schedule does the counting, and looks again at what can't be looked at now.
const lookAtFleet = async (ctx: HealthContext): Promise<Outcome> => {
  const report = await lookAtClusters({ ...ctx, rules: { ...ctx.rules, outOfTurn: true } });
  const log = report.failed.length > 0 ? ctx.telemetry.warn : ctx.telemetry.info;
  log('cluster health', report);
  return { kind: 'done' };
};

const wrongQueue: Outcome = {
  kind: 'failed',
  failure: 'terminal',
  message: 'Cannot reconcile a hosted zone: the message came through the queue of Services',
};
