import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CurrentAccess } from '../../../../lib/adapters/kubernetes/access.ts';
import type { ApiClient } from '../../../../lib/adapters/kubernetes/api-client.ts';
import { type HostWay, readHostAccess } from '../../../../lib/adapters/kubernetes/host-access.ts';
import { readMemberAccess } from '../../../../lib/adapters/kubernetes/member-access.ts';
import type { ClusterCredentials } from '../../../../lib/core/model/cluster.ts';
import type { EksCluster } from '../../../../lib/core/model/eks-cluster.ts';
import { createFakeSecretStore } from '../../../support/fakes/aws/fake-secret-store.ts';
import { fixtureJson, memberAt } from './fixtures.ts';

type User = { readonly exec: { readonly command: string; readonly args: readonly string[] } };
type Kubeconfig = {
  readonly clusters: readonly { readonly name: string; readonly cluster: object }[];
  readonly users: readonly { readonly name: string; readonly user: User }[];
};
type Case = {
  readonly input: {
    readonly kubeconfig?: Kubeconfig;
    readonly kubeconfigs?: readonly Kubeconfig[];
  };
  readonly expect: {
    readonly server?: string;
    readonly auth?: Wanted & { readonly kind: string };
    readonly results?: readonly (Wanted | 'ok')[];
    readonly executes_process?: boolean;
  };
};
type Wanted = { readonly cluster: string; readonly region?: string; readonly role?: string | null };

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eks-kubeconfig-'));
});
after(() => rm(folder, { recursive: true }));

const server = 'https://0123456789abcdef0123456789abcdef.gr7.eu-west-1.eks.amazonaws.com';

/** An EKS that gives tokens that say for whom they are. */
const namingEks = {
  endpoint: () => Promise.reject(new Error('a kubeconfig tells its own endpoint')),
  token: async (cluster: EksCluster) => JSON.stringify(cluster),
  doubt: () => undefined,
};

