import type { SweepState } from '../core/model/sweep-state.ts';

/** Where the sweeps of a zone keep how far they have come. Every call throws `ControllerError`. */
export type SweepProgress = {
  /** The latest sweep, read consistently; undefined if there was none. */
  readonly read: (zoneId: string) => Promise<SweepState | undefined>;
  /** Replaces it. Fails as `lease-lost` if a later fence of the sweep's key wrote there. */
  readonly save: (zoneId: string, state: SweepState, fence: number) => Promise<void>;
};
