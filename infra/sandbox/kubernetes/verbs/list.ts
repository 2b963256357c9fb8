import type { KubeObject } from '../resource.ts';
import { badRequest, expired, tooLargeRevision } from '../status/faults.ts';
import { keyOf } from '../storage/store.ts';
import type { Call, ObjectList, WatchPlan } from './call.ts';
import type { Engine } from './engine.ts';
import {
  decodeContinue,
  encodeContinue,
  type ListOptions,
  readListOptions,
  stalePage,
} from './list-options.ts';
import { readSelection, type Selection, selectObjects } from './selection.ts';

/** Lists objects, in pages if asked to. Throws ApiError 400, 410, 422 or 504. Source: `Store.ListPredicate`. */
export function listObjects(engine: Engine, call: Call): ObjectList {
  const options = readListOptions(call.query, false);
  const selection = readSelection(call.resource, call.namespace, call.query);
  const { revision, after } = pageStart(engine, options);
  const current = engine.store.revision();
  const range = {
    ...(after === undefined ? {} : { after }),
    ...(revision === current ? {} : { atRevision: revision }),
  };
  return pageOf(selectObjects(engine, selection, range), revision, { options, selection });
}

function pageOf(
  found: readonly KubeObject[],
  revision: number,
  { options, selection }: { readonly options: ListOptions; readonly selection: Selection },
): ObjectList {
  const { limit } = options;
  if (limit === 0 || found.length <= limit) return { items: found, revision };
  const items = found.slice(0, limit);
  const last = items.at(-1)?.metadata;
  const key = keyOf(last?.namespace, last?.name ?? '');
  // The API counts what remains only where no selector thins it out.
  const counts = selection.labels.length === 0 && selection.fields.length === 0;
  return {
    items,
    revision,
    continueToken: encodeContinue({ revision, key }),
    ...(counts ? { remainingItemCount: found.length - limit } : {}),
  };
}

function pageStart(
  { store }: Engine,
  { continueToken, revision, match, limit }: ListOptions,
): { readonly revision: number; readonly after?: string } {
  const current = store.revision();
  if (continueToken !== '') {
    const end = decodeContinue(continueToken);
    if (revision !== undefined && revision !== 0) {
      throw badRequest('specifying resource version is not allowed when using continue');
    }
    if (end.revision < 0) return { revision: current, after: end.key };
    if (end.revision < store.compactedRevision()) throw stalePage(end);
    return { revision: Math.min(end.revision, current), after: end.key };
  }
  if (revision === undefined || revision === 0) return { revision: current };
  if (revision > current) throw tooLargeRevision(revision, current);
  const exact = match === 'Exact' || (match === '' && limit > 0);
  if (!exact) return { revision: current };
  if (revision < store.compactedRevision()) {
    throw expired('The resourceVersion for the provided list is too old.');
  }
  return { revision };
}

/** Plans a watch; a compacted revision shows only in its stream, as the API's cacher does. Throws ApiError 400, 422. */
export function planWatch(engine: Engine, call: Call): WatchPlan {
  const options = readListOptions(call.query, true);
  const selection = readSelection(call.resource, call.namespace, call.query);
  const { revision, sendInitialEvents, bookmarks, timeoutSeconds } = options;
  const fresh = revision === undefined || revision === 0;
  const withInitial = sendInitialEvents ?? fresh;
  const startsNow = withInitial || fresh;
  return {
    selection,
    initial: withInitial ? selectObjects(engine, selection) : [],
    fromRevision: startsNow ? engine.store.revision() : revision,
    bookmarks,
    marksInitialEnd: sendInitialEvents === true && bookmarks,
    timeoutSeconds,
  };
}
