import type { Outcome } from '../core/model/outcome.ts';
import type { HealthContext, ReconcileContext } from './context.ts';
import { lookAndTell } from './look-and-tell.ts';
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
        ctx.tally.add('servicesAsked', (await resync(0, ctx, key.namespace)).federated);
        return { kind: 'done' };
      case 'fleet':
        return await lookAtFleet(health);
      case 'resync':
      case 'zone':
        return wrongQueue;
    }
  };

// The schedule does the counting, and looks again at what can't be looked at now.
const lookAtFleet = async (ctx: HealthContext): Promise<Outcome> => {
  await lookAndTell({ ...ctx, rules: { ...ctx.rules, outOfTurn: true } });
  return { kind: 'done' };
};

const wrongQueue: Outcome = {
  kind: 'failed',
  failure: 'terminal',
  message: 'Cannot reconcile a hosted zone: the message came through the queue of Services',
};
