import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse, stringify } from 'yaml';
import type { ClusterClient } from '../../../infra/sandbox/clusters/cluster-client.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { type CliResult, runCli } from '../../unit/cli/run-cli.ts';
import { applyPrinted } from './apply-printed.ts';
import { type ExtraMember, startExtraMember } from './extra-member.ts';

const clusterPath = '/apis/federation.seamark.dev/v1beta1/clusters/lyon';
const secretPath = '/api/v1/namespaces/seamark-system/secrets/lyon';

type World = {
  readonly host: ExtraMember;
  readonly lyon: ExtraMember;
  /** Writes a file of the test's own folder; returns its path. */
  readonly file: (name: string, content: string) => Promise<string>;
  /** Runs `join lyon` with these words, as the host's administrator. */
  readonly join: (...words: readonly string[]) => Promise<CliResult>;
};

/** A host and a cluster that is to join it; both know what `manifests` prints, unless told otherwise. */
const startWorld = async (
  context: TestContext,
  { prepared = true }: { readonly prepared?: boolean } = {},
): Promise<World> => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-join-'));
  const host = await startExtraMember('host', { zones: [] });
  const lyon = await startExtraMember('lyon', { zones: ['eu-west-9a'] });
  context.after(async () => {
    await Promise.all([host.server.close(), lyon.server.close()]);
    await rm(folder, { recursive: true });
  });
  if (prepared) await applyPrinted(host.admin, '--host');
  await applyPrinted(lyon.admin, '--member');
  const file = async (name: string, content: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const hostFile = await file('host', host.kubeconfigOf('admin'));
  const served = () => host.admin.list(clusterPath.replace('/lyon', '')).catch(() => undefined);
  if (prepared) await eventually('the type Cluster', served);
  return {
    host,
    lyon,
    file,
    join: (...words) =>
      runCli(['join', 'lyon', '--host-kubeconfig', hostFile, ...words], { now: Date.now }),
  };
};

const eventually = <T>(what: string, look: () => Promise<T | undefined>): Promise<T> =>
  waitUntil(look, { what, limitMs: 10_000, everyMs: 20, now: Date.now });

const stored = async (host: ClusterClient): Promise<string> => {
  // The cast trusts what the test itself had stored.
  const data = (await host.read(secretPath))?.['data'] as { readonly kubeconfig: string };
  return Buffer.from(data.kubeconfig, 'base64').toString('utf8');
};

/** What the functions write once they have looked. */
const findReady = (host: ClusterClient, at: string, status: 'True' | 'False' = 'True') =>
  host.merge(`${clusterPath}/status`, {
    status: {
      region: 'eu-west-9',
      zones: ['eu-west-9a'],
      conditions: [
        {
          type: 'Ready',
          status,
          reason: 'R',
          message: 'm',
          lastProbeTime: at,
          lastTransitionTime: at,
        },
      ],
    },
  });

test('a Cluster with labels, and a Secret with one context and nothing else of the file', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  const config = parse(lyon.kubeconfigOf('seamark'));
  const other = { name: 'other', user: { token: 'of-somebody-else' } };
  const users = [other, ...config.users];
  const path = await file('lyon', stringify({ ...config, users }));
  const { code, out, talk } = await run(
    '--kubeconfig',
    path,
    '--labels',
    'a=b,x.example/c=',
    '--no-wait',
  );
  assert.deepEqual([code, out], [0, 'lyon is registered\n'], talk);
  const cluster = await host.admin.read(clusterPath);
  assert.deepEqual(cluster?.metadata.labels, { a: 'b', 'x.example/c': '' });
  assert.deepEqual(cluster?.['spec'], {
    serverAddressByClientCIDRs: [{ serverAddress: lyon.server.url }],
    secretRef: { name: 'lyon' },
  });
  const text = await stored(host.admin);
  assert.ok(!text.includes('of-somebody-else'));
  const kept = parse(text);
  assert.deepEqual(kept.users, [{ name: 'lyon', user: { token: 'seamark' } }]);
  assert.deepEqual(kept.clusters, [{ name: 'lyon', cluster: { server: lyon.server.url } }]);
  assert.equal(kept['current-context'], 'lyon');
  assert.ok(!`${out}${talk}`.includes('token: seamark'));
});

