import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type ClusterClient } from '../clusters/cluster-client.ts';
import type { SandboxNode } from '../clusters/nodes.ts';
import type { KubeObject } from '../kubernetes/resource.ts';
import type { AddressBook } from './addresses.ts';
import { followServices } from './follow-services.ts';
import { createKeyedWorker, type RetryPause } from './keyed-worker.ts';
import { type ServiceFacts, serviceFacts } from './service-facts.ts';
import { removeEndpoints, writeEndpoints } from './write-endpoints.ts';

/** The cloud and the workloads of one member: load balancers, pods behind Services. */
export type Cloud = {
  /** Makes all pods behind a Service unready until `fill`, even if the Service is made anew. */
  readonly drain: (key: string) => void;
  readonly fill: (key: string) => void;
  readonly isDrained: (key: string) => boolean;
  /** Keys of the Services that the cluster has, or that are drained, sorted. */
  readonly services: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** What a cloud is made of. */
export type CloudOptions = {
  readonly cluster: string;
  readonly client: ClusterClient;
  readonly nodes: readonly SandboxNode[];
  readonly addresses: AddressBook;
  readonly random: () => number;
  /** How long a load balancer takes to come up: a random time between the two. */
  readonly provisioningMs: { readonly min: number; readonly max: number };
  /** Between tries to reach the API. */
  readonly reconnect: RetryPause;
  /** Between tries to serve one Service. */
  readonly retry: RetryPause;
  /** Hears of every try that failed; the cloud tries again by itself. */
  readonly onFailure: (key: string, error: unknown) => void;
};

const unlessGone = (error: unknown): void => {
  if (!(error instanceof ApiError && error.code === 404)) throw error;
};

const writeLoadBalancer = async (
  options: CloudOptions,
  service: ServiceFacts,
  signal: AbortSignal,
): Promise<void> => {
  const { cluster, client, addresses, provisioningMs } = options;
  const key = `${service.namespace}/${service.name}`;
  const path = `/api/v1/namespaces/${service.namespace}/services/${service.name}/status`;
  if (service.deleting) return;
  if (!service.wantsLoadBalancer) {
    addresses.release(cluster, key);
    if (service.ingress.length > 0)
      await client.merge(path, { status: { loadBalancer: { ingress: null } } }).catch(unlessGone);
    return;
  }
  // Even a Service that has its address takes it here: the address must not go to another one.
  const point = addresses.take(cluster, key);
  if (service.ingress.length > 0) return;
  const delayMs = provisioningMs.min + options.random() * (provisioningMs.max - provisioningMs.min);
  await pause(delayMs, undefined, { signal });
  await client.merge(path, { status: { loadBalancer: { ingress: [point] } } }).catch(unlessGone);
};

const serve = async (
  options: CloudOptions,
  object: KubeObject,
  drained: boolean,
  signal: AbortSignal,
): Promise<void> => {
  const { client, nodes } = options;
  const service = serviceFacts(object);
  if (service.selectsPods) await writeEndpoints(client, service, { nodes, drained });
  await writeLoadBalancer(options, service, signal);
};

/**
 * Plays the cloud of one member over its Kubernetes API: each Service of type LoadBalancer gets an address through
 * `/status`, each Service with a selector gets ready endpoints in all zones. Keeps going through an API that is away.
 */
export const startCloud = (options: CloudOptions): Cloud => {
  const { client, cluster, addresses } = options;
  const services = new Map<string, KubeObject>();
  const drained = new Set<string>();
  const stop = new AbortController();

  const handle = (key: string): Promise<void> => {
    const object = services.get(key);
    if (object) return serve(options, object, drained.has(key), stop.signal);
    addresses.release(cluster, key);
    return removeEndpoints(client, key);
  };

  const worker = createKeyedWorker({ handle, pause: options.retry, onFailure: options.onFailure });
  const following = followServices(
    client,
    {
      present: (key, service) => {
        services.set(key, service);
        worker.request(key);
      },
      gone: (key) => {
        services.delete(key);
        worker.request(key);
      },
    },
    { signal: stop.signal, pause: options.reconnect },
  );

  const lookAgain = (key: string): void => {
    if (services.has(key)) worker.request(key);
  };
  return {
    drain: (key) => {
      drained.add(key);
      lookAgain(key);
    },
    fill: (key) => {
      drained.delete(key);
      lookAgain(key);
    },
    isDrained: (key) => drained.has(key),
    services: () => [...new Set([...services.keys(), ...drained])].sort(),
    close: async () => {
      stop.abort();
      await Promise.all([following, worker.close()]);
    },
  };
};
