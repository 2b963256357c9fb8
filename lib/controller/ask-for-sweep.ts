import { sweepWork } from '../core/model/work-key.ts';
import { isSweepDue } from '../core/schedule/sweep.ts';
import type { SweepAskContext } from './context.ts';
import { enqueue } from './enqueue.ts';

/** Asks for a sweep of each of the hosted zones whose latest one began long enough ago, or never ended. */
export const askForSweep = async (ctx: SweepAskContext): Promise<void> => {
  if (ctx.driftSweepMs === 0) return;
  for (const zoneId of new Set(ctx.zoneIds)) {
    const latest = await ctx.sweeps.read(zoneId);
    if (!isSweepDue(latest, ctx.clock.now(), ctx.driftSweepMs)) continue;
    await enqueue([{ key: sweepWork(zoneId), delayMs: 0 }], ctx);
  }
};