test('another context than the current one', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  const config = parse(lyon.kubeconfigOf('seamark'));
  const path = await file('lyon', stringify({ ...config, 'current-context': 'gone' }));
  const wrong = await run('--kubeconfig', path, '--no-wait');
  assert.match(wrong.talk, /the kubeconfig has no context gone; it has lyon$/m);
  assert.equal((await run('--kubeconfig', path, '--context', 'lyon', '--no-wait')).code, 0);
  assert.ok(await host.admin.read(secretPath));
});

test('files beside the kubeconfig are taken along', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  await file('ca.pem', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n');
  const config = parse(lyon.kubeconfigOf('seamark'));
  config.clusters[0].cluster['certificate-authority'] = './ca.pem';
  const path = await file('lyon', stringify(config));
  const { code, talk } = await run('--kubeconfig', path, '--no-wait');
  assert.equal(code, 0, talk);
  const data = parse(await stored(host.admin)).clusters[0].cluster['certificate-authority-data'];
  assert.match(Buffer.from(data, 'base64').toString('utf8'), /^-----BEGIN CERTIFICATE-----/);
});

test('a dry run checks all of it and stores nothing', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  const path = await file('lyon', lyon.kubeconfigOf('seamark'));
  const { code, out, talk } = await run('--kubeconfig', path, '--dry-run');
  assert.equal(code, 0, talk);
  assert.match(talk, /^ok +rights:/m);
  assert.match(out, /^kind: Cluster$/m);
  assert.match(out, /kubeconfig: <redacted>/);
  assert.equal(await host.admin.read(clusterPath), undefined);
  assert.equal(await host.admin.read(secretPath), undefined);
});

test('a cluster joins under one name', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  const path = await file('lyon', lyon.kubeconfigOf('seamark'));
  assert.equal((await run('--kubeconfig', path, '--no-wait')).code, 0);
  const line = ['--kubeconfig', path, '--host-kubeconfig', path.replace(/lyon$/, 'host')];
  const again = await runCli(['join', 'lugdunum', ...line, '--no-wait'], { now: Date.now });
  assert.equal(again.code, 1);
  assert.match(
    again.talk,
    /^failed +once: Cluster lyon leads to http:\/\/127\.0\.0\.1:\d+\/ too: a cluster takes part under one name; join it as lyon, or let that one leave first$/m,
  );
  assert.match(again.talk, /^ +npx seamark leave lyon$/m);
  const other = clusterPath.replace('/lyon', '/lugdunum');
  assert.equal(await host.admin.read(other), undefined);
  const same = await run('--kubeconfig', path, '--no-wait');
  assert.match(same.talk, /^ok +once: no other Cluster leads there$/m);
});

test('the host joins itself only if somebody says so', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  await applyPrinted(host.admin, '--member');
  const path = await file('self', host.kubeconfigOf('seamark'));
  // Another name for the same server is not another cluster.
  const alias = path.replace(/self$/, 'alias');
  await writeFile(alias, host.kubeconfigOf('seamark').replace('//127.0.0.1', '//localhost'));
  for (const config of [path, alias]) {
    const { code, talk } = await run('--kubeconfig', config, '--no-wait', '--force-conflicts');
    assert.equal(code, 1);
    assert.match(
      talk,
      /^failed +once: it is the host itself, .* \("hostCluster": "lyon"\), deploy, and join it with --is-host$/m,
    );
    assert.equal(await host.admin.read(clusterPath), undefined);
  }
  const meant = await run('--kubeconfig', path, '--dry-run', '--is-host');
  assert.match(
    meant.talk,
    /^ok +once: it is the host, and the setting hostCluster has to name it/m,
  );
  const other = await file('lyon', lyon.kubeconfigOf('seamark'));
  const wrong = await run('--kubeconfig', other, '--dry-run', '--is-host');
  assert.match(wrong.talk, /^failed +once: --is-host was given, and it is not the host$/m);
});

type User = { readonly [field: string]: unknown };

const users: readonly (readonly [what: string, user: User, reason: RegExp])[] = [
  [
    'an exec plug-in',
    { exec: { command: '/usr/local/bin/gke-gcloud-auth-plugin', apiVersion: 'x' } },
    /runs the exec plug-in gke-gcloud-auth-plugin, and plug-ins are never run/,
  ],
  ['a token in a file', { tokenFile: '/nope' }, /its token is in a file, which is renewed/],
  [
    'a redacted token',
    { token: 'REDACTED' },
    /is redacted; print it with "kubectl config view --raw"/,
  ],
  ['a password', { username: 'u', password: 'p' }, /has a name and a password/],
  ['nothing', {}, /no credentials for user/],
];

