import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { createApiClient } from '../../../../lib/adapters/kubernetes/api-client.ts';
import { createClusterAccess } from '../../../../lib/adapters/kubernetes/cluster-access.ts';
import { createFederatedServices } from '../../../../lib/adapters/kubernetes/federated-services.ts';
import { createMemberClusters } from '../../../../lib/adapters/kubernetes/member-clusters.ts';
import { readCase } from '../../../support/read-case.ts';
import { memberAt, noSources, refusal, storedService } from './fixtures.ts';
import { type Reply, type SeenRequest, startLoopbackApi } from './loopback-api.ts';

const running: { readonly stop: () => Promise<void> | void }[] = [];
afterEach(async () => {
  for (const part of running.splice(0)) await part.stop();
});

const start = async (reply: (request: SeenRequest) => Reply) => {
  const api = await startLoopbackApi(reply);
  const host = createApiClient({ label: 'the host', server: new URL(api.url), tls: {} });
  const access = createClusterAccess(host, {
    secretNamespace: 'seamark',
    sources: noSources,
    now: () => 0,
  });
  running.push({ stop: access.close }, { stop: host.close }, api);
  return {
    seen: api.seen,
    cluster: memberAt(api.url),
    members: createMemberClusters(access),
    services: createFederatedServices(host),
  };
};

const key = { namespace: 'shop', name: 'web' };
const manifest = { key, labels: {}, annotations: {}, spec: { ports: [{ port: 80 }] } };

/** An answer as the cases write it: a `Status`, a page of a proxy, or a body. */
type Answer = { readonly code: number; readonly html?: string; readonly body?: string };

const replyOf = (answer: Answer): Reply => {
  const { code, html, body } = answer;
  if (html !== undefined) return { status: code, text: html };
  return body === undefined ? { status: code, json: answer } : { status: code, text: body };
};

describe('F03: what a read that fails means', () => {
  const { input, expect } = readCase<
    { answers_of_member_get: readonly Answer[] },
    { means: readonly string[] }
  >('faults/F03-unauthorized-is-not-absent');
  for (const [index, answer] of input.answers_of_member_get.entries()) {
    const means = expect.means[index] ?? '';
    it(`${answer.code}: ${means}`, async () => {
      const { members, services, cluster } = await start(() => replyOf(answer));
      for (const read of [
        () => members.readService(cluster, key),
        () => services.read(key),
        () => services.patchMetadata(key, { resourceVersion: '1', finalizers: [] }),
      ]) {
        if (means === 'absent') assert.equal(await read(), undefined);
        else await assert.rejects(read, { name: 'ControllerError', message: /^Cannot / });
      }
    });
  }

  it('a delete takes no other 404 for success either', async () => {
    const { members, cluster } = await start(() => refusal(404, 'NotFound', 'no such API'));
    await assert.rejects(members.deleteService(cluster, { key, uid: 'uid' }), { kind: 'terminal' });
  });

  it('a 404 of a wrong path is no missing namespace', async () => {
    const { members, cluster, seen } = await start(() => refusal(404, 'NotFound', 'no such API'));
    const apply = { manifest, createNamespace: true };
    await assert.rejects(members.applyService(cluster, apply), { kind: 'terminal' });
    assert.equal(seen.length, 1);
  });
});

describe('F18, F19: what an apply that is refused means', () => {
  type Input = { readonly answers: readonly (Answer & { readonly message: string })[] };
  const [missing, terminating] = readCase<Input, unknown>(
    'faults/F18-namespace-missing-or-terminating',
  ).input.answers;
  const [denied, failing] = readCase<Input, unknown>('faults/F19-admission-says-no').input.answers;
  const table: readonly [string, Input['answers'][number] | undefined, object][] = [
    ['namespace missing', missing, { kind: 'terminal', fields: { reason: 'NamespaceMissing' } }],
    [
      'namespace terminating',
      terminating,
      { kind: 'transient', fields: { status: 403, reason: 'NamespaceTerminating' } },
    ],
    ['admission', denied, { kind: 'terminal', fields: { status: 403, reason: 'Forbidden' } }],
    [
      'a webhook that fails',
      failing,
      { kind: 'transient', fields: { status: 500, reason: 'InternalError' } },
    ],
  ];
  for (const [name, answer, expected] of table) {
    it(name, async () => {
      assert.ok(answer);
      const { members, cluster } = await start(() => replyOf(answer));
      await assert.rejects(
        members.applyService(cluster, { manifest, createNamespace: false }),
        expected,
      );
    });
  }
});

describe('F28: how long a 429 asks to wait', () => {
  const { input } = readCase<{ answers: readonly { headers: Record<string, string> }[] }, unknown>(
    'faults/F28-throttled-by-api-server',
  );
  const date = 'Wed, 21 Oct 2099 07:18:00 GMT';
  const waits = [1_000, 600_000, undefined, 600_000];
  for (const [index, { headers }] of input.answers.entries()) {
    it(`${headers['Retry-After'] ?? 'says nothing'}`, async () => {
      const { members, cluster } = await start(() => ({
        status: 429,
        text: '',
        headers: { ...headers, date },
      }));
      await assert.rejects(members.readService(cluster, key), {
        kind: 'throttled',
        retryAfterMs: waits[index],
      });
    });
  }

  it('words that are no date ask for nothing', async () => {
    const reply = { status: 429, text: '', headers: { 'retry-after': 'soon' } };
    const { members, cluster } = await start(() => reply);
    await assert.rejects(members.readService(cluster, key), { retryAfterMs: undefined });
  });
});

it('W28: adopting reads the namesake, takes its ports over at that version, and applies', async () => {
  const managedFields = [
    {
      manager: 'kubectl-create',
      operation: 'Update',
      apiVersion: 'v1',
      time: '2026-01-05T10:00:00Z',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:ports': {}, 'f:type': {} } },
    },
    { manager: 'cloud', operation: 'Update', subresource: 'status', fieldsV1: { 'f:status': {} } },
    { manager: 'ports', operation: 'Update', fieldsV1: { 'f:spec': { 'f:ports': {} } } },
  ];
  const { members, cluster, seen } = await start(() => ({
    status: 200,
    json: storedService({ managedFields }),
  }));
  await members.applyService(cluster, { manifest, createNamespace: true, adopts: '7' });
  assert.deepEqual(
    seen.map(({ method }) => method),
    ['GET', 'PATCH', 'PATCH'],
  );
  assert.equal(seen[1]?.headers['content-type'], 'application/merge-patch+json');
  assert.deepEqual(JSON.parse(seen[1].body), {
    metadata: {
      resourceVersion: '7',
      managedFields: [
        { ...managedFields[0], fieldsV1: { 'f:spec': { 'f:type': {} } } },
        managedFields[1],
        {
          manager: 'seamark',
          operation: 'Apply',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: {
            'f:spec': {
              'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
            },
          },
        },
      ],
    },
  });
});
