import { refuseEscalation } from '../access/escalation.ts';
import type { KubeObject, ObjectMeta, Resource } from '../resource.ts';
import { failure } from '../status/api-error.ts';
import { alreadyExists, faultyKind, invalid } from '../status/faults.ts';
import { admitCreate } from './admit.ts';
import { type Engine, timeText, uuid, type Write } from './engine.ts';
import { openJournal } from './journal.ts';
import { persist, readObject } from './persist.ts';
import { trackWrite } from './track-write.ts';

const SUFFIX_CHARS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const LONGEST_BASE = 58;
const NAME_ATTEMPTS = 8;

/**
 * Creates an object: admission, name, system fields, defaults, ownership, validation, allocation, storage.
 * Throws ApiError 404, 403, 409 or 422. `ownsFields` is set where server-side apply has written managedFields already.
 * Source: `Store.Create` and `rest.BeforeCreate` of apiserver.
 */
export function createObject(
  engine: Engine,
  write: Write,
  submitted: KubeObject,
  ownsFields = false,
): KubeObject {
  const { resource, namespace } = write;
  refuseEscalation(engine, write, submitted);
  admitCreate(engine, resource, namespace, submitted.metadata.name);
  if (Number(submitted.metadata.resourceVersion || 0) !== 0) {
    throw failure(500, '', 'resourceVersion should not be set on objects to be created');
  }
  const named = withSystemFields(engine, write, submitted);
  const prepared = prepare(engine, write, named, ownsFields);
  const name = named.metadata.name || '';
  const errors = resource.strategy.validateCreate(prepared);
  if (errors.length > 0) throw invalid(faultyKind(resource), name, errors);
  write.mayCreate?.();
  return allocateAndStore(engine, write, prepared);
}

function prepare(
  engine: Engine,
  write: Write,
  object: KubeObject,
  ownsFields: boolean,
): KubeObject {
  const { strategy } = write.resource;
  if (ownsFields) return strategy.prepareForCreate(object);
  const { decode } = strategy;
  const track = (next: KubeObject): KubeObject =>
    trackWrite(engine, write, { live: undefined, next });
  return decode === undefined
    ? track(strategy.prepareForCreate(object))
    : strategy.prepareForCreate(track(decode(object)));
}

function allocateAndStore(engine: Engine, write: Write, object: KubeObject): KubeObject {
  const { resource, namespace } = write;
  const { name } = object.metadata;
  const journal = openJournal(engine.context.allocators);
  const context = { ...engine.context, allocators: journal.allocators };
  // Whoever makes an object through its status gives it nothing that is allocated.
  const allocate = write.subresource === '' ? resource.strategy.allocate : undefined;
  const allocated = allocate?.(object, undefined, context) ?? { object };
  if ('errors' in allocated) {
    journal.rollback();
    throw invalid(faultyKind(resource), name, allocated.errors);
  }
  const present = readObject(engine, resource, namespace, name);
  if (present !== undefined) {
    journal.rollback();
    throw alreadyExists(resource, name, present.metadata.deletionTimestamp !== undefined);
  }
  if (write.dryRun) journal.rollback();
  return persist(engine, write, undefined, allocated.object);
}

function withSystemFields(engine: Engine, write: Write, submitted: KubeObject): KubeObject {
  const { resource, namespace } = write;
  const {
    deletionTimestamp: _deletion,
    deletionGracePeriodSeconds: _grace,
    resourceVersion: _revision,
    generation,
    namespace: _namespace,
    ...kept
  } = submitted.metadata;
  const name = submitted.metadata.name || generatedName(engine, write, submitted.metadata);
  const metadata = {
    ...kept,
    name,
    ...(resource.namespaced ? { namespace } : {}),
    uid: uuid(engine.context.random),
    // Kinds that do not count generations keep what the client sent.
    ...(resource.countsGeneration ? { generation: 1 } : generation ? { generation } : {}),
    creationTimestamp: timeText(engine.context.now()),
  };
  // The storage sets resourceVersion on its write; a dry run answers without one.
  return { ...submitted, metadata: metadata as ObjectMeta };
}

function generatedName(engine: Engine, { resource, namespace }: Write, meta: ObjectMeta): string {
  const base = meta.generateName ?? '';
  if (base === '') return '';
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt += 1) {
    const name = base.slice(0, LONGEST_BASE) + randomSuffix(engine.context.random);
    if (!exists(engine, resource, namespace, name)) return name;
  }
  throw alreadyExists(resource, base);
}

function exists(engine: Engine, resource: Resource, namespace: string, name: string): boolean {
  return readObject(engine, resource, resource.namespaced ? namespace : '', name) !== undefined;
}

function randomSuffix(random: () => number): string {
  const pick = () => SUFFIX_CHARS[Math.floor(random() * SUFFIX_CHARS.length)] ?? 'b';
  return Array.from({ length: SUFFIX_LENGTH }, pick).join('');
}
