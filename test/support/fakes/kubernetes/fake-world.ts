import type { Cluster, ClusterName } from '../../../../lib/core/model/cluster.ts';
import { formatServiceKey, type ServiceKey } from '../../../../lib/core/model/service-key.ts';
import type { HealthzAnswer, NodeLabels } from '../../../../lib/ports/cluster-probe.ts';
import { type ApiMoodHandle, createApiMood } from './api-mood.ts';
import { unreachable } from './refusals.ts';
import { createServiceStore, type SeamarkWrites, type ServiceStore } from './service-store.ts';

/** One cluster as tests edit it. */
export type FakeCluster = ServiceStore &
  ApiMoodHandle & {
    /** Ready endpoints behind a Service; 0 until set. */
    readonly setEndpoints: (key: ServiceKey, ready: number) => void;
    /** Leaves the slice of a Service out of lists by label, until its endpoints are set again: somebody else keeps it, without labels. */
    readonly hideSlice: (key: ServiceKey) => void;
    /** What `/healthz` answers while the cluster is reachable; `ok` until set. */
    readonly setHealthz: (answer: { readonly httpStatus: number; readonly body: string }) => void;
    readonly setNodes: (nodes: readonly NodeLabels[]) => void;
    /** Drops a field of every spec that Seamark applies, as a server does that does not know it. */
    readonly dropField: (field: string) => void;
    /** Marks a namespace as being deleted: nothing new may be made in it. */
    readonly terminateNamespace: (namespace: string) => void;
    /** Ends the deletion of a namespace: it is gone, with all that was in it. */
    readonly endNamespace: (namespace: string) => void;
    /** Makes a namespace; a Service that another client puts makes its own. */
    readonly makeNamespace: (namespace: string) => void;
  };

/** The namespaces of one cluster, as an apply meets them. */
type Namespaces = {
  readonly has: (namespace: string) => boolean;
  readonly terminates: (namespace: string) => boolean;
  readonly make: (namespace: string) => void;
};

/** What the ports of the fake read of one cluster. */
export type ClusterState = {
  readonly handle: FakeCluster;
  readonly seamark: SeamarkWrites;
  readonly endpoints: (key: ServiceKey) => number;
  /** True once endpoints were set: an EndpointSlice with the labels of the Service stands then, be none of them ready. */
  readonly hasSlice: (key: ServiceKey) => boolean;
  readonly healthz: () => HealthzAnswer;
  readonly nodes: () => readonly NodeLabels[];
  readonly namespaces: Namespaces;
  /** Resolves unless the API hangs; then it rejects once the signal fires. */
  readonly answers: (signal: AbortSignal | undefined) => Promise<void>;
  /** Throws what a call would meet before the API looks at it. */
  readonly admit: (signal: AbortSignal | undefined) => void;
  /** Throws what admission says to a write. */
  readonly admitWrite: (verb: string, key: ServiceKey) => void;
};

/** Starts an empty cluster. */
export const createClusterState = (name: ClusterName, now: () => number): ClusterState => {
  const store = createServiceStore({ cluster: name, now });
  const endpoints = new Map<string, number>();
  const hidden = new Set<string>();
  const spaces = new Map<string, 'active' | 'terminating'>();
  const unknown = new Set<string>();
  const api = createApiMood(name);
  let healthz = { httpStatus: 200, body: 'ok' };
  let nodes: readonly NodeLabels[] = [];
  const handle: FakeCluster = {
    ...store,
    ...api.handle,
    put: (draft) => {
      if (!spaces.has(draft.key.namespace)) spaces.set(draft.key.namespace, 'active');
      return store.put(draft);
    },
    setEndpoints: (key, ready) => {
      endpoints.set(formatServiceKey(key), ready);
      hidden.delete(formatServiceKey(key));
    },
    hideSlice: (key) => void hidden.add(formatServiceKey(key)),
    setHealthz: (answer) => {
      healthz = answer;
    },
    setNodes: (value) => {
      nodes = value;
    },
    dropField: (field) => void unknown.add(field),
    terminateNamespace: (namespace) => void spaces.set(namespace, 'terminating'),
    endNamespace: (namespace) => {
      spaces.delete(namespace);
      for (const { key } of store.all()) if (key.namespace === namespace) store.erase(key);
    },
    makeNamespace: (namespace) => void spaces.set(namespace, 'active'),
  };
  return {
    handle,
    seamark: {
      apply: (manifest, adopts) => {
        const known = Object.entries(manifest.spec).filter(([field]) => !unknown.has(field));
        return store.apply({ ...manifest, spec: Object.fromEntries(known) }, adopts);
      },
      patch: store.patch,
    },
    endpoints: (key) => endpoints.get(formatServiceKey(key)) ?? 0,
    hasSlice: (key) => endpoints.has(formatServiceKey(key)) && !hidden.has(formatServiceKey(key)),
    healthz: () =>
      api.reachable()
        ? { kind: 'answered', ...healthz }
        : { kind: 'silent', message: unreachable(name).message },
    nodes: () => nodes,
    namespaces: {
      has: (namespace) => spaces.has(namespace),
      terminates: (namespace) => spaces.get(namespace) === 'terminating',
      make: (namespace) => void spaces.set(namespace, 'active'),
    },
    answers: api.answers,
    admit: api.admit,
    admitWrite: api.admitWrite,
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
