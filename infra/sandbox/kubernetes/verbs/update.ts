import { isDeepStrictEqual } from 'node:util';
import { refuseEscalation } from '../access/escalation.ts';
import type { KubeObject } from '../resource.ts';
import { faultyKind, invalid } from '../status/faults.ts';
import type { Engine, Write } from './engine.ts';
import { openJournal } from './journal.ts';
import { persist } from './persist.ts';
import { checkRevision } from './preconditions.ts';
import { trackWrite } from './track-write.ts';

/**
 * Updates an object through its main endpoint, `/status` or `/finalize`: preconditions, protected fields, ownership,
 * validation, allocation, storage. Throws ApiError 409 or 422. `ownsFields` is set where server-side apply has written
 * managedFields already. Source: `Store.Update` and `rest.BeforeUpdate` of apiserver.
 */
export function updateObject(
  engine: Engine,
  write: Write,
  { live, next }: { readonly live: KubeObject; readonly next: KubeObject },
  ownsFields = false,
): KubeObject {
  const { resource } = write;
  refuseEscalation(engine, write, next, live);
  checkRevision(resource, live, next);
  const states = { live, next: withProtectedFields(next, live) };
  const prepared = ownsFields
    ? prepare(write, states.next, live)
    : prepareTracked(engine, write, states);
  const errors = resource.strategy.validateUpdate(prepared, live);
  if (errors.length > 0) throw invalid(faultyKind(resource), live.metadata.name, errors);
  if (write.subresource !== '') return persist(engine, write, live, prepared);
  return allocateAndStore(engine, write, live, prepared);
}

function prepareTracked(
  engine: Engine,
  write: Write,
  { live, next }: { readonly live: KubeObject; readonly next: KubeObject },
): KubeObject {
  const { decode } = write.resource.strategy;
  const track = (state: KubeObject): KubeObject => trackWrite(engine, write, { live, next: state });
  // What finalizes a namespace changes nothing but its finalizers.
  return decode === undefined || write.subresource === 'finalize'
    ? track(prepare(write, next, live))
    : prepare(write, track(decode(next)), live);
}

function allocateAndStore(
  engine: Engine,
  write: Write,
  live: KubeObject,
  object: KubeObject,
): KubeObject {
  const { resource, dryRun } = write;
  const journal = openJournal(engine.context.allocators);
  const context = { ...engine.context, allocators: journal.allocators };
  const allocated = resource.strategy.allocate?.(object, live, context) ?? { object };
  if ('errors' in allocated || dryRun) journal.rollback();
  if ('errors' in allocated)
    throw invalid(faultyKind(resource), live.metadata.name, allocated.errors);
  return persist(engine, write, live, allocated.object);
}

/**
 * The metadata with what the server keeps: the generation and time of creation always, times of deletion once set, the uid
 * where the client left it out. What else differs is for validation to refuse.
 */
function withProtectedFields(next: KubeObject, live: KubeObject): KubeObject {
  const { generation: _generation, ...open } = next.metadata;
  const { generation, deletionTimestamp, deletionGracePeriodSeconds } = live.metadata;
  return {
    ...next,
    metadata: {
      ...open,
      uid: open.uid || live.metadata.uid,
      resourceVersion: live.metadata.resourceVersion,
      creationTimestamp: live.metadata.creationTimestamp,
      ...(generation === undefined ? {} : { generation }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
      ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
    },
  };
}

function prepare({ resource, subresource }: Write, next: KubeObject, live: KubeObject): KubeObject {
  if (subresource === 'finalize') return withNamespaceFinalizers(live, next);
  const { strategy } = resource;
  if (subresource === 'status') return strategy.prepareForStatusUpdate?.(next, live) ?? live;
  const prepared = strategy.prepareForUpdate(next, live);
  const { generation } = live.metadata;
  if (!resource.countsGeneration || isDeepStrictEqual(counted(prepared), counted(live))) {
    return prepared;
  }
  return { ...prepared, metadata: { ...prepared.metadata, generation: (generation ?? 0) + 1 } };
}

/** What metadata.generation counts changes of: all but metadata and status. */
function counted({ metadata: _metadata, status: _status, ...rest }: KubeObject): unknown {
  return JSON.parse(JSON.stringify(rest));
}

function withNamespaceFinalizers(live: KubeObject, next: KubeObject): KubeObject {
  const spec = next['spec'];
  const finalizers =
    typeof spec === 'object' && spec !== null ? Reflect.get(spec, 'finalizers') : [];
  return { ...live, spec: { ...asRecord(live['spec']), finalizers: finalizers ?? [] } };
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
