import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../../../lib/core/model/json.ts';
import type { ServiceManifest } from '../../../../lib/core/model/plan.ts';
import { formatServiceKey, type ServiceKey } from '../../../../lib/core/model/service-key.ts';
import type { IngressAddress, ServiceObject } from '../../../../lib/core/model/service-object.ts';
import { invalid, movedOn } from './refusals.ts';
import { portsOf } from './service-checks.ts';
import { settleService } from './service-rules.ts';
import {
  applyFields,
  pathsOf,
  present,
  type StoredService,
  takeOverPorts,
  updateFields,
} from './stored-service.ts';

/** What a person writes to make a Service. */
export type ServiceDraft = Pick<ServiceObject, 'key' | 'spec'> &
  Partial<Pick<ServiceObject, 'labels' | 'annotations' | 'finalizers' | 'ingress' | 'conditions'>>;

/** Which object a write is meant for; what is absent is not checked. */
export type Precondition = { readonly uid?: string; readonly resourceVersion?: string };

/** How a deletion was asked for (metav1 DeleteOptions); nobody collects garbage here. */
export type Deletion = {
  readonly precondition?: Precondition;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
};

/** The Services of one cluster, with the life cycle that its API server gives them. */
export type ServiceStore = {
  readonly get: (key: ServiceKey) => ServiceObject | undefined;
  /** All, in the order of namespace and name. */
  readonly all: () => readonly ServiceObject[];
  /** Those whose `namespace/name` comes after a text, in that order, looked up as they are asked for. */
  readonly after: (text: string) => Iterable<ServiceObject>;
  /** Creates as another client than Seamark, or replaces what such a client may: all but status and finalizers. */
  readonly put: (draft: ServiceDraft) => ServiceObject;
  /** Updates as another client than Seamark, status included; absent objects are an error of the test. */
  readonly edit: (key: ServiceKey, change: (now: ServiceObject) => ServiceObject) => ServiceObject;
  /** Asks for deletion: gone at once, or once the last finalizer goes. */
  readonly remove: (key: ServiceKey, options?: Deletion) => void;
  /** Takes an object away without asking for its finalizers, as the end of its namespace does. */
  readonly erase: (key: ServiceKey) => void;
  /** Sets `status.loadBalancer.ingress`, as the cluster's cloud does. */
  readonly setIngress: (key: ServiceKey, ingress: readonly IngressAddress[]) => ServiceObject;
};

/** The writes of Seamark itself to the same store. */
export type SeamarkWrites = {
  /** `adopts` is the version of an object whose ports are taken over first. */
  readonly apply: (manifest: ServiceManifest, adopts?: string) => ServiceObject;
  /** Writes metadata or status; undefined if there is no such object, or no more. */
  readonly patch: (
    key: ServiceKey,
    precondition: Precondition,
    change: (now: ServiceObject) => ServiceObject,
  ) => ServiceObject | undefined;
};

/** Starts an empty store. Times come from `now`, numbers that are handed out from a counter. */
export const createServiceStore = (options: {
  readonly cluster: string;
  readonly now: () => number;
}): ServiceStore & SeamarkWrites => {
  const stored = new Map<string, StoredService>();
  const ports = new Map<Json, string>();
  const order = createOrder(stored);
  const count = counter();
  const find = (key: ServiceKey) => stored.get(formatServiceKey(key));
  const save = (next: StoredService, old: StoredService | undefined): ServiceObject | undefined =>
    saveService({ stored, ports, order, count }, next, old);
  const edit: ServiceStore['edit'] = (key, change) => {
    const old = find(key);
    if (!old) throw new Error(`Cannot edit Service ${formatServiceKey(key)}: there is none`);
    const next = change(present(old));
    return save(updateFields(old, next), old) ?? next;
  };
  const create = (object: Omit<ServiceObject, 'uid' | 'resourceVersion'>) => ({
    ...object,
    uid: uidOf(options.cluster, count()),
    resourceVersion: '0',
  });
  return {
    get: (key) => mapFound(find(key), present),
    all: () => [...servicesAfter(stored, order, '')],
    after: (text) => servicesAfter(stored, order, text),
    put: (draft) => {
      if (find(draft.key)) return edit(draft.key, (now) => ({ ...now, ...plainFields(draft) }));
      const object = create({ ...blank, ...draft });
      const next = { object, ours: new Set<string>(), theirs: pathsOf(object) };
      return save(next, undefined) ?? object;
    },
    edit,
    remove: (key, deletion = {}) => {
      const old = find(key);
      if (!old || !meets(old.object, deletion.precondition ?? {})) return;
      const finalizers = finalizersAfter(old.object.finalizers, deletion);
      if (finalizers.length === 0) drop({ stored, ports, order }, key);
      else if (old.object.deletionTimestamp === undefined) {
        const deletionTimestamp = isoSeconds(options.now());
        save(withObject(old, { finalizers, deletionTimestamp }), undefined);
      }
    },
    erase: (key) => drop({ stored, ports, order }, key),
    setIngress: (key, ingress) => edit(key, (now) => ({ ...now, ingress })),
    apply: (manifest, adopts) => {
      const old = find(manifest.key);
      if (old && adopts !== undefined && adopts !== old.object.resourceVersion)
        throw movedOn(manifest.key);
      const empty = create({ ...blank, key: manifest.key });
      const base = old ?? { object: empty, ours: new Set<string>(), theirs: new Set<string>() };
      const next = applyFields(adopts === undefined ? base : takeOverPorts(base), manifest);
      return save(next, old) ?? next.object;
    },
    patch: (key, precondition, change) => {
      const old = find(key);
      if (!old) return undefined;
      if (!meets(old.object, precondition)) throw movedOn(key);
      return save(updateFields(old, change(present(old))), old);
    },
  };
};

