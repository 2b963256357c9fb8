import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, aService, startCluster, type TestCluster } from './cluster.ts';

const SERVICES = '/api/v1/namespaces/default/services';
const namesOf = ({ body }: Answer): string[] =>
  body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);

async function fill({ ask }: TestCluster, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const metadata = { name: `s${index}`, labels: { parity: index % 2 === 0 ? 'even' : 'odd' } };
    await ask({ method: 'POST', path: SERVICES, body: aService('', { metadata }) });
  }
}

test('a list comes in pages that say how much remains', async (context) => {
  const cluster = await startCluster(context);
  await cluster.ask({ method: 'DELETE', path: `${SERVICES}/kubernetes` });
  await fill(cluster, 5);
  const first = await cluster.ask({ path: `${SERVICES}?limit=2` });
  assert.deepEqual(namesOf(first), ['s0', 's1']);
  assert.equal(first.body.metadata.remainingItemCount, 3);
  const token = encodeURIComponent(first.body.metadata.continue);
  const second = await cluster.ask({ path: `${SERVICES}?limit=10&continue=${token}` });
  assert.deepEqual(namesOf(second), ['s2', 's3', 's4']);
  assert.equal(second.body.metadata.continue, undefined);
  assert.equal(second.body.metadata.resourceVersion, first.body.metadata.resourceVersion);
});

test('later pages show the list as it was at the first', async (context) => {
  const cluster = await startCluster(context);
  await cluster.ask({ method: 'DELETE', path: `${SERVICES}/kubernetes` });
  await fill(cluster, 4);
  const first = await cluster.ask({ path: `${SERVICES}?limit=1` });
  await cluster.ask({ method: 'DELETE', path: `${SERVICES}/s2` });
  await cluster.ask({ method: 'POST', path: SERVICES, body: aService('s9') });
  const token = encodeURIComponent(first.body.metadata.continue);
  const rest = await cluster.ask({ path: `${SERVICES}?continue=${token}` });
  assert.deepEqual(namesOf(rest), ['s1', 's2', 's3']);
});

test('a token that history forgot is a 410 with one that goes on with the newest state', async (context) => {
  const cluster = await startCluster(context, { historyLimit: 2 });
  await fill(cluster, 4);
  const first = await cluster.ask({ path: `${SERVICES}?limit=2` });
  for (let index = 4; index < 10; index += 1) {
    await cluster.ask({ method: 'POST', path: SERVICES, body: aService(`s${index}`) });
  }
  const token = encodeURIComponent(first.body.metadata.continue);
  const stale = await cluster.ask({ path: `${SERVICES}?limit=2&continue=${token}` });
  assert.deepEqual([stale.code, stale.body.reason], [410, 'Expired']);
  const next = encodeURIComponent(stale.body.metadata.continue);
  const rest = await cluster.ask({ path: `${SERVICES}?limit=2&continue=${next}` });
  assert.deepEqual([rest.code, namesOf(rest)], [200, ['s1', 's2']]);
});

test('a page with a selector tells no count', async (context) => {
  const cluster = await startCluster(context);
  await fill(cluster, 5);
  const page = await cluster.ask({ path: `${SERVICES}?limit=1&labelSelector=parity%3Deven` });
  assert.deepEqual(namesOf(page), ['s0']);
  assert.notEqual(page.body.metadata.continue, undefined);
  assert.equal(page.body.metadata.remainingItemCount, undefined);
});

test('an exact resourceVersion lists the past', async (context) => {
  const cluster = await startCluster(context);
  const before = await cluster.ask({ path: SERVICES });
  await fill(cluster, 2);
  const { resourceVersion } = before.body.metadata;
  const query = `resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
  assert.deepEqual(namesOf(await cluster.ask({ path: `${SERVICES}?${query}` })), namesOf(before));
});

test('selectors by field and label pick from all namespaces', async (context) => {
  const cluster = await startCluster(context);
  await fill(cluster, 3);
  const byName = await cluster.ask({ path: '/api/v1/services?fieldSelector=metadata.name%3Ds1' });
  assert.deepEqual(namesOf(byName), ['s1']);
  const odd = await cluster.ask({ path: '/api/v1/services?labelSelector=parity%20in%20(odd)' });
  assert.deepEqual(namesOf(odd), ['s1']);
});

test('items of built-in kinds carry no kind of their own', async (context) => {
  const cluster = await startCluster(context);
  const { body } = await cluster.ask({ path: SERVICES });
  assert.equal(body.kind, 'ServiceList');
  assert.equal(body.items[0].kind, undefined);
});

const refused: readonly (readonly [string, number, string])[] = [
  [
    'resourceVersionMatch=Exact',
    422,
    'resourceVersionMatch is forbidden unless resourceVersion is provided',
  ],
  ['resourceVersion=0&resourceVersionMatch=Exact', 422, 'is forbidden for resourceVersion "0"'],
  ['resourceVersion=1&resourceVersionMatch=Sure', 422, 'Unsupported value: "Sure"'],
  ['sendInitialEvents=true', 422, 'sendInitialEvents is forbidden for list'],
  ['continue=garbage', 400, 'continue key is not valid'],
  ['limit=many', 400, 'strconv.ParseInt: parsing "many": invalid syntax'],
  ['watch=1&resourceVersionMatch=Exact', 422, 'resourceVersionMatch is forbidden for watch'],
];

for (const [query, code, text] of refused) {
  test(`a list with ${query} is refused`, async (context) => {
    const { ask } = await startCluster(context);
    const answer = await ask({ path: `${SERVICES}?${query}` });
    assert.equal(answer.code, code);
    assert.ok(answer.body.message.includes(text), answer.body.message);
  });
}
