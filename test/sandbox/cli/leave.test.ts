import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ClusterClient } from '../../../infra/sandbox/clusters/cluster-client.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import type { CliContext } from '../../../lib/cli/command.ts';
import { type CliResult, runCli } from '../../unit/cli/run-cli.ts';
import { applyPrinted } from './apply-printed.ts';
import { startExtraMember } from './extra-member.ts';

const clustersPath = '/apis/federation.seamark.dev/v1beta1/clusters';
const secretsPath = '/api/v1/namespaces/seamark-system/secrets';
const lyonPath = `${clustersPath}/lyon`;

type World = {
  readonly host: ClusterClient;
  readonly leave: (
    line?: readonly string[],
    given?: Partial<CliContext> & { readonly as?: 'nobody' },
  ) => Promise<CliResult>;
};

/** A host, whose administrator runs `leave lyon`. */
const startWorld = async (context: TestContext): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-leave-'));
  const { server, admin: host, kubeconfigOf } = await startExtraMember('host', { zones: [] });
  context.after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  await applyPrinted(host, '--host');
  await waitUntil(() => host.list(clustersPath).catch(() => undefined), {
    what: 'the type Cluster',
    limitMs: 10_000,
    everyMs: 20,
    now: Date.now,
  });
  for (const user of ['admin', 'nobody'] as const)
    await writeFile(join(folder, user), kubeconfigOf(user));
  return {
    host,
    leave: (line = [], { as = undefined, ...given } = {}) =>
      runCli(['leave', 'lyon', '--host-kubeconfig', join(folder, as ?? 'admin'), ...line], {
        now: Date.now,
        ...given,
      }),
  };
};

const register = (host: ClusterClient, name: string, secret: string, finalizers: string[] = []) =>
  host.apply(
    `${clustersPath}/${name}`,
    {
      apiVersion: 'federation.seamark.dev/v1beta1',
      kind: 'Cluster',
      metadata: { name, finalizers },
      spec: {
        serverAddressByClientCIDRs: [{ serverAddress: `https://${name}.example` }],
        secretRef: { name: secret },
      },
    },
    'seamark-join',
  );

const store = (host: ClusterClient, name: string, manager: string) =>
  host.apply(
    `${secretsPath}/${name}`,
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: 'seamark-system' },
      data: { kubeconfig: Buffer.from('{}').toString('base64') },
    },
    manager,
  );

const isStored = async (host: ClusterClient): Promise<boolean> =>
  (await host.read(`${secretsPath}/lyon`)) !== undefined;

test('a name that is none of a member is told of, and no fault', async (context) => {
  const { leave } = await startWorld(context);
  assert.deepEqual(await leave(), { code: 0, out: 'lyon is no member\n', talk: '' });
});

test('a member leaves, and what join stored goes with it', async (context) => {
  const { host, leave } = await startWorld(context);
  await register(host, 'lyon', 'lyon');
  await store(host, 'lyon', 'seamark-join');
  const { code, out, talk } = await leave();
  assert.deepEqual([code, out], [0, 'lyon has left\n']);
  assert.equal(talk, 'deleted  Cluster lyon\ndeleted  Secret seamark-system/lyon\n');
  assert.equal(await host.read(lyonPath), undefined);
  assert.equal(await isStored(host), false);
});

test('credentials that somebody else stored stay', async (context) => {
  const { host, leave } = await startWorld(context);
  await register(host, 'lyon', 'lyon');
  await store(host, 'lyon', 'gitops');
  assert.equal((await leave()).talk, 'deleted  Cluster lyon\n');
  assert.ok(await isStored(host));
});

test('credentials that another Cluster uses stay', async (context) => {
  const { host, leave } = await startWorld(context);
  await register(host, 'lyon', 'lyon');
  await register(host, 'twin', 'lyon');
  await store(host, 'lyon', 'seamark-join');
  assert.equal((await leave()).talk, 'deleted  Cluster lyon\n');
  assert.ok(await isStored(host));
  assert.ok(await host.read(`${clustersPath}/twin`));
});

test('a Cluster whose names are still there is waited for, and its credentials stay until then', async (context) => {
  const { host, leave } = await startWorld(context);
  await register(host, 'lyon', 'lyon', ['federation.seamark.dev/cluster']);
  await store(host, 'lyon', 'seamark-join');
  let looks = 0;
  const { code, out, talk } = await leave([], {
    sleep: async () => {
      looks += 1;
      assert.ok(await isStored(host));
      if (looks === 2) await register(host, 'lyon', 'lyon');
    },
  });
  assert.deepEqual([code, out, looks], [0, 'lyon has left\n', 2]);
  assert.match(talk, /^waiting {2}lyon: held by federation\.seamark\.dev\/cluster$/m);
  assert.equal(await isStored(host), false);
});

test('a Cluster that stays ends the wait with what holds it', async (context) => {
  const { host, leave } = await startWorld(context);
  await register(host, 'lyon', 'lyon', ['federation.seamark.dev/cluster']);
  await store(host, 'lyon', 'seamark-join');
  let clock = 0;
  const sleep = async (spanMs: number): Promise<void> => {
    clock += spanMs;
  };
  const { code, out, talk } = await leave(['--timeout', '60'], { now: () => clock, sleep });
  assert.deepEqual([code, out, clock], [1, '', 60_000]);
  assert.match(
    talk,
    /^Cannot see cluster lyon gone within 60 s: it is held by federation\.seamark\.dev\/cluster, until/m,
  );
  assert.ok(await isStored(host));
});

test('another Cluster of that name, made meanwhile, ends the wait and keeps the credentials', async (context) => {
  const { host, leave } = await startWorld(context);
  await register(host, 'lyon', 'lyon', ['federation.seamark.dev/cluster']);
  await store(host, 'lyon', 'seamark-join');
  const { code } = await leave([], {
    sleep: async () => {
      await register(host, 'lyon', 'lyon');
      await register(host, 'lyon', 'lyon');
    },
  });
  assert.equal(code, 0);
  assert.ok(await host.read(lyonPath));
  assert.ok(await isStored(host));
});

test('without a wait the credentials are deleted by a second run', async (context) => {
  const { host, leave } = await startWorld(context);
  await register(host, 'lyon', 'lyon', ['federation.seamark.dev/cluster']);
  await store(host, 'lyon', 'seamark-join');
  const first = await leave(['--no-wait']);
  assert.deepEqual([first.code, first.out], [0, 'lyon is leaving\n']);
  assert.match(first.talk, /leave once more deletes it$/m);
  assert.ok(await isStored(host));
  await host.merge(lyonPath, { metadata: { finalizers: [] } });
  const second = await leave();
  assert.deepEqual([second.code, second.out], [0, 'lyon is no member\n']);
  assert.equal(second.talk, 'deleted  Secret seamark-system/lyon\n');
  assert.equal(await isStored(host), false);
});

test('whoever may not delete hears it from the host', async (context) => {
  const { host, leave } = await startWorld(context);
  await register(host, 'lyon', 'lyon');
  const { code, out, talk } = await leave([], { as: 'nobody' });
  assert.deepEqual([code, out], [1, '']);
  assert.match(talk, /answered 403: clusters\.federation\.seamark\.dev "lyon" is forbidden/);
  assert.ok(await host.read(lyonPath));
});
