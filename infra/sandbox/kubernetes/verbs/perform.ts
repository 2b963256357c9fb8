import { refuseCreate } from '../access/create-on-write.ts';
import { answerReview } from '../access/reviews.ts';
import type { KubeObject } from '../resource.ts';
import { failure } from '../status/api-error.ts';
import { methodNotAllowed, notFound, tooLargeRevision, unknownPath } from '../status/faults.ts';
import { parseBody, unrecognized } from './body.ts';
import type { Call, Outcome } from './call.ts';
import { createObject } from './create.ts';
import { checkName, type Decoded, decodeObject } from './decode.ts';
import { deleteObject } from './delete.ts';
import { type DeleteOptions, readDeleteOptions } from './delete-options.ts';
import type { Engine, Write } from './engine.ts';
import { listObjects, planWatch } from './list.ts';
import { readListOptions } from './list-options.ts';
import { type FieldValidation, readWriteOptions } from './options.ts';
import { patchObject } from './patch.ts';
import { readObject } from './persist.ts';
import { checkUid, parseRevision, uidConflict } from './preconditions.ts';
import { readSelection, selectObjects } from './selection.ts';
import { updateObject } from './update.ts';

/** Does what a call asks, in one step that nothing interleaves. Throws ApiError for every refusal. */
export function perform(engine: Engine, call: Call): Outcome {
  checkVerb(call);
  switch (call.verb) {
    case 'get':
      return objectOutcome(200, getObject(engine, call));
    case 'list':
      return { code: 200, warnings: [], result: { kind: 'list', list: listObjects(engine, call) } };
    case 'watch':
      return { code: 200, warnings: [], result: { kind: 'watch', plan: planWatch(engine, call) } };
    case 'create':
      return postObject(engine, call);
    case 'update':
      return putObject(engine, call);
    case 'patch': {
      const { object, created, warnings } = patchObject(engine, call);
      return writtenOutcome(created ? 201 : 200, call, object, warnings);
    }
    case 'delete':
      return deleteOne(engine, call);
    case 'deletecollection':
      return deleteMany(engine, call);
  }
}

function objectOutcome(
  code: number,
  object: KubeObject,
  warnings: readonly string[] = [],
): Outcome {
  return { code, warnings, result: { kind: 'object', object } };
}

function checkVerb({ resource, subresource, verb, name }: Call): void {
  if (resource.createOnly === true && verb !== 'create') throw absentVerb(name);
  const reads = verb === 'get' || verb === 'list' || verb === 'watch';
  if (resource.readOnly === true && !reads) throw methodNotAllowed();
  if (verb === 'deletecollection' && isNamespaces(resource)) throw methodNotAllowed();
  const reachable =
    subresource === '' ||
    verb === 'update' ||
    (subresource === 'status' && (verb === 'get' || verb === 'patch'));
  if (!reachable) throw methodNotAllowed();
}

/** A collection that only takes creates; nothing is served below it. */
function absentVerb(name: string): Error {
  return name === '' ? methodNotAllowed() : unknownPath();
}

function isNamespaces({ group, plural }: Call['resource']): boolean {
  return group === '' && plural === 'namespaces';
}

function getObject(engine: Engine, { resource, namespace, name, query }: Call): KubeObject {
  const asked = parseRevision(query.get('resourceVersion') ?? '');
  const current = engine.store.revision();
  if (asked > current) throw tooLargeRevision(asked, current);
  const found = readObject(engine, resource, namespace, name);
  if (found === undefined) throw notFound(resource, name);
  return found;
}

function decodeBody(call: Call, validation: FieldValidation): Decoded {
  const parsed = parseBody(call.body, call.contentType, call.resource);
  if ('fault' in parsed) throw unrecognized(call.resource, call.body, parsed.fault);
  return decodeObject(parsed, call, validation);
}

function deleteOptionsOf({ body, contentType, resource, query }: Call): DeleteOptions {
  if (body.trim() === '') return readDeleteOptions(undefined, query);
  const parsed = parseBody(body, contentType, resource);
  // The API answers what it cannot decode here with its bare reason.
  if ('fault' in parsed) throw failure(500, '', parsed.fault);
  return readDeleteOptions(parsed.value, query);
}

function postObject(engine: Engine, call: Call): Outcome {
  const { manager, dryRun, validation } = readWriteOptions('create', call.query, call.userAgent);
  const { object, warnings } = decodeBody(call, validation);
  if (call.resource.createOnly === true) {
    return objectOutcome(201, answerReview(engine, call, object), warnings);
  }
  const write: Write = { ...call, name: object.metadata.name, manager, dryRun };
  return writtenOutcome(201, call, createObject(engine, write, object), warnings);
}

/** What a write left, with what its kind warns of. */
function writtenOutcome(
  code: number,
  { resource }: Call,
  object: KubeObject,
  warnings: readonly string[],
): Outcome {
  return objectOutcome(code, object, [...warnings, ...(resource.strategy.warn?.(object) ?? [])]);
}

function putObject(engine: Engine, call: Call): Outcome {
  const { resource, namespace, name } = call;
  const { manager, dryRun, validation } = readWriteOptions('update', call.query, call.userAgent);
  const decoded = decodeBody(call, validation);
  const next = checkName(decoded.object, name);
  const write: Write = { ...call, manager, dryRun };
  const live = readObject(engine, resource, namespace, name);
  if (live !== undefined) {
    checkUid(resource, next, live);
    return writtenOutcome(200, call, updateObject(engine, write, { live, next }), decoded.warnings);
  }
  const { uid, resourceVersion: _version, ...metadata } = next.metadata;
  if (uid) throw uidConflict(resource, next, '');
  if (!resource.createOnUpdate || call.subresource === 'finalize') throw notFound(resource, name);
  const fresh = { ...next, metadata: { ...metadata, uid: '', resourceVersion: '' } };
  const checked = { ...write, mayCreate: () => refuseCreate(engine, call) };
  return writtenOutcome(201, call, createObject(engine, checked, fresh), decoded.warnings);
}

function deleteOne(engine: Engine, call: Call): Outcome {
  const options = deleteOptionsOf(call);
  const write: Write = { ...call, manager: '', dryRun: options.dryRun };
  const deleted = deleteObject(engine, write, options);
  if (deleted.kind === 'status') return { code: 200, warnings: [], result: deleted };
  const waits = !deleted.removed && options.cascades === true;
  return objectOutcome(waits ? 202 : 200, deleted.object);
}

function deleteMany(engine: Engine, call: Call): Outcome {
  const { resource, namespace, query } = call;
  const options = deleteOptionsOf(call);
  readListOptions(query, false);
  const selection = readSelection(resource, namespace, query);
  const items = selectObjects(engine, selection);
  for (const { metadata } of items) {
    const write: Write = {
      ...call,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      manager: '',
      dryRun: options.dryRun,
    };
    deleteObject(engine, write, options);
  }
  const list = { items, revision: engine.store.revision() };
  return { code: 200, warnings: [], result: { kind: 'list', list } };
}
