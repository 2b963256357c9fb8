import type { Cluster, ClusterName } from '../../../../lib/core/model/cluster.ts';
import { formatServiceKey, type ServiceKey } from '../../../../lib/core/model/service-key.ts';
import type { HealthzAnswer, NodeLabels } from '../../../../lib/ports/cluster-probe.ts';
import { aborted, unauthorized, unreachable } from './refusals.ts';
import { createServiceStore, type SeamarkWrites, type ServiceStore } from './service-store.ts';

/** One cluster as tests edit it. */
export type FakeCluster = ServiceStore & {
  /** Ready endpoints behind a Service; 0 until set. */
  readonly setEndpoints: (key: ServiceKey, ready: number) => void;
  /** While false, every call fails as `transient`. */
  readonly setReachable: (reachable: boolean) => void;
  /** While false, every call is refused as `terminal`. */
  readonly setAuthorized: (authorized: boolean) => void;
  /** What `/healthz` answers while the cluster is reachable; `ok` until set. */
  readonly setHealthz: (answer: { readonly httpStatus: number; readonly body: string }) => void;
  readonly setNodes: (nodes: readonly NodeLabels[]) => void;
  /** Marks a namespace as being deleted: nothing new may be made in it. */
  readonly terminateNamespace: (namespace: string) => void;
};

/** What the ports of the fake read of one cluster. */
export type ClusterState = {
  readonly handle: FakeCluster;
  readonly seamark: SeamarkWrites;
  readonly endpoints: (key: ServiceKey) => number;
  readonly healthz: () => HealthzAnswer;
  readonly nodes: () => readonly NodeLabels[];
  readonly terminates: (namespace: string) => boolean;
  /** Throws what a call would meet before the API looks at it. */
  readonly admit: (signal: AbortSignal | undefined) => void;
};

/** Starts an empty cluster. */
export const createClusterState = (name: ClusterName, now: () => number): ClusterState => {
  const store = createServiceStore({ cluster: name, now });
  const endpoints = new Map<string, number>();
  const terminating = new Set<string>();
  let reachable = true;
  let authorized = true;
  let healthz = { httpStatus: 200, body: 'ok' };
  let nodes: readonly NodeLabels[] = [];
  const handle: FakeCluster = {
    ...store,
    setEndpoints: (key, ready) => void endpoints.set(formatServiceKey(key), ready),
    setReachable: (value) => {
      reachable = value;
    },
    setAuthorized: (value) => {
      authorized = value;
    },
    setHealthz: (answer) => {
      healthz = answer;
    },
    setNodes: (value) => {
      nodes = value;
    },
    terminateNamespace: (namespace) => void terminating.add(namespace),
  };
  return {
    handle,
    seamark: { apply: store.apply, patch: store.patch },
    endpoints: (key) => endpoints.get(formatServiceKey(key)) ?? 0,
    healthz: () =>
      reachable
        ? { kind: 'answered', ...healthz }
        : { kind: 'silent', message: unreachable(name).message },
    nodes: () => nodes,
    terminates: (namespace) => terminating.has(namespace),
    admit: (signal) => {
      if (signal?.aborted) throw aborted();
      if (!reachable) throw unreachable(name);
      if (!authorized) throw unauthorized(name);
    },
  };
};

/** The clusters of a federation, by name; a member that was never asked for does not answer. */
export type Members = {
  readonly open: (name: ClusterName) => ClusterState;
  readonly of: (cluster: Cluster) => ClusterState;
};

/** Keeps one state a member. */
export const createMembers = (now: () => number): Members => {
  const states = new Map<ClusterName, ClusterState>();
  return {
    open: (name) => {
      const state = states.get(name) ?? createClusterState(name, now);
      states.set(name, state);
      return state;
    },
    of: (cluster) => {
      const state = states.get(cluster.name);
      if (!state) throw unreachable(cluster.name);
      return state;
    },
  };
};
