import type { ZoneView } from '../core/model/hosted-zone.ts';

/** Where the passes keep which hosted zone they found, for those who must not ask Route 53. Every call throws `ControllerError`. */
export type KnownZone = {
  /** What was kept last; undefined if nothing ever was. */
  readonly read: () => Promise<ZoneView | undefined>;
  readonly write: (view: ZoneView) => Promise<void>;
};
