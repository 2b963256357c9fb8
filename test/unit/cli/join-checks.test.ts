import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiCall, ApiClient } from '../../../lib/adapters/kubernetes/api-client.ts';
import { translateCluster } from '../../../lib/adapters/kubernetes/translate-cluster.ts';
import type { Check } from '../../../lib/cli/join/check.ts';
import { checkMember } from '../../../lib/cli/join/check-member.ts';
import { ControllerError } from '../../../lib/core/model/failure.ts';

const cluster = translateCluster(
  {
    metadata: { name: 'tokyo', uid: '', resourceVersion: '' },
    spec: { eks: { clusterName: 'tokyo' } },
  },
  'read it',
);

type Answers = { readonly [path: string]: (call: ApiCall) => unknown };

const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const reviewsOfOthers = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
const who = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

const refusal = (status: number, message: string) => ({ refusedWith: status, message });

const node = (zone?: string) => ({
  metadata: {
    labels:
      zone === undefined
        ? {}
        : { 'topology.kubernetes.io/zone': zone, 'topology.kubernetes.io/region': 'r1' },
  },
});

const well: Answers = {
  '/version': () => ({ major: '1', minor: '34+', gitVersion: 'v1.34.2-eks-1' }),
  '/healthz': () => 'ok',
  '/api/v1/nodes': () => ({ metadata: {}, items: [node('r1b'), node('r1a')] }),
  [who]: () => ({ status: { userInfo: { username: 'seamark', groups: ['seamark'] } } }),
  [reviews]: () => ({ status: { allowed: true } }),
};

/** An API that answers as told, and remembers what it was asked. */
const fakeApi = (answers: Answers): ApiClient & { readonly calls: ApiCall[] } => {
  const calls: ApiCall[] = [];
  return {
    place: 'in cluster tokyo',
    calls,
    send: async (call) => {
      calls.push(call);
      const answer = answers[call.path]?.(call) ?? refusal(404, 'not found');
      if (answer instanceof Error) throw answer;
      if (typeof answer === 'string') return { status: 200, text: answer };
      if (typeof answer === 'object' && 'refusedWith' in answer) {
        // The cast takes the shape that refusal() gives.
        const { refusedWith, message } = answer as ReturnType<typeof refusal>;
        return { status: refusedWith, text: JSON.stringify({ kind: 'Status', message }) };
      }
      return { status: 200, text: JSON.stringify(answer) };
    },
  };
};

const look = (answers: Answers, asFunctions = true): Promise<readonly Check[]> =>
  checkMember({
    cluster,
    client: fakeApi({ ...well, ...answers }),
    asFunctions,
    signal: new AbortController().signal,
  });

const told = (checks: readonly Check[]): readonly string[] =>
  checks.map(({ verdict, what, says }) => `${verdict} ${what}: ${says}`);

test('all is well', async () => {
  assert.deepEqual(told(await look({})), [
    'ok reach: Kubernetes v1.34.2-eks-1 answers',
    'ok identity: you come as "seamark"',
    'ok health: /healthz says ok',
    'ok rights: seamark may do all that is needed',
    'ok places: region r1, zones r1a, r1b',
  ]);
});

test('every right of the role is asked for once, whoever it is', async () => {
  const api = fakeApi(well);
  const { signal } = new AbortController();
  await checkMember({ cluster, client: api, asFunctions: true, signal });
  const asked = api.calls
    .filter(({ path }) => path === reviews)
    .map(({ body }) => JSON.stringify(body));
  assert.equal(asked.length, 10);
  assert.equal(new Set(asked).size, 10);
  assert.ok(
    asked.some((body) => body.includes('"nonResourceAttributes":{"path":"/healthz","verb":"get"}')),
  );
});

const silent = new ControllerError(
  'transient',
  'Cannot read /version in cluster tokyo: ECONNREFUSED',
);

type Seen = readonly [what: string, answers: Answers, expected: RegExp, others: number];