const hostWith = (kubeconfig: string): ApiClient => ({
  place: 'in the host',
  send: async () => ({
    status: 200,
    text: JSON.stringify({ data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') } }),
  }),
});

/** The four places that a kubeconfig may come from, each with the access that it gives. */
const readEverywhere = async (kubeconfig: string): Promise<readonly CurrentAccess[]> => {
  const { port: secrets, values } = createFakeSecretStore();
  values.set('seamark/lyon', kubeconfig);
  const sources = { eks: namingEks, secrets };
  const file = join(folder, 'config');
  await writeFile(file, kubeconfig);
  const host = (way: HostWay) => readHostAccess(way, sources);
  const member = (credentials: ClusterCredentials) => {
    const addresses = credentials.kind === 'secret' ? {} : { serverAddresses: [] };
    const cluster = memberAt(server, { credentials, ...addresses });
    return readMemberAccess(hostWith(kubeconfig), cluster, { secretNamespace: 's', sources });
  };
  const reads = [
    host({ kind: 'kubeconfig-file', path: file }),
    host({ kind: 'secret', name: 'seamark/lyon' }),
    member({ kind: 'secret', name: 'lyon' }),
    member({ kind: 'stored-kubeconfig', name: 'seamark/lyon' }),
  ];
  return await Promise.all(reads);
};

for (const name of ['K01-eks-get-token', 'K03-aws-iam-authenticator', 'K04-exec-api-versions']) {
  const { input, expect } = fixtureJson<Case>(`cases/kubeconfig/${name}.json`);
  const configs = input.kubeconfigs ?? (input.kubeconfig ? [input.kubeconfig] : []);
  for (const [at, config] of configs.entries()) {
    test(`${name}: kubeconfig ${at} gives tokens of its EKS cluster, wherever it stands`, async () => {
      const result = expect.auth ?? expect.results?.[at] ?? 'ok';
      const wanted: Wanted = result === 'ok' ? { cluster: 'member-a' } : result;
      for (const { access } of await readEverywhere(JSON.stringify(config))) {
        assert.equal(access.server.origin, expect.server?.toLowerCase() ?? server);
        assert.match(access.tls.ca ?? '', /^-----BEGIN CERTIFICATE-----/);
        const token = await access.token?.();
        assert.deepEqual(JSON.parse(token ?? ''), {
          clusterName: wanted.cluster,
          region: wanted.region ?? 'eu-west-1',
          ...(wanted.role ? { roleArn: wanted.role } : {}),
        });
      }
    });
  }
}

test('K01, K03: no process is ever started', () => {
  assert.equal(
    fixtureJson<Case>('cases/kubeconfig/K01-eks-get-token.json').expect.executes_process,
    false,
  );
  const root = join(import.meta.dirname, '../../../..');
  const sources = globSync('{lib,functions}/**/*.ts', { cwd: root });
  assert.ok(sources.length > 100);
  for (const path of sources)
    assert.doesNotMatch(readFileSync(join(root, path), 'utf8'), /child_process/, path);
});

const getToken = ['eks', 'get-token', '--cluster-name', 'a', '--region', 'eu-west-1'];
const config = (cluster: object, user: object): string =>
  JSON.stringify({
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'c',
  });
const ofHost = async (kubeconfig: string): Promise<CurrentAccess> => {
  const { port: secrets, values } = createFakeSecretStore();
  values.set('k', kubeconfig);
  return await readHostAccess({ kind: 'secret', name: 'k' }, { eks: namingEks, secrets });
};

test('a token of the file wins over a plug-in, as in client-go', async () => {
  const user = { token: 't', exec: { command: 'aws', args: getToken } };
  const { access } = await ofHost(config({ server }, user));
  assert.equal(await access.token?.(), 't');
});

const refused: readonly (readonly [string, object, object, RegExp])[] = [
  [
    'another plug-in',
    { server },
    { command: '/opt/bin/gke-gcloud-auth-plugin' },
    /user u runs the exec plug-in gke-gcloud-auth-plugin, and plug-ins are never run: give a token, a client certificate or spec\.eks$/,
  ],
  [
    'a server that is not of EKS',
    { server: 'https://collector.example' },
    { command: 'aws', args: getToken },
    /a token for EKS cluster a is sent to endpoints of EKS only, and collector\.example is none: name the cluster in spec\.eks/,
  ],
  [
    'a server that nobody vouches for',
    { server, 'insecure-skip-tls-verify': true },
    { command: 'aws', args: getToken },
    /sent only where the server's certificate is checked/,
  ],
  [
    'keys of its own, which are not quoted',
    { server },
    { command: 'aws', args: getToken, env: [{ name: 'AWS_SECRET_ACCESS_KEY', value: 'wJalr' }] },
    /user u gives aws the variable AWS_SECRET_ACCESS_KEY, which is not taken: name a role to assume$/,
  ],
];

for (const [title, cluster, exec, message] of refused) {
  test(`a kubeconfig is refused for ${title}`, async () => {
    await assert.rejects(ofHost(config(cluster, { exec })), (error: Error & { kind?: string }) => {
      assert.equal(error.kind, 'terminal');
      assert.match(error.message, /^Cannot use secret k of Secrets Manager for the host: /);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /wJalr/);
      return true;
    });
  });
}

test('a kubeconfig in Secrets Manager is kept for five minutes, one elsewhere for one', async () => {
  const [file, secret, hostSecret, stored] = await readEverywhere(
    config({ server }, { token: 't' }),
  );
  assert.deepEqual(
    [file, secret, hostSecret, stored].map((one) => one?.keepMs),
    [undefined, 300_000, undefined, 300_000],
  );
});

test('a context that the Cluster names wins over the current one', async () => {
  const { port: secrets, values } = createFakeSecretStore();
  const users = [{ name: 'u', user: { token: 'of the other' } }];
  const contexts = [{ name: 'other', context: { cluster: 'c', user: 'u' } }];
  const clusters = [{ name: 'c', cluster: { server } }];
  const text = JSON.stringify({ clusters, users, contexts, 'current-context': 'lost' });
  values.set('k', text);
  const sources = { eks: namingEks, secrets };
  for (const kind of ['secret', 'stored-kubeconfig'] as const) {
    const cluster = memberAt(server, { credentials: { kind, name: 'k', context: 'other' } });
    const settings = { secretNamespace: 's', sources };
    const { access } = await readMemberAccess(hostWith(text), cluster, settings);
    assert.equal(await access.token?.(), 'of the other');
  }
});
