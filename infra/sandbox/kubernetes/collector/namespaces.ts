import type { Dispatch } from '../audit/audited.ts';
import type { JsonObject, KubeObject, Resource } from '../resource.ts';
import { bucketOf } from '../storage/store.ts';
import { type Engine, timeText } from '../verbs/engine.ts';
import { type Actor, createActor } from './actor.ts';
import { type Reactor, startReactor } from './reactor.ts';

const BUCKET = '/namespaces';

/**
 * Starts the controller that empties a deleted namespace, tells in its status what remains, and lets it go when nothing
 * does. Source: kube-controller-manager's `namespace` controller.
 */
export function startNamespaceController(engine: Engine, dispatch: Dispatch): Reactor {
  const actor = createActor(dispatch, 'namespace-controller');
  return startReactor(engine.store, (events) => {
    const touched = events.map(({ bucket, object }) =>
      bucket === BUCKET ? object.metadata.name : (object.metadata.namespace ?? ''),
    );
    for (const name of new Set(touched)) emptyNamespace(engine, actor, name);
  });
}

function emptyNamespace(engine: Engine, actor: Actor, name: string): void {
  const namespaces = engine.catalog.find('', 'v1', 'namespaces');
  const namespace = engine.store.get(BUCKET, '', name);
  if (namespaces === undefined || namespace?.metadata.deletionTimestamp === undefined) return;
  const contents = engine.catalog.stored().filter(({ namespaced }) => namespaced);
  for (const resource of contents) {
    const objects = engine.store.list(bucketOf(resource), { namespace: name });
    if (objects.some(({ metadata }) => metadata.deletionTimestamp === undefined)) {
      actor.removeAll(resource, name, { propagationPolicy: 'Background' });
    }
  }
  const remaining = contents
    .map((resource) => ({
      resource,
      objects: engine.store.list(bucketOf(resource), { namespace: name }),
    }))
    .filter(({ objects }) => objects.length > 0);
  writeConditions({ engine, actor, namespaces }, namespace, conditionsOf(remaining));
  if (remaining.length === 0) finalize({ engine, actor, namespaces }, name);
}

type Tools = { readonly engine: Engine; readonly actor: Actor; readonly namespaces: Resource };
type Remaining = { readonly resource: Resource; readonly objects: readonly KubeObject[] };
type Condition = {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
};

function finalize({ engine, actor, namespaces }: Tools, name: string): void {
  const current = engine.store.get(BUCKET, '', name);
  if (current === undefined) return;
  actor.put(namespaces, 'finalize', { ...current, spec: { finalizers: [] } });
}

function conditionsOf(remaining: readonly Remaining[]): readonly Condition[] {
  const counts = remaining.map(({ resource, objects }) => {
    const name = `${resource.plural}.${resource.group}`;
    return `${name} has ${objects.length} resource instances`;
  });
  const held = Map.groupBy(
    remaining.flatMap(({ objects }) =>
      objects.flatMap(({ metadata }) => metadata.finalizers ?? []),
    ),
    (finalizer) => finalizer,
  );
  const holders = [...held].map(([name, all]) => `${name} in ${all.length} resource instances`);
  return [
    falseCondition(
      'NamespaceDeletionDiscoveryFailure',
      'ResourcesDiscovered',
      'All resources successfully discovered',
    ),
    falseCondition(
      'NamespaceDeletionGroupVersionParsingFailure',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    falseCondition(
      'NamespaceDeletionContentFailure',
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ),
    counts.length === 0
      ? falseCondition(
          'NamespaceContentRemaining',
          'ContentRemoved',
          'All content successfully removed',
        )
      : {
          type: 'NamespaceContentRemaining',
          status: 'True',
          reason: 'SomeResourcesRemain',
          message: `Some resources are remaining: ${counts.join(', ')}`,
        },
    holders.length === 0
      ? falseCondition(
          'NamespaceFinalizersRemaining',
          'ContentHasNoFinalizers',
          'All content-preserving finalizers finished',
        )
      : {
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          reason: 'SomeFinalizersRemain',
          message: `Some content in the namespace has finalizers remaining: ${holders.join(', ')}`,
        },
  ];
}

function falseCondition(type: string, reason: string, message: string): Condition {
  return { type, status: 'False', reason, message };
}

/** Writes the conditions if one of them says something new. */
function writeConditions(
  { engine, actor, namespaces }: Tools,
  namespace: KubeObject,
  conditions: readonly Condition[],
): void {
  const status: unknown = namespace['status'];
  const known: unknown =
    typeof status === 'object' && status !== null ? Reflect.get(status, 'conditions') : undefined;
  const old: readonly JsonObject[] = Array.isArray(known) ? known : [];
  const changed = conditions.some(
    ({ type, message }) =>
      !old.some((entry) => entry['type'] === type && entry['message'] === message),
  );
  if (!changed) return;
  const lastTransitionTime = timeText(engine.context.now());
  const entries = conditions.map((condition) => ({ ...condition, lastTransitionTime }));
  actor.put(namespaces, 'status', {
    ...namespace,
    status: { phase: 'Terminating', conditions: entries },
  });
}
