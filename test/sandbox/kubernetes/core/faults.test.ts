import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Ask, aService, startCluster } from './cluster.ts';

const SERVICES = '/api/v1/namespaces/default/services';
const post = (body: unknown, path = SERVICES): Ask => ({ method: 'POST', path, body });

type Case = {
  readonly name: string;
  readonly request: Ask;
  readonly code: number;
  readonly reason: string;
  readonly message: string | RegExp;
};

const cases: readonly Case[] = [
  {
    name: 'an object that is not there',
    request: { path: `${SERVICES}/nope` },
    code: 404,
    reason: 'NotFound',
    message: 'services "nope" not found',
  },
  {
    name: 'a name in a group',
    request: { path: '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/nope' },
    code: 404,
    reason: 'NotFound',
    message: 'endpointslices.discovery.k8s.io "nope" not found',
  },
  {
    name: 'a create of a name that is taken',
    request: post(aService('web')),
    code: 409,
    reason: 'AlreadyExists',
    message: 'services "web" already exists',
  },
  {
    name: 'a create in a namespace that is not there',
    request: post(aService('x'), '/api/v1/namespaces/nope/services'),
    code: 404,
    reason: 'NotFound',
    message: 'namespaces "nope" not found',
  },
  {
    name: 'one fault of a field',
    request: post(aService('x', { spec: { ports: [{ port: 0, targetPort: 80 }] } })),
    code: 422,
    reason: 'Invalid',
    message:
      'Service "x" is invalid: spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
  },
  {
    name: 'several faults in one list',
    request: post(aService('x', { spec: { ports: [{ port: 0 }, { port: 70000 }] } })),
    code: 422,
    reason: 'Invalid',
    message: /^Service "x" is invalid: \[spec\.ports\[0\].*, spec\.ports\[1\].*\]$/s,
  },
  {
    name: 'a body that is no JSON',
    request: post('{"kind":'),
    code: 400,
    reason: 'BadRequest',
    message: `the object provided is unrecognized (must be of type Service): couldn't get version/kind; json parse error: unexpected end of JSON input ({"kind":)`,
  },
  {
    name: 'another kind than the path has',
    request: post({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } }),
    code: 400,
    reason: 'BadRequest',
    message:
      'Secret in version "v1" cannot be handled as a Service: converting (v1.Secret) to (core.Service): unknown conversion',
  },
  {
    name: 'another version than the path has',
    request: post({ apiVersion: 'v2', kind: 'Service', metadata: { name: 'x' } }),
    code: 400,
    reason: 'BadRequest',
    message:
      'Service in version "v2" cannot be handled as a Service: no kind "Service" is registered for version "v2" in scheme "pkg/runtime/scheme.go:110"',
  },
  {
    name: 'another namespace than the path has',
    request: post(aService('x', { metadata: { name: 'x', namespace: 'other' } })),
    code: 400,
    reason: 'BadRequest',
    message:
      'the namespace of the provided object does not match the namespace sent on the request',
  },
  {
    name: 'another name than the path has',
    request: { method: 'PUT', path: `${SERVICES}/web`, body: aService('x') },
    code: 400,
    reason: 'BadRequest',
    message: 'the name of the object (x) does not match the name on the URL (web)',
  },
  {
    name: 'an unknown field under strict validation',
    request: post(aService('x', { nope: 1 }), `${SERVICES}?fieldValidation=Strict`),
    code: 400,
    reason: 'BadRequest',
    message:
      'Service in version "v1" cannot be handled as a Service: strict decoding error: unknown field "nope"',
  },
  {
    name: 'an unknown kind of field validation',
    request: post(aService('x'), `${SERVICES}?fieldValidation=Loud`),
    code: 422,
    reason: 'Invalid',
    message:
      'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Loud": supported values: "", "Ignore", "Strict", "Warn"',
  },
  {
    name: 'a method without a use',
    request: { method: 'POST', path: `${SERVICES}/web`, body: aService('web') },
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
  },
  {
    name: 'a form that is not written',
    request: { path: `${SERVICES}/web`, headers: { accept: 'application/cbor' } },
    code: 406,
    reason: 'NotAcceptable',
    message:
      '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf',
  },
  {
    name: 'a form that is not read',
    request: { ...post(aService('x')), headers: { 'content-type': 'text/plain' } },
    code: 415,
    reason: 'UnsupportedMediaType',
    message:
      'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
  },
  {
    name: 'an unknown bearer token',
    request: { path: SERVICES, headers: { authorization: 'Bearer who' } },
    code: 401,
    reason: 'Unauthorized',
    message: 'Unauthorized',
  },
  {
    name: 'a resource that is not served',
    request: { path: '/api/v1/widgets' },
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
  },
  {
    name: 'a field that is no selector',
    request: { path: `${SERVICES}?fieldSelector=spec.nope=1` },
    code: 400,
    reason: 'BadRequest',
    message: 'field label not supported: spec.nope',
  },
  {
    name: 'the deletion of a namespace that must stay',
    request: { method: 'DELETE', path: '/api/v1/namespaces/default' },
    code: 403,
    reason: 'Forbidden',
    message: 'namespaces "default" is forbidden: this namespace may not be deleted',
  },
  {
    name: 'a resourceVersion that is still to come',
    request: { path: `${SERVICES}?resourceVersion=999999` },
    code: 504,
    reason: 'Timeout',
    message: /^Timeout: Too large resource version: 999999, current: \d+$/,
  },
];

