import type { ClusterName } from '../core/model/cluster.ts';
import type { EpochMs } from '../core/model/time.ts';
import type { WorkKey } from '../core/model/work-key.ts';

/** How far a round of the resync has come: all Services up to `after` were dealt with. */
export type ResyncCheckpoint = {
  readonly beganAt: EpochMs;
  /** The generation of the key that the round answers. */
  readonly generation: number;
  /** `namespace/name` of the last Service of the last page that was dealt with. */
  readonly after: string;
  /** The host's list goes on with this. */
  readonly next: string;
  /** By member, what its list of copies goes on with; a member that is absent starts over. */
  readonly members: { readonly [cluster: ClusterName]: string };
  /** Members that could not be read for a part of the round, with the reason. */
  readonly unread: { readonly [cluster: ClusterName]: string };
  /** What was counted so far, by name. */
  readonly counts: { readonly [name: string]: number };
};

/** Where the rounds of the resync keep how far they have come, one place a key. Every call throws `ControllerError`. */
export type ResyncProgress = {
  /** The last checkpoint, read consistently. */
  readonly read: (key: WorkKey) => Promise<ResyncCheckpoint | undefined>;
  /** Replaces it. Fails as `lease-lost` if a later fence of the key wrote there. */
  readonly save: (key: WorkKey, checkpoint: ResyncCheckpoint, fence: number) => Promise<void>;
  /** Forgets it, unless a later fence of the key wrote there. */
  readonly clear: (key: WorkKey, fence: number) => Promise<void>;
};