const seen: readonly Seen[] = [
  [
    'no answer',
    { '/version': () => silent },
    /^failed reach: Cannot read \/version .*ECONNREFUSED$/,
    0,
  ],
  [
    'refused credentials',
    { '/version': () => refusal(401, 'Unauthorized') },
    /^failed reach: .*answered 401: Unauthorized$/,
    0,
  ],
  [
    'credentials that may see the version alone',
    { [who]: () => refusal(401, 'Unauthorized') },
    /^failed identity: .*answered 401: Unauthorized$/,
    1,
  ],
  [
    'an old server',
    { '/version': () => ({ major: '1', minor: '21', gitVersion: 'v1.21.0' }) },
    /^failed reach: Kubernetes v1\.21\.0 answers, and 1\.22 is the least$/,
    0,
  ],
  [
    'a server that is none of Kubernetes',
    { '/version': () => '<html>' },
    /^failed reach: Cannot read \/version in cluster tokyo: the answer is not JSON$/,
    0,
  ],
  [
    'a server that does not tell who one is',
    { [who]: () => refusal(404, 'not found') },
    /^ok identity: the credentials are let in$/,
    4,
  ],
  [
    'an administrator',
    { [who]: () => ({ status: { userInfo: { username: 'root', groups: ['system:masters'] } } }) },
    /^warning identity: you come as "root", who may do everything; give Seamark credentials of its own/,
    5,
  ],
  [
    'another user',
    { [who]: () => ({ status: { userInfo: { username: 'jane' } } }) },
    /^warning echo: add "jane" to ownUsernames/,
    5,
  ],
  ['a sick server', { '/healthz': () => refusal(500, 'x') }, /^failed health: .*status 500$/, 4],
  [
    'a server that cannot review',
    { [reviews]: () => refusal(403, 'no') },
    /^failed rights: Cannot ask for rights in cluster tokyo: the API server answered 403: no$/,
    4,
  ],
  [
    'no nodes',
    { '/api/v1/nodes': () => ({ metadata: {}, items: [] }) },
    /^warning places: it has no nodes/,
    4,
  ],
  [
    'nodes without labels',
    { '/api/v1/nodes': () => ({ metadata: {}, items: [node(), node()] }) },
    /^failed places: none of its 2 nodes tells a region, and no name could lead to it$/,
    4,
  ],
  [
    'some nodes without labels',
    { '/api/v1/nodes': () => ({ metadata: {}, items: [node(), node('r1a')] }) },
    /^warning places: region r1, zones r1a; 1 of 2 nodes tell neither or one of them$/,
    4,
  ],
  [
    'nodes that may not be listed',
    { '/api/v1/nodes': () => refusal(403, 'nodes is forbidden') },
    /^failed places: Cannot list Nodes .*nodes is forbidden$/,
    4,
  ],
];

for (const [what, answers, expected, others] of seen) {
  test(`${what} is told of`, async () => {
    const lines = told(await look(answers));
    assert.equal(lines.filter((line) => expected.test(line)).length, 1, lines.join('\n'));
    assert.equal(lines.length, others + 1, lines.join('\n'));
  });
}

const denies =
  (...denied: readonly string[]) =>
  ({ body }: ApiCall) => ({
    status: { allowed: !denied.some((part) => JSON.stringify(body).includes(part)) },
  });

test('missing rights are named, with the command that gives them', async () => {
  const checks = await look({ [reviews]: denies('"nodes"', 'endpointslices', '/healthz') });
  const rights = checks.find(({ what }) => what === 'rights');
  assert.equal(
    rights?.says,
    'seamark may not list endpointslices.discovery.k8s.io, list nodes, get /healthz',
  );
  assert.equal(rights?.verdict, 'failed');
  assert.match(rights?.repair ?? '', /^npx seamark manifests --member \| kubectl apply -f -/);
});

test('the command names the user as the shell must have it', async () => {
  const [, , , rights] = await look({
    [who]: () => ({ status: { userInfo: { username: "o'hara; rm -rf /" } } }),
    [reviews]: denies('"nodes"'),
  }).then((checks) => checks.filter(({ what }) => what !== 'echo'));
  assert.match(rights?.repair ?? '', /--user 'o'\\''hara; rm -rf \/' \| kubectl/);
});

test('without the right to make namespaces it works, if they are there', async () => {
  const checks = await look({ [reviews]: denies('"namespaces"') });
  const rights = checks.find(({ what }) => what === 'rights');
  assert.equal(rights?.verdict, 'warning');
  assert.match(rights?.says ?? '', /may not create namespaces: .*createNamespaces off$/);
});

test("where the functions' own credentials are not at hand, the rights of seamark are asked for", async () => {
  const bodies: string[] = [];
  const checks = await look(
    {
      [who]: () => ({ status: { userInfo: { username: 'jane', groups: ['system:masters'] } } }),
      [reviewsOfOthers]: ({ body }) => {
        bodies.push(JSON.stringify(body));
        return { status: { allowed: true } };
      },
    },
    false,
  );
  assert.deepEqual(told(checks).slice(1, 4), [
    'ok identity: you come as "jane"',
    'ok health: /healthz says ok',
    'ok rights: seamark may do all that is needed',
  ]);
  for (const body of bodies)
    assert.match(body, /"user":"seamark","groups":\["seamark","system:authenticated"\]/);
});

test('whoever may not ask about others hears that nothing is known', async () => {
  const checks = await look({ [reviewsOfOthers]: () => refusal(403, 'no') }, false);
  const rights = checks.find(({ what }) => what === 'rights');
  assert.equal(rights?.verdict, 'warning');
  assert.match(rights?.says ?? '', /^what seamark may do is not known: .*403: no$/);
});
