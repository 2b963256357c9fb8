import { apiServer } from '../access/user.ts';
import { resourceFromDefinition } from '../kinds/custom.ts';
import type { JsonObject, KubeObject, Resource } from '../resource.ts';
import type { StoreEvent } from '../storage/history.ts';
import { CLEAN_UP, deleteObject } from '../verbs/delete.ts';
import { type Engine, timeText } from '../verbs/engine.ts';
import { discard } from '../verbs/persist.ts';
import { updateObject } from '../verbs/update.ts';
import { type DefinitionNames, nameConflicts, namesOf, versionsOf } from './names.ts';

const BUCKET = 'apiextensions.k8s.io/customresourcedefinitions';

/**
 * Serves the resource of each CustomResourceDefinition from the moment it is stored, writes its conditions, and removes
 * its objects before it goes. `endWatches` is told of each bucket that is no longer served. Returns what stops it.
 * Source: the naming, establishing and finalizing controllers of apiextensions-apiserver.
 */
export function followDefinitions(
  engine: Engine,
  endWatches: (bucket: string) => void,
): () => void {
  let depth = 0;
  return engine.store.subscribe((event) => {
    if (event.bucket === BUCKET) {
      if (event.removed) {
        retire(engine, event, endWatches);
        return;
      }
      // A write of this function's own tells nothing new.
      if (depth > 0) return;
      depth += 1;
      try {
        follow(engine, event.object);
      } finally {
        depth -= 1;
      }
    } else if (event.removed) {
      releaseDefinition(engine, event.bucket);
    }
  });
}

function retire(
  engine: Engine,
  { object }: StoreEvent,
  endWatches: (bucket: string) => void,
): void {
  engine.catalog.replace(object.metadata.name, []);
  const { group, plural } = namesOf(object);
  endWatches(`${group}/${plural}`);
}

function follow(engine: Engine, definition: KubeObject): void {
  if (definition.metadata.deletionTimestamp !== undefined) {
    clean(engine, definition);
    return;
  }
  const names = namesOf(definition);
  const others = engine.catalog
    .all()
    .filter((each) => each.group === names.group && each.plural !== names.plural);
  const conflicts = nameConflicts(names, others);
  const served =
    conflicts.length > 0
      ? []
      : versionsOf(definition)
          .filter((version) => version.served)
          .map((version) => resourceFromDefinition(definition, version.name));
  engine.catalog.replace(definition.metadata.name, served);
  writeStatus(engine, definition, statusOf(engine, definition, { names, conflicts }));
}

function statusOf(
  engine: Engine,
  definition: KubeObject,
  { names, conflicts }: { readonly names: DefinitionNames; readonly conflicts: readonly string[] },
): JsonObject {
  const accepted = conflicts.length === 0;
  const lastTransitionTime = timeText(engine.context.now());
  return {
    conditions: [
      {
        type: 'NamesAccepted',
        status: accepted ? 'True' : 'False',
        lastTransitionTime,
        reason: accepted ? 'NoConflicts' : 'NameConflict',
        message: accepted ? 'no conflicts found' : conflicts.join(', '),
      },
      {
        type: 'Established',
        status: accepted ? 'True' : 'False',
        lastTransitionTime,
        reason: accepted ? 'InitialNamesAccepted' : 'NotAccepted',
        message: accepted ? 'the initial names have been accepted' : 'not all names are accepted',
      },
    ],
    acceptedNames: accepted ? names.names : { plural: '', kind: '' },
    storedVersions: storedVersionsOf(definition),
  };
}

/** The registry keeps them; this controller leaves them as they are. */
function storedVersionsOf({ status }: KubeObject): JsonObject[string] {
  const stored = typeof status === 'object' && status !== null && 'storedVersions' in status;
  // A stored definition is JSON.
  return stored ? (status.storedVersions as JsonObject[string]) : [];
}

function writeStatus(engine: Engine, definition: KubeObject, status: JsonObject): void {
  const resource = definitionResource(engine);
  if (resource === undefined) return;
  const known = definition['status'];
  if (sameButTimes(known, status)) return;
  const write = {
    resource,
    subresource: 'status',
    namespace: '',
    name: definition.metadata.name,
    user: apiServer,
    manager: 'kube-apiserver',
    dryRun: false,
  } as const;
  updateObject(engine, write, { live: definition, next: { ...definition, status } });
}

function sameButTimes(one: unknown, other: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (key, entry) => (key === 'lastTransitionTime' ? undefined : entry));
  return text(one) === text(other);
}

function definitionResource({ catalog }: Engine): Resource | undefined {
  return catalog.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
}

/** Deletes the objects of a definition that is being deleted, then lets it go if none is left. */
function clean(engine: Engine, definition: KubeObject): void {
  const { group, plural } = namesOf(definition);
  const resource = engine.catalog
    .all()
    .find((each) => each.group === group && each.plural === plural);
  if (resource !== undefined) {
    for (const { metadata } of engine.store.list(`${group}/${plural}`, {})) {
      if (metadata.deletionTimestamp !== undefined) continue;
      const { name, namespace = '' } = metadata;
      const write = {
        resource,
        subresource: '',
        namespace,
        name,
        user: apiServer,
        manager: '',
        dryRun: false,
      } as const;
      deleteObject(engine, write, { dryRun: false });
    }
  }
  releaseDefinition(engine, `${group}/${plural}`);
}

/** Drops the clean-up finalizer of a deleted definition once its bucket is empty. */
function releaseDefinition(engine: Engine, bucket: string): void {
  const [group = '', plural = ''] = bucket.split('/');
  const definition = engine.store.get(BUCKET, '', `${plural}.${group}`);
  const resource = definitionResource(engine);
  if (definition?.metadata.deletionTimestamp === undefined || resource === undefined) return;
  if (engine.store.list(bucket, {}).length > 0) return;
  const finalizers = definition.metadata.finalizers ?? [];
  if (!finalizers.includes(CLEAN_UP)) return;
  const kept = finalizers.filter((entry) => entry !== CLEAN_UP);
  const next = { ...definition, metadata: { ...definition.metadata, finalizers: kept } };
  if (kept.length === 0) discard(engine, resource, next);
  else engine.store.write(BUCKET, next);
}