const blank = {
  labels: {},
  annotations: {},
  finalizers: [],
  spec: {},
  ingress: [],
  conditions: [],
} as const satisfies Partial<ServiceObject>;

const plainFields = (draft: ServiceDraft) => ({
  spec: draft.spec,
  labels: draft.labels ?? {},
  annotations: draft.annotations ?? {},
});

/** The objects, their order, and which of them holds each node port. */
type Kept = {
  readonly stored: Map<string, StoredService>;
  readonly order: Order;
  readonly ports: Map<Json, string>;
};

/** The keys in order, which is found anew only after one came or went: lists are read page by page. */
type Order = { readonly keys: () => readonly string[]; readonly change: () => void };

const createOrder = (stored: ReadonlyMap<string, unknown>): Order => {
  let keys: readonly string[] | undefined;
  return {
    keys: () => {
      keys ??= [...stored.keys()].sort();
      return keys;
    },
    change: () => {
      keys = undefined;
    },
  };
};

function* servicesAfter(
  stored: Kept['stored'],
  order: Order,
  text: string,
): Generator<ServiceObject> {
  const keys = order.keys();
  for (let at = firstAfter(keys, text); at < keys.length; at += 1) {
    const service = stored.get(keys[at] ?? '');
    if (service !== undefined) yield present(service);
  }
}

const firstAfter = (sorted: readonly string[], text: string): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') > text) high = middle;
    else low = middle + 1;
  }
  return low;
};

const releasePorts = ({ stored, ports }: Kept, text: string): void => {
  for (const port of nodePortsOf(stored.get(text)?.object.spec ?? {})) ports.delete(port);
};

const drop = (kept: Kept, key: ServiceKey): void => {
  const text = formatServiceKey(key);
  releasePorts(kept, text);
  if (kept.stored.delete(text)) kept.order.change();
};

const keep = (kept: Kept, next: StoredService): void => {
  const text = formatServiceKey(next.object.key);
  releasePorts(kept, text);
  for (const port of nodePortsOf(next.object.spec)) kept.ports.set(port, text);
  if (!kept.stored.has(text)) kept.order.change();
  kept.stored.set(text, next);
};

const saveService = (
  store: Kept & { readonly count: () => number },
  next: StoredService,
  old: StoredService | undefined,
): ServiceObject | undefined => {
  const text = formatServiceKey(next.object.key);
  checkFinalizers(next.object, old?.object);
  const taken = { has: (port: Json) => (store.ports.get(port) ?? text) !== text };
  const object = settleService(next.object, old?.object, { number: store.count, taken });
  if (object.deletionTimestamp !== undefined && object.finalizers.length === 0) {
    drop(store, next.object.key);
    return undefined;
  }
  const settled = { ...next, object };
  // A write that changes nothing keeps the resource version, as in the API.
  if (old && isDeepStrictEqual(present(old), present(settled))) return present(old);
  const written = withObject(settled, { resourceVersion: String(store.count()) });
  keep(store, written);
  return present(written);
};

const nodePortsOf = (spec: JsonObject): readonly Json[] => [
  ...portsOf(spec).flatMap(({ nodePort }) => nodePort ?? []),
  ...(spec['healthCheckNodePort'] ? [spec['healthCheckNodePort']] : []),
];

const checkFinalizers = (next: ServiceObject, old: ServiceObject | undefined): void => {
  if (old?.deletionTimestamp === undefined) return;
  const added = next.finalizers.filter((finalizer) => !old.finalizers.includes(finalizer));
  if (added.length > 0)
    throw invalid(
      next.key.name,
      `metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers ${JSON.stringify(added)}`,
    );
};

// Without a policy the finalizers decide (apiserver, deletionFinalizersForGarbageCollection).
const finalizersAfter = (
  finalizers: readonly string[],
  { propagationPolicy }: Deletion,
): readonly string[] => {
  if (propagationPolicy === undefined) return finalizers;
  const others = finalizers.filter((name) => name !== 'orphan' && name !== 'foregroundDeletion');
  if (propagationPolicy === 'Background') return others;
  return [...others, propagationPolicy === 'Orphan' ? 'orphan' : 'foregroundDeletion'];
};

const meets = (object: ServiceObject, precondition: Precondition): boolean =>
  (precondition.uid ?? object.uid) === object.uid &&
  (precondition.resourceVersion ?? object.resourceVersion) === object.resourceVersion;

const withObject = (stored: StoredService, change: Partial<ServiceObject>): StoredService => ({
  ...stored,
  object: { ...stored.object, ...change },
});

const mapFound = <From, To>(found: From | undefined, map: (from: From) => To): To | undefined =>
  found === undefined ? undefined : map(found);

/** Counts up from 1. */
export const counter = (): (() => number) => {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
};

const isoSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** A uid that says where it comes from: the same in every run. */
export const uidOf = (cluster: string, number: number): string => `${cluster}-${number}`;
