import type { Dispatch } from '../audit/audited.ts';
import type { JsonObject, KubeObject, Resource } from '../resource.ts';
import type { StoreEvent } from '../storage/history.ts';
import { bucketOf } from '../storage/store.ts';
import type { Engine } from '../verbs/engine.ts';
import { type Actor, createActor } from './actor.ts';
import {
  createOwnerGraph,
  type OwnerGraph,
  type OwnerReference,
  ownersOf,
  type Place,
} from './owner-graph.ts';
import { type Reactor, startReactor } from './reactor.ts';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

type Collector = { readonly engine: Engine; readonly graph: OwnerGraph; readonly actor: Actor };
type Found = { readonly resource: Resource; readonly object: KubeObject };

/**
 * Starts the garbage collector: it deletes objects whose owners are gone, and acts on the finalizers `orphan` and
 * `foregroundDeletion`. Source: kube-controller-manager's `garbagecollector`.
 */
export function startGarbageCollector(engine: Engine, dispatch: Dispatch): Reactor {
  const actor = createActor(dispatch, 'generic-garbage-collector');
  const collector: Collector = { engine, graph: createOwnerGraph(), actor };
  return startReactor(engine.store, (events) => {
    for (const event of events) collector.graph.apply(event);
    for (const event of events) collect(collector, event);
  });
}

function collect(collector: Collector, { object, previous, removed, bucket }: StoreEvent): void {
  const { uid, name, namespace = '' } = object.metadata;
  const owners = [...ownersOf(object), ...(previous === undefined ? [] : ownersOf(previous))];
  if (removed) {
    for (const place of collector.graph.dependentsOf(uid)) reviewDependent(collector, place);
  } else {
    const place = { bucket, namespace, name };
    reviewDependent(collector, place);
    reviewOwner(collector, place);
  }
  for (const owner of new Set(owners.map((each) => each.uid))) {
    const place = collector.graph.placeOf(owner);
    if (place !== undefined) reviewOwner(collector, place);
  }
}

function find({ engine }: Collector, { bucket, namespace, name }: Place): Found | undefined {
  const object = engine.store.get(bucket, namespace, name);
  const resource = engine.catalog.stored().find((each) => bucketOf(each) === bucket);
  return object === undefined || resource === undefined ? undefined : { resource, object };
}

function isDeleting({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function waitsWith(object: KubeObject, finalizer: string): boolean {
  return isDeleting(object) && (object.metadata.finalizers ?? []).includes(finalizer);
}

/** Deletes a dependent without a living owner; drops references to dead ones if another owner lives. */
function reviewDependent(collector: Collector, place: Place): void {
  const found = find(collector, place);
  if (found === undefined || isDeleting(found.object)) return;
  const owners = ownersOf(found.object);
  if (owners.length === 0) return;
  const sorted = owners.map((owner) => ({ uid: owner.uid, state: stateOf(collector, owner) }));
  const lost = sorted.filter(({ state }) => state !== 'solid').map(({ uid }) => uid);
  if (lost.length === 0) return;
  if (lost.length < owners.length) {
    dropOwners(collector, found, lost);
    return;
  }
  const waiting = sorted.some(({ state }) => state === 'waiting');
  const { uid, resourceVersion } = found.object.metadata;
  const hasDependents = collector.graph.dependentsOf(uid).length > 0;
  collector.actor.remove(found.resource, found.object, {
    propagationPolicy: waiting && hasDependents ? 'Foreground' : ownPolicy(found.object),
    preconditions: { uid, resourceVersion },
  });
}

function ownPolicy({ metadata }: KubeObject): string {
  const finalizers = metadata.finalizers ?? [];
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}

/** An owner is solid, gone, or waiting for its dependents to go first; one of an unknown kind can't be looked for. */
function stateOf(
  collector: Collector,
  { uid, apiVersion, kind }: OwnerReference,
): 'solid' | 'gone' | 'waiting' {
  if (collector.engine.catalog.ofKind(apiVersion, kind) === undefined) return 'solid';
  const place = collector.graph.placeOf(uid);
  const owner = place === undefined ? undefined : find(collector, place);
  if (owner === undefined) return 'gone';
  return waitsWith(owner.object, FOREGROUND) ? 'waiting' : 'solid';
}

/** Acts on the finalizer of a deleted owner. */
function reviewOwner(collector: Collector, place: Place): void {
  const found = find(collector, place);
  if (found === undefined) return;
  if (waitsWith(found.object, ORPHAN)) orphanDependents(collector, found);
  else if (waitsWith(found.object, FOREGROUND)) deleteDependents(collector, found);
}

function orphanDependents(collector: Collector, owner: Found): void {
  const { uid } = owner.object.metadata;
  for (const place of collector.graph.dependentsOf(uid)) {
    const dependent = find(collector, place);
    if (dependent !== undefined) dropOwners(collector, dependent, [uid]);
  }
  dropFinalizer(collector, owner, ORPHAN);
}

function deleteDependents(collector: Collector, owner: Found): void {
  const { uid } = owner.object.metadata;
  const dependents = collector.graph
    .dependentsOf(uid)
    .map((place) => find(collector, place))
    .filter((each) => each !== undefined);
  const blocking = dependents.filter(({ object }) =>
    ownersOf(object).some((each) => each.uid === uid && each.blockOwnerDeletion),
  );
  if (blocking.length === 0) {
    dropFinalizer(collector, owner, FOREGROUND);
    return;
  }
  for (const { object, resource } of dependents) {
    const { name, namespace = '' } = object.metadata;
    reviewDependent(collector, { bucket: bucketOf(resource), namespace, name });
  }
}

function dropOwners(
  { actor }: Collector,
  { resource, object }: Found,
  lost: readonly string[],
): void {
  const kept = (object.metadata.ownerReferences ?? []).filter(
    ({ uid }) => typeof uid !== 'string' || !lost.includes(uid),
  );
  if (kept.length === (object.metadata.ownerReferences ?? []).length) return;
  actor.patch(resource, object, metadataPatch(object, { ownerReferences: kept }));
}

function dropFinalizer({ actor }: Collector, { resource, object }: Found, finalizer: string): void {
  const kept = (object.metadata.finalizers ?? []).filter((entry) => entry !== finalizer);
  actor.patch(resource, object, metadataPatch(object, { finalizers: kept }));
}

/** A merge patch that fails if the object was replaced or changed meanwhile. */
function metadataPatch({ metadata }: KubeObject, change: JsonObject): JsonObject {
  const { uid, resourceVersion } = metadata;
  return { metadata: { uid, resourceVersion, ...change } };
}
