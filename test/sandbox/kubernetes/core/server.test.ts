import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aService, startCluster } from './cluster.ts';

const SERVICES = '/api/v1/namespaces/default/services';

test('a suspended server is down, and knows everything once it is back', async (context) => {
  const { server, ask } = await startCluster(context);
  await ask({ method: 'POST', path: SERVICES, body: aService('web') });
  const watching = await fetch(`${server.url}${SERVICES}?watch=1&resourceVersion=5`);
  const reading = watching.text().then(
    () => 'ended',
    () => 'cut',
  );
  await server.suspend();
  await assert.rejects(ask({ path: '/readyz' }));
  assert.match(await reading, /^(ended|cut)$/);
  await server.resume();
  assert.equal((await ask({ path: '/readyz' })).body, 'ok');
  assert.equal((await ask({ path: `${SERVICES}/web` })).code, 200);
});

test('a new cluster has its namespaces and the Service of its API', async (context) => {
  const { ask } = await startCluster(context);
  const { body } = await ask({ path: '/api/v1/namespaces' });
  const names = body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  assert.deepEqual(names, ['default', 'kube-public', 'kube-system']);
  assert.equal((await ask({ path: `${SERVICES}/kubernetes` })).code, 200);
});

test('closing twice does no harm', async (context) => {
  const { server } = await startCluster(context);
  await server.close();
  await server.close();
});

test('a port that is taken rejects the start', async (context) => {
  const { server } = await startCluster(context);
  await assert.rejects(startCluster(context, { port: server.port }), { code: 'EADDRINUSE' });
});
