import type { EpochMs } from '../core/model/time.ts';
import type { WorkKey } from '../core/model/work-key.ts';

/** A message that wakes a key. */
export type Wake = { readonly key: WorkKey; readonly dueAt: EpochMs };

/** The queues that deliver keys to functions. */
export type WakeQueue = {
  /** Sends all, ten a call; delays are rounded up to seconds, at most 900. Throws `ControllerError` naming those not sent. */
  readonly send: (wakes: readonly Wake[], now: EpochMs) => Promise<void>;
};