for (const { name, request, code, reason, message } of cases) {
  test(`the API refuses ${name} with ${code}`, async (context) => {
    const { ask } = await startCluster(context, { users: { secret: 'alice' } });
    await ask(post(aService('web')));
    const answer = await ask(request);
    assert.deepEqual(
      [answer.code, answer.body.kind, answer.body.status, answer.body.reason, answer.body.code],
      [code, 'Status', 'Failure', reason, code],
    );
    if (typeof message === 'string') assert.equal(answer.body.message, message);
    else assert.match(answer.body.message, message);
  });
}

test('an invalid object has a cause a fault in its details', async (context) => {
  const { ask } = await startCluster(context);
  const { body } = await ask(
    post(aService('x', { spec: { ports: [{ port: 0, targetPort: 80 }] } })),
  );
  assert.deepEqual(body.details, {
    name: 'x',
    kind: 'Service',
    causes: [
      {
        reason: 'FieldValueInvalid',
        message: 'Invalid value: 0: must be between 1 and 65535, inclusive',
        field: 'spec.ports[0].port',
      },
    ],
  });
});

test('an unknown field is dropped with a warning, or in silence if asked so', async (context) => {
  const { ask } = await startCluster(context);
  const warned = await ask(post(aService('x', { nope: 1 })));
  assert.equal(warned.headers.get('warning'), '299 - "unknown field \\"nope\\""');
  assert.equal(warned.body.nope, undefined);
  const silent = await ask(post(aService('y', { nope: 1 }), `${SERVICES}?fieldValidation=Ignore`));
  assert.equal(silent.headers.get('warning'), null);
});

test('a path of no resource is a plain 404', async (context) => {
  const { ask } = await startCluster(context);
  const { code, body } = await ask({ path: '/nowhere' });
  assert.deepEqual([code, body], [404, '404 page not found\n']);
});

test('users come by their tokens, and by none as the administrator', async (context) => {
  const { ask } = await startCluster(context, { users: { secret: 'alice' } });
  const known = await ask({ path: SERVICES, headers: { authorization: 'Bearer secret' } });
  assert.equal(known.code, 200);
  assert.equal((await ask({ path: SERVICES })).code, 200);
});

test('a conflict on an old uid is told apart from one on an old version', async (context) => {
  const { ask } = await startCluster(context);
  const { body: live } = await ask(post(aService('web')));
  const metadata = { ...live.metadata, uid: 'another' };
  const answer = await ask({ method: 'PUT', path: `${SERVICES}/web`, body: { ...live, metadata } });
  assert.equal(answer.code, 409);
  assert.match(
    answer.body.message,
    /Precondition failed: UID in precondition: another, UID in object meta: /,
  );
});
