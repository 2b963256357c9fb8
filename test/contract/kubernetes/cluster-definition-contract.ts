import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { readVectors, type VectorCase } from '../../support/read-vectors.ts';

type Json = { readonly [field: string]: unknown };
type Answer = { readonly status: number; readonly body: Json };
type Entry = { readonly clientCIDR: string; readonly serverAddress: string };
type Stored = {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly spec: { readonly serverAddressByClientCIDRs: readonly Entry[] };
  readonly status?: { readonly conditions?: readonly Json[] };
};
type Given = {
  readonly name?: string;
  readonly cluster?: Json;
  readonly old?: Json & { readonly metadata?: Json; readonly status?: Json };
  readonly new?: Json & { readonly metadata?: Json };
  readonly serverAddressByClientCIDRs?: readonly Entry[];
};
type Expect = { readonly valid?: boolean };

const collection = '/apis/federation.seamark.dev/v1beta1/clusters';
const spec = {
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'localhost:8888' }],
};
const ready = { conditions: [{ type: 'Ready', status: 'True' }] };
const kind = { apiVersion: 'federation.seamark.dev/v1beta1', kind: 'Cluster' };
// A real API server serves a resource some time after it has taken its definition.
const served = {
  what: 'the resource that was defined',
  limitMs: 20_000,
  everyMs: 50,
  now: Date.now,
};

let url = '';
let stop: () => Promise<void>;

const call = async (method: string, path: string, body?: Json): Promise<Answer> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify({ ...kind, ...body }) }),
  });
  // An API server answers with JSON.
  return { status: answer.status, body: (await answer.json()) as Json };
};

const create = (cluster: Json): Promise<Answer> => call('POST', collection, cluster);
const pathOf = (name: string): string => `${collection}/${name}`;
// The definition's schema gives it this form.
const read = async (name: string) => (await call('GET', pathOf(name))).body as unknown as Stored;
const put = async (name: string, change: Json, subresource = ''): Promise<Answer> => {
  const { metadata } = await read(name);
  const { metadata: changed, ...rest } = change;
  const whole = { ...rest, metadata: { ...metadata, ...Object(changed) } };
  return await call('PUT', `${pathOf(name)}${subresource}`, whole);
};
const remove = (name: string): Promise<Answer> => call('DELETE', pathOf(name));

/** Whether the API took it; everything but success must be a refusal of the object's content. */
const taken = ({ status, body }: Answer): boolean => {
  if (status === 200 || status === 201) return true;
  assert.ok(status === 422 || status === 400, `${status} ${JSON.stringify(body)}`);
  return false;
};

/** An API server without the definition of `Cluster`. */
export type StartServer = () => Promise<{
  readonly url: string;
  readonly close: () => Promise<void>;
}>;

