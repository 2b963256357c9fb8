import type { KubeObject } from '../resource.ts';
import { methodNotAllowed, notFound, tooLargeRevision } from '../status/faults.ts';
import { parseBody } from './body.ts';
import type { Call, Outcome } from './call.ts';
import { createObject } from './create.ts';
import { checkName, decodeObject } from './decode.ts';
import { deleteObject } from './delete.ts';
import { readDeleteOptions } from './delete-options.ts';
import type { Engine, Write } from './engine.ts';
import { listObjects, planWatch } from './list.ts';
import { readWriteOptions } from './options.ts';
import { patchObject } from './patch.ts';
import { readObject } from './persist.ts';
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
      return objectOutcome(created ? 201 : 200, object, warnings);
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

function checkVerb({ resource, subresource, verb }: Call): void {
  const reads = verb === 'get' || verb === 'list' || verb === 'watch';
  if (resource.readOnly === true && !reads) throw methodNotAllowed();
  const reachable =
    subresource === '' ||
    verb === 'update' ||
    (subresource === 'status' && (verb === 'get' || verb === 'patch'));
  if (!reachable) throw methodNotAllowed();
}

function getObject(engine: Engine, { resource, namespace, name, query }: Call): KubeObject {
  const asked = Number(query.get('resourceVersion') || 0);
  const current = engine.store.revision();
  if (asked > current) throw tooLargeRevision(asked, current);
  const found = readObject(engine, resource, namespace, name);
  if (found === undefined) throw notFound(resource, name);
  return found;
}

function postObject(engine: Engine, call: Call): Outcome {
  const { manager, dryRun, validation } = readWriteOptions('create', call.query, call.userAgent);
  const body = parseBody(call.body, call.contentType);
  const { object, warnings } = decodeObject(body, call, validation);
  const write: Write = { ...call, name: object.metadata.name, manager, dryRun };
  return objectOutcome(201, createObject(engine, write, object), warnings);
}

function putObject(engine: Engine, call: Call): Outcome {
  const { resource, namespace, name } = call;
  const { manager, dryRun, validation } = readWriteOptions('update', call.query, call.userAgent);
  const body = parseBody(call.body, call.contentType);
  const decoded = decodeObject(body, call, validation);
  const next = checkName(decoded.object, name);
  const write: Write = { ...call, manager, dryRun };
  const live = readObject(engine, resource, namespace, name);
  if (live !== undefined) {
    return objectOutcome(200, updateObject(engine, write, { live, next }), decoded.warnings);
  }
  const creates = resource.createOnUpdate && call.subresource === '';
  if (!creates || next.metadata.uid || next.metadata.resourceVersion)
    throw notFound(resource, name);
  return objectOutcome(201, createObject(engine, write, next), decoded.warnings);
}

function deleteOne(engine: Engine, call: Call): Outcome {
  const options = readDeleteOptions(parseBody(call.body, call.contentType), call.query);
  const write: Write = { ...call, manager: '', dryRun: options.dryRun };
  const deleted = deleteObject(engine, write, options);
  return deleted.kind === 'status'
    ? { code: 200, warnings: [], result: deleted }
    : objectOutcome(200, deleted.object);
}

function deleteMany(engine: Engine, call: Call): Outcome {
  const { resource, namespace, query } = call;
  const options = readDeleteOptions(parseBody(call.body, call.contentType), query);
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