for (const [what, user, reason] of users) {
  test(`a user of ${what} is refused, and nothing is stored`, async (context) => {
    const { host, lyon, file, join: run } = await startWorld(context);
    const config = parse(lyon.kubeconfigOf('seamark'));
    config.users[0].user = user;
    const { code, out, talk } = await run('--kubeconfig', await file('lyon', stringify(config)));
    assert.deepEqual([code, out], [1, '']);
    assert.match(talk, reason);
    assert.equal(await host.admin.read(secretPath), undefined);
  });
}

test('a member that does not answer, or not to these credentials, is not registered unless forced', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  const stranger = await file('stranger', lyon.kubeconfigOf('stranger'));
  const refused = await run('--kubeconfig', stranger);
  assert.equal(refused.code, 1);
  assert.match(refused.talk, /^failed +reach: .*answered 401: Unauthorized$/m);
  const path = await file('lyon', lyon.kubeconfigOf('seamark'));
  await lyon.server.suspend();
  const silent = await run('--kubeconfig', path);
  assert.equal(silent.code, 1);
  assert.match(silent.talk, /^failed +reach: .*ECONNREFUSED/m);
  assert.equal(await host.admin.read(clusterPath), undefined);
  const forced = await run('--kubeconfig', path, '--force', '--no-wait');
  assert.deepEqual([forced.code, forced.out], [0, 'lyon is registered\n']);
  assert.ok(await host.admin.read(clusterPath));
});

test('a host that does not know Clusters says how it learns', async (context) => {
  const { lyon, file, join: run } = await startWorld(context, { prepared: false });
  const { code, talk } = await run(
    '--kubeconfig',
    await file('lyon', lyon.kubeconfigOf('seamark')),
  );
  assert.equal(code, 1);
  assert.match(
    talk,
    /^Cannot read Cluster lyon in the host: it does not know Clusters yet; npx seamark manifests \| kubectl apply/m,
  );
});

test('a host without the namespace of credentials says how it gets it', async (context) => {
  const { lyon, file, join: run } = await startWorld(context);
  const path = await file('lyon', lyon.kubeconfigOf('seamark'));
  const { code, talk } = await run('--kubeconfig', path, '--namespace', 'fleet');
  assert.equal(code, 1);
  assert.match(
    talk,
    /^Cannot apply Secret fleet\/lyon in the host: namespaces "fleet" not found; npx seamark manifests/m,
  );
});

test('whoever may not register hears it from the host, before anything is stored', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  const own = await file('nobody', host.kubeconfigOf('nobody'));
  const path = await file('lyon', lyon.kubeconfigOf('seamark'));
  const { code, talk } = await runCli(
    ['join', 'lyon', '--host-kubeconfig', own, '--kubeconfig', path],
    { now: Date.now },
  );
  assert.equal(code, 1);
  assert.match(
    talk,
    /answered 403: clusters\.federation\.seamark\.dev "lyon" is forbidden: User "nobody" cannot get/,
  );
  assert.equal((await run('--kubeconfig', path, '--dry-run')).code, 0);
});

test('what somebody else applied stays, unless it may be taken over', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  await host.admin.apply(
    clusterPath,
    {
      apiVersion: 'federation.seamark.dev/v1beta1',
      kind: 'Cluster',
      metadata: { name: 'lyon', labels: { mine: 'yes' } },
      spec: { serverAddressByClientCIDRs: [{ serverAddress: 'https://old.example' }] },
    },
    'gitops',
  );
  const path = await file('lyon', lyon.kubeconfigOf('seamark'));
  const refused = await run('--kubeconfig', path, '--no-wait');
  assert.equal(refused.code, 1);
  assert.match(
    refused.talk,
    /conflict with "gitops".*; --force-conflicts takes these fields over$/m,
  );
  assert.equal(await host.admin.read(secretPath), undefined);
  const forced = await run('--kubeconfig', path, '--no-wait', '--force-conflicts');
  assert.equal(forced.code, 0, forced.talk);
  const cluster = await host.admin.read(clusterPath);
  assert.deepEqual(cluster?.metadata.labels, { mine: 'yes' });
  assert.match(JSON.stringify(cluster?.['spec']), new RegExp(lyon.server.url));
});

