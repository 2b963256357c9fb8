import type { ObjectEvent } from '../core/model/object-event.ts';
import type { EpochMs } from '../core/model/time.ts';

/** The Events of the host cluster. */
export type EventRecorder = {
  /**
   * Stores an Event, or counts it once more where the same object was told the same before: same reason, type and message. One in a
   * namespace that is going away is dropped. Throws `ControllerError`.
   */
  readonly record: (event: ObjectEvent, now: EpochMs, signal?: AbortSignal) => Promise<void>;
};
