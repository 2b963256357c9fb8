import type { ApiClient } from '../../adapters/kubernetes/api-client.ts';
import type { Cluster } from '../../core/model/cluster.ts';

/** What a member is looked at with. */
export type MemberLook = {
  readonly cluster: Cluster;
  readonly client: ApiClient;
  /** Whether the client comes as the functions will; else the rights of user and group `seamark` are asked for. */
  readonly asFunctions: boolean;
  readonly signal: AbortSignal;
};
