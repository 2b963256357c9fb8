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
  const found = selectObjects(engine, selection, range);
  const items = options.limit === 0 ? found : found.slice(0, options.limit);
  if (items.length < options.limit || options.limit === 0) return { items, revision };
  return pageOf(engine, { items, found: found.length, revision }, selection, range);
}

type Page = {
  readonly items: readonly KubeObject[];
  readonly found: number;
  readonly revision: number;
};

/** A full page goes on while there are objects behind it, be they selected or not: the API looks no further. */
function pageOf(
  engine: Engine,
  { items, found, revision }: Page,
  selection: Selection,
  range: { readonly atRevision?: number },
): ObjectList {
  const last = items.at(-1)?.metadata;
  const key = keyOf(last?.namespace, last?.name ?? '');
  const anything = { ...selection, labels: [], fields: [] };
  if (selectObjects(engine, anything, { ...range, after: key }).length === 0)
    return { items, revision };
  // The API counts what remains only where no selector thins it out.
  const counts = selection.labels.length === 0 && selection.fields.length === 0;
  return {
    items,
    revision,
    continueToken: encodeContinue({ revision, key }),
    ...(counts ? { remainingItemCount: found - items.length } : {}),
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
