import type { EpochMs } from './time.ts';

/** Where a listing goes on: at a name, canonical, and at a type and a set identifier there. */
export type ZonePosition = {
  readonly name: string;
  readonly type?: string;
  readonly identifier?: string;
};

/** The latest sweep of a hosted zone. */
export type SweepState = {
  readonly beganAt: EpochMs;
  /** When it reached the end of the zone; absent while it has not. */
  readonly endedAt?: EpochMs;
  /** All names up to `upTo` were compared, and the listing goes on there; absent at the beginning. */
  readonly at?: { readonly upTo: string; readonly next: ZonePosition };
};
