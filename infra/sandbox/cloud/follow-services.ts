import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterClient } from '../clusters/cluster-client.ts';
import type { KubeObject } from '../kubernetes/resource.ts';
import type { RetryPause } from './keyed-worker.ts';
import { keyOf } from './service-facts.ts';

/** What a follower tells: the Service as it is now, or that it is gone. */
export type ServiceListener = {
  readonly present: (key: string, service: KubeObject) => void;
  readonly gone: (key: string) => void;
};

const path = '/api/v1/services';

type Follower = {
  readonly client: ClusterClient;
  readonly listener: ServiceListener;
  readonly known: Set<string>;
  readonly signal: AbortSignal;
};

const present = ({ known, listener }: Follower, service: KubeObject): void => {
  known.add(keyOf(service));
  listener.present(keyOf(service), service);
};

const gone = ({ known, listener }: Follower, key: string): void => {
  known.delete(key);
  listener.gone(key);
};

const listAll = async (follower: Follower): Promise<string> => {
  const list = await follower.client.list(path, follower.signal);
  const now = new Set(list.items.map(keyOf));
  for (const key of [...follower.known].filter((key) => !now.has(key))) gone(follower, key);
  for (const item of list.items) present(follower, item);
  return list.metadata.resourceVersion;
};

const watchFrom = async (follower: Follower, version: string): Promise<void> => {
  const query = `?watch=true&allowWatchBookmarks=true&resourceVersion=${version}`;
  const events = follower.client.watch(`${path}${query}`, follower.signal);
  for await (const { type, object } of events) {
    if (type === 'ERROR') return;
    if (type === 'DELETED') gone(follower, keyOf(object));
    else if (type !== 'BOOKMARK') present(follower, object);
  }
};

/**
 * Tells of every Service of a cluster and of each change, until `signal` aborts: list, watch, and list again whenever
 * the watch ends or the server is away.
 */
export const followServices = async (
  client: ClusterClient,
  listener: ServiceListener,
  options: { readonly signal: AbortSignal; readonly pause: RetryPause },
): Promise<void> => {
  const { signal } = options;
  const follower: Follower = { client, listener, known: new Set(), signal };
  for (let failures = 0; !signal.aborted; ) {
    try {
      const version = await listAll(follower);
      failures = 0;
      await watchFrom(follower, version);
    } catch {
      // A server that is away is an everyday matter here: stop-cluster makes one.
      const delayMs = Math.min(options.pause.firstMs * 2 ** failures, options.pause.maxMs);
      failures += 1;
      await pause(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }
};
