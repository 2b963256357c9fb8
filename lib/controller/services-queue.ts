import type { Outcome } from '../core/model/outcome.ts';
import type { HealthContext, ReconcileContext } from './context.ts';
import { lookAndTell } from './look-and-tell.ts';
import { reconcileService } from './reconcile-service.ts';
import type { Pass } from './run-message.ts';

/** The pass that a message of the services' queue asks for: over one Service, or over the clusters (which takes `health`). */
export const servicesPass =
  (ctx: ReconcileContext, health: HealthContext): Pass =>
  async (key, lease) => {
    switch (key.kind) {
      case 'service':
        return await reconcileService(key.service, lease, ctx);
      case 'fleet':
        return await lookAtFleet(health);
      case 'namespace':
      case 'resync':
        return onItsWay;
      case 'zone':
      case 'sweep':
        return wrongQueue;
    }
  };

// The schedule does the counting, and looks again at what can't be looked at now.
const lookAtFleet = async (ctx: HealthContext): Promise<Outcome> => {
  await lookAndTell({ ...ctx, rules: { ...ctx.rules, outOfTurn: true } });
  return { kind: 'done' };
};

/** A message of an earlier version, from before these keys had a queue of their own: what is sent for the next look goes there. */
const onItsWay: Outcome = { kind: 'done', lookAgainAfterMs: 0 };

const wrongQueue: Outcome = {
  kind: 'failed',
  failure: 'terminal',
  message: 'Cannot reconcile a hosted zone: the message came through the queue of Services',
};
