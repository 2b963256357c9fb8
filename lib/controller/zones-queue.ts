import type { Outcome } from '../core/model/outcome.ts';
import type { PublishContext, SweepContext } from './context.ts';
import { publishZone } from './publish-zone.ts';
import type { Pass } from './run-message.ts';
import { sweepZone } from './sweep-zone.ts';

/** The pass that a message of the zones' queue asks for: over what is pending for a zone, or over the zone itself. */
export const zonesPass =
  (ctx: PublishContext & SweepContext): Pass =>
  async (key, lease) => {
    switch (key.kind) {
      case 'zone':
        return await publishZone(key.zoneId, lease, ctx);
      case 'sweep':
        return await sweepZone(key.zoneId, lease, ctx);
      default:
        return wrongQueue;
    }
  };

const wrongQueue: Outcome = {
  kind: 'failed',
  failure: 'terminal',
  message:
    'Cannot publish anything but a hosted zone: the message came through the queue of hosted zones',
};
