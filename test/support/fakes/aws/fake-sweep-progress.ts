import { ControllerError } from '../../../../lib/core/model/failure.ts';
import type { SweepState } from '../../../../lib/core/model/sweep-state.ts';
import type { SweepProgress } from '../../../../lib/ports/sweep-progress.ts';
import { type Gate, through } from '../../gate.ts';

/** How far the sweeps of zones came, in memory. */
export const createFakeSweepProgress = (options: { readonly gate: Gate }): SweepProgress => {
  const zones = new Map<string, { readonly state: SweepState; readonly fence: number }>();
  return {
    read: (zoneId) => through(options.gate, 'sweepProgress.read', () => zones.get(zoneId)?.state),
    save: (zoneId, state, fence) =>
      through(options.gate, 'sweepProgress.save', () => {
        if ((zones.get(zoneId)?.fence ?? 0) > fence) {
          throw new ControllerError('lease-lost', `Cannot keep the sweep of ${zoneId}: too late`);
        }
        zones.set(zoneId, { state, fence });
      }),
  };
};
