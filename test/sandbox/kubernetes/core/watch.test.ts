import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aService, startCluster, type TestCluster } from './cluster.ts';

const SERVICES = '/api/v1/namespaces/default/services';

type Line = {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: events are asserted on field by field
  readonly object: any;
};
type Lines = { readonly next: () => Promise<Line | undefined>; readonly stop: () => Promise<void> };

/** Opens a watch and reads it line by line. */
async function watch(
  { server }: TestCluster,
  path: string,
  headers: { readonly [name: string]: string } = {},
): Promise<Lines> {
  const abort = new AbortController();
  const response = await fetch(`${server.url}${path}`, { signal: abort.signal, headers });
  assert.equal(response.status, 200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  return {
    next: async () => {
      while (!buffered.includes('\n')) {
        const chunk = await reader?.read();
        if (chunk === undefined || chunk.done) return undefined;
        buffered += chunk.value;
      }
      const end = buffered.indexOf('\n');
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 1);
      return JSON.parse(line);
    },
    stop: async () => {
      abort.abort();
      await reader?.cancel().catch(() => undefined);
    },
  };
}

const brief = (line: Line | undefined): string => `${line?.type} ${line?.object.metadata.name}`;

test('a watch without a version shows what is there, then what happens', async (context) => {
  const cluster = await startCluster(context);
  const lines = await watch(cluster, `${SERVICES}?watch=1`);
  assert.equal(brief(await lines.next()), 'ADDED kubernetes');
  const { body } = await cluster.ask({ method: 'POST', path: SERVICES, body: aService('web') });
  assert.equal(brief(await lines.next()), 'ADDED web');
  const changed = { ...body, metadata: { ...body.metadata, labels: { a: 'b' } } };
  await cluster.ask({ method: 'PUT', path: `${SERVICES}/web`, body: changed });
  assert.equal(brief(await lines.next()), 'MODIFIED web');
  await cluster.ask({ method: 'DELETE', path: `${SERVICES}/web` });
  assert.equal(brief(await lines.next()), 'DELETED web');
  await lines.stop();
});

test('a watch from a version misses nothing since', async (context) => {
  const cluster = await startCluster(context);
  const { body: list } = await cluster.ask({ path: SERVICES });
  await cluster.ask({ method: 'POST', path: SERVICES, body: aService('web') });
  const path = `${SERVICES}?watch=1&resourceVersion=${list.metadata.resourceVersion}`;
  const lines = await watch(cluster, path);
  assert.equal(brief(await lines.next()), 'ADDED web');
  await cluster.ask({ method: 'DELETE', path: `${SERVICES}/web` });
  assert.equal(brief(await lines.next()), 'DELETED web');
  await lines.stop();
});

test('an object that enters a selector is ADDED, one that leaves it DELETED as it was', async (context) => {
  const cluster = await startCluster(context);
  const lines = await watch(cluster, `${SERVICES}?watch=1&labelSelector=on`);
  const label = async (labels: object | null) =>
    cluster.ask({
      method: 'PATCH',
      path: `${SERVICES}/web`,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { labels } },
    });
  await cluster.ask({ method: 'POST', path: SERVICES, body: aService('web') });
  await label({ on: 'yes' });
  assert.equal(brief(await lines.next()), 'ADDED web');
  const { body: after } = await label({ on: null });
  const left = await lines.next();
  assert.equal(brief(left), 'DELETED web');
  const metadata = left?.object.metadata;
  assert.deepEqual(metadata.labels, { on: 'yes' });
  assert.equal(metadata.resourceVersion, after.metadata.resourceVersion);
  await lines.stop();
});

test('a version that history forgot is an ERROR event with a 410', async (context) => {
  const cluster = await startCluster(context, { historyLimit: 2 });
  for (let index = 0; index < 6; index += 1) {
    await cluster.ask({ method: 'POST', path: SERVICES, body: aService(`s${index}`) });
  }
  const lines = await watch(cluster, `${SERVICES}?watch=1&resourceVersion=2`);
  const error = await lines.next();
  assert.equal(error?.type, 'ERROR');
  assert.deepEqual([error?.object.code, error?.object.reason], [410, 'Expired']);
  assert.match(String(error?.object.message), /^too old resource version: 2 \(\d+\)$/);
  assert.equal(await lines.next(), undefined);
});

test('a watch-list streams the state, marks its end, and goes on', async (context) => {
  const cluster = await startCluster(context);
  const query =
    'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const lines = await watch(cluster, `${SERVICES}?${query}`);
  assert.equal(brief(await lines.next()), 'ADDED kubernetes');
  const mark = await lines.next();
  assert.equal(mark?.type, 'BOOKMARK');
  const metadata = mark?.object.metadata;
  assert.deepEqual(metadata.annotations, { 'k8s.io/initial-events-end': 'true' });
  await cluster.ask({ method: 'POST', path: SERVICES, body: aService('web') });
  assert.equal(brief(await lines.next()), 'ADDED web');
  await lines.stop();
});

test('a watch ends at its timeout, with a bookmark for who wants one', async (context) => {
  const cluster = await startCluster(context);
  const { body: list } = await cluster.ask({ path: SERVICES });
  const { resourceVersion } = list.metadata;
  const query = `watch=1&resourceVersion=${resourceVersion}&timeoutSeconds=1&allowWatchBookmarks=true`;
  const lines = await watch(cluster, `${SERVICES}?${query}`);
  const mark = await lines.next();
  assert.equal(mark?.type, 'BOOKMARK');
  assert.equal(mark?.object.metadata.resourceVersion, resourceVersion);
  assert.equal(await lines.next(), undefined);
});

test('a watch of tables names the columns once', async (context) => {
  const cluster = await startCluster(context);
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const lines = await watch(cluster, `${SERVICES}?watch=1`, { accept });
  const first = await lines.next();
  assert.equal(first?.object.kind, 'Table');
  assert.ok(Array.isArray(first?.object.columnDefinitions));
  await cluster.ask({ method: 'POST', path: SERVICES, body: aService('web') });
  const second = await lines.next();
  assert.equal(second?.object.columnDefinitions, null);
  assert.equal(second?.object.rows[0].cells[0], 'web');
  await lines.stop();
});
