import { apiVersionOf } from '../catalog/catalog.ts';
import { objectText, type View } from '../http/represent.ts';
import type { KubeObject, Resource } from '../resource.ts';
import { asDecoded } from '../schema/go-decoded.ts';
import { expired } from '../status/faults.ts';
import type { StoreEvent } from '../storage/history.ts';
import type { WatchPlan } from '../verbs/call.ts';
import type { Engine } from '../verbs/engine.ts';
import { watchEventOf } from './events.ts';

/** Where a watch writes its lines; `write` tells whether the client still keeps up. */
export type WatchSink = {
  readonly write: (line: string) => boolean;
  readonly end: () => void;
};

const BOOKMARK_EVERY_MS = 55_000;
const SHORTEST_WATCH_SECONDS = 1800;

/**
 * Streams a planned watch as JSON lines until its timeout or until stopped; returns what stops it.
 * Source: `handlers.ServeWatch`; the default timeout is 30 to 60 minutes as `--min-request-timeout` gives it.
 */
export function streamWatch(
  engine: Engine,
  plan: WatchPlan,
  view: View,
  sink: WatchSink,
): () => void {
  const { store, context } = engine;
  const { resource } = plan.selection;
  if (plan.fromRevision < store.compactedRevision()) {
    sink.write(expiredLine(plan.fromRevision, store.compactedRevision()));
    sink.end();
    return () => undefined;
  }
  // Only the first table of a watch names the columns.
  let headers = true;
  const line = (type: string, object: KubeObject): string => {
    const current = { ...view, now: context.now() };
    const text = `{"type":"${type}","object":${objectText(current, object, headers)}}\n`;
    headers = false;
    return text;
  };
  const deliver = (event: StoreEvent): void => {
    if (event.revision <= plan.fromRevision) return;
    const found = watchEventOf(plan.selection, event);
    if (found !== undefined && !sink.write(line(found.type, found.object))) finish();
  };
  const bookmark = (initialEnd = false): void => {
    sink.write(bookmarkLine(view, resource, store.revision(), initialEnd));
  };
  for (const object of plan.initial) sink.write(line('ADDED', object));
  if (plan.marksInitialEnd) bookmark(true);
  for (const event of store.eventsAfter(plan.fromRevision)) deliver(event);
  const unsubscribe = store.subscribe(deliver);
  const seconds = plan.timeoutSeconds ?? SHORTEST_WATCH_SECONDS * (1 + context.random());
  const timeout = setTimeout(() => {
    if (plan.bookmarks) bookmark();
    finish();
  }, seconds * 1000);
  const ticker = plan.bookmarks ? setInterval(bookmark, BOOKMARK_EVERY_MS) : undefined;
  const stop = (): void => {
    unsubscribe();
    clearTimeout(timeout);
    clearInterval(ticker);
  };
  const finish = (): void => {
    stop();
    sink.end();
  };
  return finish;
}

function expiredLine(asked: number, oldest: number): string {
  const { status } = expired(`too old resource version: ${asked} (${oldest})`);
  return `${JSON.stringify({ type: 'ERROR', object: status })}\n`;
}

function bookmarkLine(
  view: View,
  resource: Resource,
  revision: number,
  initialEnd: boolean,
): string {
  const { metadata: _metadata, ...empty } = resource.strategicMerge
    ? asDecoded(resource.schema, {})
    : {};
  const object = {
    kind: resource.kind,
    apiVersion: apiVersionOf(resource),
    metadata: {
      resourceVersion: String(revision),
      ...(initialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}),
    },
    ...empty,
  };
  return `${JSON.stringify({ type: 'BOOKMARK', object: bookmarkForm(view, object) })}\n`;
}

/** A bookmark in the form of the watch: what it marks has metadata alone, so a table's row has no cells. */
function bookmarkForm(
  { format }: View,
  object: { readonly kind: string; readonly apiVersion: string; readonly metadata: object },
): unknown {
  const { form, version } = format;
  if (form === 'object') return object;
  const apiVersion = `meta.k8s.io/${version}`;
  const partial = { kind: 'PartialObjectMetadata', apiVersion, metadata: object.metadata };
  if (form === 'partial') return partial;
  return {
    kind: 'Table',
    apiVersion,
    metadata: object.metadata,
    columnDefinitions: null,
    rows: [{ cells: [], object: partial }],
  };
}
