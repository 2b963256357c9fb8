import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCluster } from './cluster.ts';

type Named = { readonly name: string };

for (const path of ['/healthz', '/livez', '/readyz']) {
  test(`${path} says ok`, async (context) => {
    const { ask } = await startCluster(context);
    assert.deepEqual((await ask({ path })).body, 'ok');
  });
}

test('the version is one of 1.34', async (context) => {
  const { ask } = await startCluster(context);
  const { body } = await ask({ path: '/version' });
  assert.deepEqual([body.major, body.minor], ['1', '34']);
  assert.match(body.gitVersion, /^v1\.34\.\d+$/);
});

test('groups and their resources are discovered one by one', async (context) => {
  const { ask } = await startCluster(context);
  const groups = await ask({ path: '/apis' });
  assert.equal(groups.body.kind, 'APIGroupList');
  const names = groups.body.groups.map(({ name }: Named) => name);
  assert.deepEqual(names.toSorted(), [
    'apiextensions.k8s.io',
    'authentication.k8s.io',
    'authorization.k8s.io',
    'discovery.k8s.io',
    'events.k8s.io',
    'rbac.authorization.k8s.io',
  ]);
  const core = await ask({ path: '/api/v1' });
  assert.deepEqual([core.body.kind, core.body.groupVersion], ['APIResourceList', 'v1']);
  const services = core.body.resources.filter(({ name }: Named) => name.startsWith('services'));
  assert.deepEqual(
    services.map(({ name }: Named) => name),
    ['services', 'services/status'],
  );
  assert.deepEqual(services[0].shortNames, ['svc']);
  const group = await ask({ path: '/apis/discovery.k8s.io' });
  assert.equal(group.body.preferredVersion.groupVersion, 'discovery.k8s.io/v1');
  assert.equal((await ask({ path: '/apis/discovery.k8s.io/v2' })).code, 404);
  assert.equal((await ask({ path: '/apis/nope.example' })).code, 404);
});

for (const version of ['v2', 'v2beta1']) {
  test(`aggregated discovery ${version} tells all at once`, async (context) => {
    const { ask } = await startCluster(context);
    const type = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
    const accept = `${type},application/json`;
    const { headers, body } = await ask({ path: '/apis', headers: { accept } });
    assert.equal(headers.get('content-type'), type);
    assert.equal(body.apiVersion, `apidiscovery.k8s.io/${version}`);
    const slices = body.items
      .flatMap((item: { versions: { resources: unknown[] }[] }) =>
        item.versions.flatMap(({ resources }) => resources),
      )
      .find(({ resource }: { resource: string }) => resource === 'endpointslices');
    assert.equal(slices.scope, 'Namespaced');
    assert.deepEqual(slices.responseKind, { group: '', version: '', kind: 'EndpointSlice' });
    const core = await ask({ path: '/api', headers: { accept } });
    assert.deepEqual(core.body.items[0].metadata, { creationTimestamp: null });
  });
}

test('OpenAPI documents are served in their forms', async (context) => {
  const { ask } = await startCluster(context);
  const two = await ask({ path: '/openapi/v2', headers: { accept: 'application/json' } });
  assert.equal(two.body.swagger, '2.0');
  const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
  const proto = await ask({ path: '/openapi/v2', headers: { accept } });
  assert.equal(
    proto.headers.get('content-type'),
    'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  );
  const index = await ask({ path: '/openapi/v3' });
  const { serverRelativeURL } = index.body.paths['api/v1'];
  assert.match((await ask({ path: serverRelativeURL })).body.openapi, /^3\./);
  assert.equal((await ask({ path: '/openapi/v3/apis/nope/v1' })).code, 404);
  assert.equal((await ask({ path: '/openapi/v2', headers: { accept: 'text/html' } })).code, 406);
});

test('pods can be read, and are none, but not made', async (context) => {
  const { ask } = await startCluster(context);
  const pods = '/api/v1/namespaces/default/pods';
  assert.deepEqual((await ask({ path: pods })).body.items, []);
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } };
  assert.equal((await ask({ method: 'POST', path: pods, body: pod })).code, 405);
});

test('a user may do everything', async (context) => {
  const { ask } = await startCluster(context);
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const spec = { resourceAttributes: { verb: 'get', resource: 'services' } };
  const { code, body } = await ask({ method: 'POST', path, body: { spec } });
  assert.deepEqual([code, body.status.allowed, body.spec], [201, true, spec]);
});
