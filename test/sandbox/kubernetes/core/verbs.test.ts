import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aService, startCluster } from './cluster.ts';

const SERVICES = '/api/v1/namespaces/default/services';

describe('the life of an object', () => {
  test('a create fills the system fields and answers 201', async (context) => {
    const { ask } = await startCluster(context);
    const { code, body } = await ask({ method: 'POST', path: SERVICES, body: aService('web') });
    assert.equal(code, 201);
    assert.match(body.metadata.uid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    assert.equal(body.metadata.creationTimestamp, '2026-03-01T10:00:00Z');
    assert.equal(body.metadata.namespace, 'default');
    assert.match(body.spec.clusterIP, /^10\.96\./);
    assert.deepEqual((await ask({ path: `${SERVICES}/web` })).body, body);
  });

  test('generateName makes a name of five more letters', async (context) => {
    const { ask } = await startCluster(context);
    const body = aService('', { metadata: { generateName: 'web-' } });
    const created = await ask({ method: 'POST', path: SERVICES, body });
    assert.match(created.body.metadata.name, /^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    assert.equal(created.body.metadata.generateName, 'web-');
  });

  test('a write that changes nothing keeps the resourceVersion', async (context) => {
    const { ask } = await startCluster(context);
    const created = await ask({ method: 'POST', path: SERVICES, body: aService('web') });
    const same = await ask({ method: 'PUT', path: `${SERVICES}/web`, body: created.body });
    assert.equal(same.code, 200);
    assert.equal(same.body.metadata.resourceVersion, created.body.metadata.resourceVersion);
  });

  test('a PUT on an absent Service creates it, on an absent Secret it does not', async (context) => {
    const { ask } = await startCluster(context);
    const put = await ask({ method: 'PUT', path: `${SERVICES}/web`, body: aService('web') });
    assert.equal(put.code, 201);
    const path = '/api/v1/namespaces/default/secrets/s';
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } };
    const refused = await ask({ method: 'PUT', path, body: secret });
    assert.equal(refused.code, 404);
    assert.equal(refused.body.message, 'secrets "s" not found');
  });

  test('a dry run answers as if, stores nothing and takes no node port', async (context) => {
    const { ask } = await startCluster(context);
    const spec = { type: 'NodePort', ports: [{ port: 80, nodePort: 30080 }] };
    const path = `${SERVICES}?dryRun=All`;
    const dry = await ask({ method: 'POST', path, body: aService('web', { spec }) });
    assert.equal(dry.code, 201);
    assert.equal(dry.body.metadata.resourceVersion, undefined);
    assert.equal((await ask({ path: `${SERVICES}/web` })).code, 404);
    const real = await ask({ method: 'POST', path: SERVICES, body: aService('other', { spec }) });
    assert.equal(real.code, 201);
  });

  test('a refused update gives back the node port it would have taken', async (context) => {
    const { ask } = await startCluster(context);
    await ask({ method: 'POST', path: SERVICES, body: aService('web') });
    const spec = { type: 'NodePort', ports: [{ port: 80, nodePort: 30081 }, { port: 0 }] };
    const body = { spec };
    const headers = { 'content-type': 'application/merge-patch+json' };
    const refused = await ask({ method: 'PATCH', path: `${SERVICES}/web`, body, headers });
    assert.equal(refused.code, 422);
    const free = { type: 'NodePort', ports: [{ port: 80, nodePort: 30081 }] };
    const taken = await ask({
      method: 'POST',
      path: SERVICES,
      body: aService('b', { spec: free }),
    });
    assert.equal(taken.code, 201);
  });

  test('YAML is read and written where it is asked for', async (context) => {
    const { ask } = await startCluster(context);
    const text =
      'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  ports: [{port: 80}]\n';
    const headers = { 'content-type': 'application/yaml', accept: 'application/yaml' };
    const created = await ask({ method: 'POST', path: SERVICES, body: text, headers });
    assert.equal(created.code, 201);
    assert.equal(created.headers.get('content-type'), 'application/yaml');
    assert.match(String(created.body), /^kind: Service\napiVersion: v1\n/);
  });
});