/** What the definition of `Cluster` makes an API server take and refuse. */
export const clusterDefinitionContract = (server: string, start: StartServer): void => {
  describe(`the definition of Cluster, as ${server} holds it`, () => {
    before(async () => {
      const host = await start();
      url = host.url;
      stop = host.close;
      const manifest = new URL('../../../infra/manifests/cluster-crd.yaml', import.meta.url);
      const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      const made = await fetch(`${url}${definitions}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(parse(await readFile(manifest, 'utf8'))),
      });
      assert.equal(made.status, 201, await made.text());
      await waitUntil(async () => (await fetch(`${url}${collection}`)).ok || undefined, served);
    });
    after(() => stop());

    const cases = readVectors<Given, Expect>('cluster-validation');
    const ofKind = (...kinds: readonly string[]): readonly VectorCase<Given, Expect>[] =>
      cases.filter((one) => kinds.includes(one.kind ?? ''));

    for (const { name, given, expect } of ofKind('spec', 'name', 'create')) {
      test(name, async () => {
        const entries = given.serverAddressByClientCIDRs;
        const named = { metadata: { name: given.name ?? 'a' }, spec };
        const cluster =
          given.cluster ??
          (entries ? { ...named, spec: { serverAddressByClientCIDRs: entries } } : named);
        const answer = await create(cluster);
        assert.equal(taken(answer), expect.valid);
        if (expect.valid) await remove(String(Object(cluster['metadata']).name));
      });
    }

    for (const { name, given, expect } of ofKind('update', 'status-update')) {
      test(name, async () => {
        const { old, new: next } = given;
        assert.ok(old && next);
        const stored = String(Object(old.metadata).name);
        assert.ok(taken(await create(old)));
        if (old.status) assert.ok(taken(await put(stored, old, '/status')));
        const answer = await put(stored, next, next['status'] ? '/status' : '');
        assert.equal(taken(answer), expect.valid);
        if (expect.valid && next['status'])
          assert.deepEqual((await read(stored)).status, next['status']);
        await remove(stored);
      });
    }

    test('strategy/cluster-scoped', async () => {
      const { body } = await call('GET', '/apis/federation.seamark.dev/v1beta1');
      // An APIResourceList has this form.
      const { resources } = body as unknown as {
        resources: { name: string; namespaced: boolean }[];
      };
      assert.equal(resources.find((one) => one.name === 'clusters')?.namespaced, false);
    });

    test('strategy/no-create-on-update', async () => {
      const answer = await call('PUT', pathOf('nobody'), { metadata: { name: 'nobody' }, spec });
      assert.equal(answer.status, 404);
    });

    test('strategy/status-cleared-on-create', async () => {
      await create({ metadata: { name: 'a' }, spec, status: ready });
      assert.equal((await read('a')).status, undefined);
      await remove('a');
    });

    test('strategy/update-keeps-status-takes-spec', async () => {
      await create({ metadata: { name: 'a' }, spec });
      await put('a', { spec, status: ready }, '/status');
      const before = await read('a');
      const status = { conditions: [{ type: 'Ready', status: 'False' }] };
      assert.equal(
        taken(await put('a', { spec: { serverAddressByClientCIDRs: [] }, status })),
        false,
      );
      assert.deepEqual(await read('a'), before);
      const moved = { serverAddressByClientCIDRs: [{ clientCIDR: '', serverAddress: 'moved' }] };
      assert.ok(taken(await put('a', { spec: moved, status })));
      const after = await read('a');
      assert.deepEqual([after.spec, after.status], [moved, ready]);
      await remove('a');
    });

    test('strategy/status-update-keeps-spec-takes-status', async () => {
      await create({ metadata: { name: 'a' }, spec });
      const moved = { serverAddressByClientCIDRs: [{ clientCIDR: '', serverAddress: 'moved' }] };
      assert.ok(taken(await put('a', { spec: moved, status: ready }, '/status')));
      const after = await read('a');
      assert.deepEqual([after.spec, after.status], [spec, ready]);
      await remove('a');
    });

    const namesOf = async (query: string): Promise<readonly string[]> => {
      const { status, body } = await call('GET', `${collection}?${query}`);
      if (status !== 200) return [];
      // A list of Clusters has this form.
      return (body as unknown as { items: Stored[] }).items.map(({ metadata }) => metadata.name);
    };

    for (const [name, selected, others] of [
      [
        'strategy/field-selector-metadata-name-matches-single',
        ['fieldSelector=metadata.name=foo'],
        [],
      ],
      ['strategy/field-selector-other-does-not', [], ['fieldSelector=foo=bar']],
      [
        'storage/watch-label-and-field-selectors',
        ['labelSelector=name=foo', 'fieldSelector=metadata.name=foo'],
        ['labelSelector=name=bar', 'labelSelector=foo=bar', 'fieldSelector=metadata.name=bar'],
      ],
    ] as const) {
      test(name, async () => {
        await create({ metadata: { name: 'foo', labels: { name: 'foo' } }, spec });
        for (const query of selected) assert.deepEqual(await namesOf(query), ['foo'], query);
        for (const query of others) assert.deepEqual(await namesOf(query), [], query);
        await remove('foo');
      });
    }

    test('every case of the vectors is one of these tests', () => {
      const strategies = ofKind('strategy', 'watch').map(({ name }) => name);
      assert.deepEqual(strategies.length, 8);
      assert.equal(
        cases.length,
        ofKind('spec', 'name', 'create', 'update', 'status-update').length + 8,
      );
    });

    test('the status that a look writes is taken, and one of another form is not', async () => {
      await create({ metadata: { name: 'a' }, spec });
      const status = {
        conditions: [{ type: 'Withdrawn', status: 'Unknown', reason: 'r', message: '' }],
        probes: { failures: 3, silences: 3, successes: 0 },
        dataPlane: ['fails', 'answers'],
        plannedFor: { available: false, withdrawn: true, mark: 'm' },
      };
      assert.ok(taken(await put('a', { spec, status }, '/status')));
      assert.deepEqual((await read('a')).status, status);
      for (const fault of [
        { probes: { failures: -1, silences: 0, successes: 0 } },
        { probes: { failures: 1 } },
        { dataPlane: ['perhaps'] },
        { plannedFor: { available: true } },
      ]) {
        assert.equal(
          taken(await put('a', { spec, status: { ...status, ...fault } }, '/status')),
          false,
        );
      }
      await remove('a');
    });

    const eks = { clusterName: 'member-a', region: 'eu-west-1' };
    const role = 'arn:aws-us-gov:iam::111122223333:role/path/fed';
    const stored = 'arn:aws-cn:secretsmanager:cn-north-1:111122223333:secret:seamark/lyon-AbCdEf';
    const ways: readonly (readonly [string, Json, boolean])[] = [
      ['EKS alone', { eks }, true],
      ['EKS by name alone', { eks: { clusterName: 'a' } }, true],
      ['EKS with a role', { eks: { ...eks, region: 'eusc-de-east-1', roleArn: role } }, true],
      ['EKS behind an address', { ...spec, eks }, true],
      ['a kubeconfig in Secrets Manager', { kubeconfigSecret: 'seamark/lyon' }, true],
      ['one by ARN, and its context', { kubeconfigSecret: stored, kubeconfigContext: 'a@b' }, true],
      [
        'a Secret and a context',
        { ...spec, secretRef: { name: 's' }, kubeconfigContext: 'c' },
        true,
      ],
      ['nothing', {}, false],
      ['a Secret without an address', { secretRef: { name: 's' } }, false],
      ['EKS and a Secret', { ...spec, eks, secretRef: { name: 's' } }, false],
      ['EKS and Secrets Manager', { eks, kubeconfigSecret: 's' }, false],
      [
        'both kinds of secrets',
        { ...spec, secretRef: { name: 's' }, kubeconfigSecret: 's' },
        false,
      ],
      ['EKS and a context', { eks, kubeconfigContext: 'c' }, false],
      ['EKS without a name', { eks: { region: 'eu-west-1' } }, false],
      ['a region that is none', { eks: { ...eks, region: 'europe' } }, false],
      ['a role that is a user', { eks: { ...eks, roleArn: role.replace('role', 'user') } }, false],
      ['a secret that is a path', { kubeconfigSecret: 'file:///etc/passwd' }, false],
    ];
    for (const [name, access, valid] of ways) {
      test(`access by ${name} is ${valid ? 'taken' : 'refused'}`, async () => {
        const answer = await create({ metadata: { name: 'a' }, spec: access });
        assert.equal(taken(answer), valid);
        if (valid) await remove('a');
      });
    }
  });
};
