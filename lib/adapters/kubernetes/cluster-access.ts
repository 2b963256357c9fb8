import type { Cluster, ClusterName } from '../../core/model/cluster.ts';
import { ControllerError } from '../../core/model/failure.ts';
import type { EpochMs, Ms } from '../../core/model/time.ts';
import type { ApiAnswer } from './api-answer.ts';
import {
  type ApiCall,
  type ApiClient,
  type ClientLimits,
  createApiClient,
  type OpenClient,
} from './api-client.ts';
import { readMemberAccess } from './member-credentials.ts';

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
  readonly now: () => EpochMs;
  /** How long credentials are used before the Secret is read again; 60 s unless given. */
  readonly cacheMs?: Ms;
  readonly limits?: ClientLimits;
};

type Open = {
  /** What of the `Cluster` decides the access. */
  readonly identity: string;
  readonly expiresAt: EpochMs;
  readonly version: string;
  readonly client: OpenClient;
};

/**
 * Keeps one client a member. Credentials are read again after `cacheMs`, when the `Cluster` says something else, and at once
 * after a refusal (401, 403) or a failed connection; a call that was refused as 401 is sent once more if they changed.
 */
export const createClusterAccess = (
  host: ApiClient,
  settings: ClusterAccessSettings,
): ClusterAccess => {
  const cache = createClientCache(host, settings);
  return {
    close: cache.close,
    clientOf: (cluster) => ({
      place: `in cluster ${cluster.name}`,
      send: async (call) => {
        const open = await cache.take(cluster).catch(rethrowUnasked);
        const answer = await sendAndWatch(cache, { cluster, open, call });
        if (answer.status !== 401) return answer;
        const renewed = await cache.take(cluster).catch(rethrowUnasked);
        if (renewed.version === open.version) return answer;
        return sendAndWatch(cache, { cluster, open: renewed, call });
      },
    }),
  };
};

// Without credentials nobody was asked, so nobody was silent either.
const rethrowUnasked = (error: unknown): never => {
  if (!(error instanceof ControllerError)) throw error;
  const { kind, message, fields, retryAfterMs, cause } = error;
  const told = retryAfterMs === undefined ? {} : { retryAfterMs };
  throw new ControllerError(kind, message, { cause, fields: { ...fields, asked: false }, ...told });
};

const sendAndWatch = async (
  cache: ClientCache,
  attempt: { readonly cluster: Cluster; readonly open: Open; readonly call: ApiCall },
): Promise<ApiAnswer> => {
  const { cluster, open, call } = attempt;
  try {
    const answer = await open.client.send(call);
    if (answer.status === 401 || answer.status === 403) cache.drop(cluster.name, open);
    return answer;
  } catch (error) {
    const aborted = error instanceof ControllerError && error.fields['aborted'] === true;
    if (!aborted) cache.drop(cluster.name, open);
    throw error;
  }
};

/** A client that nobody asked for so long after its credentials were to be read again is closed. */
const unusedMs: Ms = 600_000;

type ClientCache = {
  readonly take: (cluster: Cluster) => Promise<Open>;
  /** Forgets a client, unless another has taken its place. */
  readonly drop: (name: ClusterName, open: Open) => void;
  readonly close: () => void;
};

const createClientCache = (host: ApiClient, settings: ClusterAccessSettings): ClientCache => {
  const opened = new Map<ClusterName, Open>();
  const opening = new Map<ClusterName, { identity: string; open: Promise<Open> }>();
  const renew = async (cluster: Cluster, identity: string): Promise<Open> => {
    const { access, version } = await readMemberAccess(host, cluster, settings);
    const old = opened.get(cluster.name);
    const same = old !== undefined && old.identity === identity && old.version === version;
    if (old && !same) old.client.close();
    const client = same ? old.client : createApiClient(access, settings.limits);
    const expiresAt = settings.now() + (settings.cacheMs ?? 60_000);
    const open = { identity, expiresAt, version, client };
    opened.set(cluster.name, open);
    closeUnused();
    return open;
  };
  // Whoever is still asked renews its credentials in time; what stays far behind belongs to a cluster that left.
  const closeUnused = (): void => {
    for (const [name, { expiresAt, client }] of opened) {
      if (settings.now() < expiresAt + unusedMs) continue;
      opened.delete(name);
      client.close();
    }
  };
  return {
    take: (cluster) => {
      const identity = identityOf(cluster);
      const open = opened.get(cluster.name);
      if (open?.identity === identity && settings.now() < open.expiresAt)
        return Promise.resolve(open);
      const running = opening.get(cluster.name);
      if (running?.identity === identity) return running.open;
      const next = renew(cluster, identity).finally(() => {
        if (opening.get(cluster.name)?.open === next) opening.delete(cluster.name);
      });
      opening.set(cluster.name, { identity, open: next });
      return next;
    },
    drop: (name, open) => {
      if (opened.get(name)?.client !== open.client) return;
      opened.delete(name);
      open.client.close();
    },
    close: () => {
      for (const open of opened.values()) open.client.close();
      opened.clear();
    },
  };
};

const identityOf = ({ uid, serverAddresses, secretName }: Cluster): string =>
  JSON.stringify([uid, serverAddresses, secretName]);
