import { serviceWork } from '../core/model/work-key.ts';
import { isFederated, isHeld } from '../core/propagation/federated.ts';
import type { ResyncContext } from './context.ts';
import { enqueue } from './enqueue.ts';

/** What a resync came to. */
export type ResyncReport = {
  readonly listed: number;
  readonly federated: number;
  readonly sent: number;
};

/** The whole resync, as the schedule asks for it: leaves one log line and a heartbeat. */
export const scheduledResync = async (ctx: ResyncContext): Promise<ResyncReport> => {
  const startedAt = ctx.clock.now();
  const report = await resync(0, ctx);
  ctx.telemetry.info('resync', { ...report, durationMs: ctx.clock.now() - startedAt });
  ctx.telemetry.measure('ResyncKeys', report.federated);
  ctx.telemetry.measure('ResyncCompleted', 1);
  return report;
};

/**
 * Asks for a pass over every Service that is federated, or that was and is still held, in one namespace or in all: what a lost
 * event or a lost message left behind is found here. Pages of 500; memory holds one page.
 */
export const resync = async (
  delayMs: number,
  ctx: ResyncContext,
  namespace?: string,
): Promise<ResyncReport> => {
  let report: ResyncReport = { listed: 0, federated: 0, sent: 0 };
  let next: string | undefined;
  do {
    // Not by label selector: a Service that lost the label is found by its finalizer.
    const page = await ctx.services.list(
      {
        labelSelector: '',
        ...(namespace === undefined ? {} : { namespace }),
        ...(next === undefined ? {} : { next }),
      },
      ctx.signal,
    );
    const ours = page.items.filter(
      (service) => isFederated(service, ctx.settings) || isHeld(service),
    );
    const requests = ours.map((service) => ({ key: serviceWork(service.key), delayMs }));
    const sent = await enqueue(requests, ctx);
    report = {
      listed: report.listed + page.items.length,
      federated: report.federated + ours.length,
      sent: report.sent + sent,
    };
    next = page.next;
  } while (next !== undefined);
  return report;
};
