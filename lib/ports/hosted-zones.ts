import type { HostedZone } from '../core/model/hosted-zone.ts';

/** The hosted zones of the account. Every call throws `ControllerError`. */
export type HostedZones = {
  /** The zone with that bare id, or undefined if there is none. */
  readonly read: (zoneId: string, signal?: AbortSignal) => Promise<HostedZone | undefined>;
  /** All zones, public and private ones. */
  readonly list: (signal?: AbortSignal) => Promise<readonly HostedZone[]>;
  /**
   * Creates a public zone. Undefined if one was created by that reference before, as by an attempt whose answer got lost: the list
   * shows it.
   */
  readonly create: (
    name: string,
    callerReference: string,
    signal?: AbortSignal,
  ) => Promise<HostedZone | undefined>;
};