test('a Cluster that is being deleted is let go', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  const path = await file('lyon', lyon.kubeconfigOf('seamark'));
  await run('--kubeconfig', path, '--no-wait');
  await host.admin.merge(clusterPath, { metadata: { finalizers: ['example.com/hold'] } });
  await host.admin.remove(clusterPath);
  const { code, talk } = await run('--kubeconfig', path, '--no-wait');
  assert.equal(code, 1);
  assert.match(talk, /^Cannot join lyon: its Cluster is being deleted; wait until it is gone$/m);
});

test('a look from before new credentials says nothing of them', async (context) => {
  const { host, lyon, file, join: run } = await startWorld(context);
  const path = await file('lyon', lyon.kubeconfigOf('seamark'));
  await run('--kubeconfig', path, '--no-wait');
  await findReady(host.admin, '2026-03-01T10:00:00Z');
  const same = await run('--kubeconfig', path);
  assert.match(same.talk, /^applied +lyon: as it was$/m);
  assert.equal(same.out, 'lyon is ready: region eu-west-9, zones eu-west-9a\n');
  const changed = await file('admin', lyon.kubeconfigOf('admin'));
  let clock = 0;
  const line = [
    'join',
    'lyon',
    '--host-kubeconfig',
    path.replace(/lyon$/, 'host'),
    '--timeout',
    '60',
  ];
  const waited = await runCli([...line, '--kubeconfig', changed], {
    now: () => clock,
    // The functions look after 20 s, and find it well after 40 s.
    sleep: async (spanMs) => {
      clock += spanMs;
      if (clock === 20_000) await findReady(host.admin, '2026-03-01T10:01:00Z', 'False');
      if (clock === 40_000) await findReady(host.admin, '2026-03-01T10:02:00Z');
    },
  });
  assert.equal(waited.code, 0, waited.talk);
  assert.equal(clock, 40_000);
  assert.match(waited.talk, /^waiting +lyon: no look at its health yet$/m);
  assert.match(waited.talk, /^waiting +lyon: R: m$/m);
});

test('a member that never gets ready ends the wait with what is known', async (context) => {
  const { lyon, file } = await startWorld(context);
  const path = await file('lyon', lyon.kubeconfigOf('seamark'));
  let clock = 0;
  const { code, out, talk } = await runCli(
    ['join', 'lyon', '--host-kubeconfig', path.replace(/lyon$/, 'host'), '--kubeconfig', path],
    {
      now: () => clock,
      sleep: async (spanMs) => {
        clock += spanMs;
      },
    },
  );
  assert.deepEqual([code, out], [1, '']);
  assert.equal(clock, 300_000);
  assert.match(
    talk,
    /^Cannot see cluster lyon ready within 300 s: no look at its health yet; it is registered/m,
  );
});

const claims = (end: number): string =>
  `e30.${Buffer.from(JSON.stringify({ exp: end })).toString('base64url')}.c2ln`;

test('credentials that end soon are told of', async (context) => {
  const day = 24 * 3_600;
  const now = Date.parse('2026-03-01T10:00:00Z');
  const ends = now / 1000 + 30 * day;
  const folder = await mkdtemp(join(tmpdir(), 'seamark-join-'));
  const host = await startExtraMember('host', { zones: [] });
  const lyon = await startExtraMember('lyon', {
    zones: ['eu-west-9a'],
    options: { users: { admin: 'kubernetes-admin', [claims(ends)]: 'seamark' } },
  });
  context.after(async () => {
    await Promise.all([host.server.close(), lyon.server.close()]);
    await rm(folder, { recursive: true });
  });
  await applyPrinted(host.admin, '--host');
  await applyPrinted(lyon.admin, '--member');
  const config = parse(lyon.kubeconfigOf('seamark'));
  config.users[0].user.token = claims(ends);
  await writeFile(join(folder, 'lyon'), stringify(config));
  await writeFile(join(folder, 'host'), host.kubeconfigOf('admin'));
  const line = ['--kubeconfig', join(folder, 'lyon'), '--host-kubeconfig', join(folder, 'host')];
  const { code, talk } = await runCli(['join', 'lyon', ...line, '--dry-run'], { now: () => now });
  assert.equal(code, 0, talk);
  assert.match(talk, /^warning +lifetime: the credentials end on 2026-03-31/m);
  const late = await runCli(['join', 'lyon', ...line, '--dry-run'], {
    now: () => now + 40 * day * 1000,
  });
  assert.equal(late.code, 1);
  assert.match(late.talk, /^failed +lifetime: the credentials end on 2026-03-31/m);
});
