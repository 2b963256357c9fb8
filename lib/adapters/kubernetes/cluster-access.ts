import type { Cluster, ClusterName } from '../../core/model/cluster.ts';
import type { EpochMs, Ms } from '../../core/model/time.ts';
import type { ApiClient, ClientLimits } from './api-client.ts';
import type { CredentialSources } from './credential-sources.ts';
import { readMemberAccess } from './member-access.ts';
import { createRenewingClient, type RenewingClient } from './renewing-client.ts';

/** Clients of member clusters, opened when they are first used. */
export type ClusterAccess = {
  /** A client whose calls throw `ControllerError` where the credentials cannot be had. */
  readonly clientOf: (cluster: Cluster) => ApiClient;
  /** Closes all connections once the running calls have ended. */
  readonly close: () => void;
};

/** Settings of the access to member clusters. */
export type ClusterAccessSettings = {
  /** Namespace of the host that holds the Secrets of the members. */
  readonly secretNamespace: string;
  /** The address that this client calls from, which chooses between a member's server addresses. */
  readonly clientIp?: string;
  readonly sources: CredentialSources;
  readonly now: () => EpochMs;
  readonly limits?: ClientLimits;
};

type Open = {
  /** What of the `Cluster` decides the access. */
  readonly identity: string;
  readonly client: RenewingClient;
  readonly usedAt: EpochMs;
};

/** A client that nobody asked for so long is closed: it belongs to a cluster that left. */
const unusedMs: Ms = 660_000;

/** Keeps one client a member, as long as its `Cluster` says the same of the access. */
export const createClusterAccess = (
  host: ApiClient,
  settings: ClusterAccessSettings,
): ClusterAccess => {
  const opened = new Map<ClusterName, Open>();
  const closeUnused = (): void => {
    for (const [name, { usedAt, client }] of opened) {
      if (settings.now() < usedAt + unusedMs) continue;
      opened.delete(name);
      client.close();
    }
  };
  const open = (cluster: Cluster): RenewingClient => {
    const identity = identityOf(cluster);
    const before = opened.get(cluster.name);
    const same = before?.identity === identity ? before.client : undefined;
    if (same === undefined) before?.client.close();
    const client =
      same ??
      createRenewingClient({
        place: `in cluster ${cluster.name}`,
        read: () => readMemberAccess(host, cluster, settings),
        now: settings.now,
        limits: settings.limits,
      });
    opened.set(cluster.name, { identity, client, usedAt: settings.now() });
    closeUnused();
    return client;
  };
  return {
    // Opened call by call: whoever holds the result may see the Cluster change meanwhile.
    clientOf: (cluster) => ({
      place: `in cluster ${cluster.name}`,
      send: (call) => open(cluster).send(call),
    }),
    close: () => {
      for (const { client } of opened.values()) client.close();
      opened.clear();
    },
  };
};

const identityOf = ({ uid, serverAddresses, credentials }: Cluster): string =>
  JSON.stringify([uid, serverAddresses, credentials]);