describe('patches', () => {
  const patch = async (
    context: Parameters<typeof startCluster>[0],
    type: string,
    body: unknown,
  ) => {
    const { ask } = await startCluster(context);
    await ask({ method: 'POST', path: SERVICES, body: aService('web') });
    const headers = { 'content-type': type };
    return ask({ method: 'PATCH', path: `${SERVICES}/web`, body, headers });
  };

  test('a JSON patch edits, and one that does not fit is a 422 without the reason', async (context) => {
    const op = { op: 'add', path: '/metadata/labels', value: { a: 'b' } };
    const done = await patch(context, 'application/json-patch+json', [op]);
    assert.deepEqual([done.code, done.body.metadata.labels], [200, { a: 'b' }]);
    const bad = [{ op: 'remove', path: '/metadata/nope' }];
    const refused = await patch(context, 'application/json-patch+json', bad);
    assert.deepEqual(
      [refused.code, refused.body.reason, refused.body.message],
      [422, 'Invalid', 'the server rejected our request due to an error in our request'],
    );
  });

  test('a merge patch replaces lists, a strategic one merges ports by port', async (context) => {
    const body = { spec: { ports: [{ port: 81, name: 'two' }] } };
    const merged = await patch(context, 'application/merge-patch+json', body);
    assert.deepEqual(
      merged.body.spec.ports.map(({ port }: { port: number }) => port),
      [81],
    );
    const both = {
      spec: {
        ports: [
          { port: 80, name: 'one' },
          { port: 81, name: 'two' },
        ],
      },
    };
    const strategic = await patch(context, 'application/strategic-merge-patch+json', both);
    const names = strategic.body.spec.ports.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, ['one', 'two']);
  });

  test('a patch that carries a stale resourceVersion is a conflict', async (context) => {
    const body = { metadata: { resourceVersion: '1', labels: { a: 'b' } } };
    const { code, body: status } = await patch(context, 'application/merge-patch+json', body);
    assert.equal(code, 409);
    assert.equal(
      status.message,
      'Operation cannot be fulfilled on services "web": the object has been modified; please apply your changes to the latest version and try again',
    );
  });

  test('server-side apply creates, then updates, and meets the fields of others', async (context) => {
    const { ask } = await startCluster(context);
    const apply = (manager: string, port: number, force = '') =>
      ask({
        method: 'PATCH',
        path: `${SERVICES}/web?fieldManager=${manager}${force}`,
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  ports: [{name: http, port: 80, targetPort: ${port}}]\n`,
      });
    assert.equal((await apply('one', 8080)).code, 201);
    assert.equal((await apply('one', 8081)).code, 200);
    const refused = await apply('two', 8082);
    assert.equal(refused.code, 409);
    assert.equal(
      refused.body.message,
      'Apply failed with 1 conflict: conflict with "one": .spec.ports[port=80,protocol="TCP"].targetPort',
    );
    assert.equal(refused.body.details.causes[0].reason, 'FieldManagerConflict');
    const forced = await apply('two', 8082, '&force=true');
    assert.deepEqual([forced.code, forced.body.spec.ports[0].targetPort], [200, 8082]);
  });

  test('server-side apply needs a field manager', async (context) => {
    const body = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n';
    const { code, body: status } = await patch(context, 'application/apply-patch+yaml', body);
    assert.equal(code, 422);
    assert.equal(
      status.message,
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    );
  });
});

describe('the status sub-resource', () => {
  test('/status changes the status alone, the main endpoint never does', async (context) => {
    const { ask } = await startCluster(context);
    const spec = { type: 'LoadBalancer', ports: [{ port: 80 }] };
    const { body: live } = await ask({
      method: 'POST',
      path: SERVICES,
      body: aService('web', { spec }),
    });
    const status = { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } };
    const changed = { ...live, spec: { ...live.spec, sessionAffinity: 'ClientIP' }, status };
    const path = `${SERVICES}/web`;
    const afterStatus = await ask({ method: 'PUT', path: `${path}/status`, body: changed });
    assert.equal(afterStatus.code, 200);
    assert.equal(afterStatus.body.status.loadBalancer.ingress[0].ip, '192.0.2.1');
    assert.equal(afterStatus.body.spec.sessionAffinity, 'None');
    const main = await ask({ method: 'PUT', path, body: { ...afterStatus.body, status: {} } });
    assert.equal(main.body.status.loadBalancer.ingress[0].ip, '192.0.2.1');
  });

  test('kinds without a status have no /status', async (context) => {
    const { ask } = await startCluster(context);
    const path = '/api/v1/namespaces/default/endpoints/web/status';
    assert.equal((await ask({ path })).code, 404);
  });
});
