import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Access } from '../../../../lib/adapters/kubernetes/access.ts';
import { readHostAccess } from '../../../../lib/adapters/kubernetes/host-access.ts';
import { readKubeconfig } from '../../../../lib/adapters/kubernetes/kubeconfig.ts';
import { accessOfKubeconfig } from '../../../../lib/adapters/kubernetes/kubeconfig-access.ts';
import { fixtureJson, fixtureText, noSources } from './fixtures.ts';

type Kubeconfig = { readonly [field: string]: unknown };
type Case = {
  readonly input: {
    readonly kubeconfig?: Kubeconfig;
    readonly kubeconfigs?: readonly Kubeconfig[];
    readonly kubeconfig_yaml?: string;
    readonly registered_context?: string;
  };
  readonly expect: { readonly [field: string]: unknown };
};

const readCase = (name: string): Case => fixtureJson(`cases/kubeconfig/${name}.json`);
const configsOf = ({ input }: Case): readonly Kubeconfig[] =>
  input.kubeconfigs ?? (input.kubeconfig ? [input.kubeconfig] : []);

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
});
after(() => rm(folder, { recursive: true }));

const fileAt = (path: string) => ({ kind: 'kubeconfig-file' as const, path });
const fromText = async (config: Kubeconfig | string, context?: string): Promise<Access> => {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  const chosen = await readKubeconfig(text, 'use the text', context);
  const target = { label: 'cluster c', eks: noSources.eks };
  return (await accessOfKubeconfig(chosen, { what: 'use the text' }, target)).access;
};
const fromFile = async (config: Kubeconfig | string): Promise<Access> => {
  const kubeconfigPath = join(folder, 'config');
  await writeFile(kubeconfigPath, typeof config === 'string' ? config : JSON.stringify(config));
  return (await readHostAccess(fileAt(kubeconfigPath), noSources)).access;
};
const simple = (cluster: object, user: object): Kubeconfig => ({
  clusters: [{ name: 'c', cluster }],
  users: [{ name: 'u', user }],
  contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'c',
});

test('K08: white space inside base64 is ignored', async () => {
  const { input, expect } = readCase('K08-inline-certificates');
  const access = await fromText(input.kubeconfig_yaml ?? '');
  assert.ok(access.tls.ca?.startsWith(String(expect['ca_pem_starts_with'])));
  assert.ok(access.tls.cert?.startsWith('-----BEGIN CERTIFICATE-----'));
  assert.ok(access.tls.key);
  assert.equal(access.token, undefined);
});

test('K09: a token file is read before every request and wins over a token', async () => {
  const path = join(folder, 'token');
  for (const config of configsOf(readCase('K09-token-file'))) {
    const text = JSON.stringify(config).replace('/var/run/secrets/fed/token', path);
    await writeFile(path, 't1\n');
    const access = await fromFile(text);
    assert.equal(await access.token?.(), 't1');
    await writeFile(path, 't2\n');
    assert.equal(await access.token?.(), 't2');
    await rm(path);
    const refused = { kind: 'terminal', message: /tokenFile names .+token, which cannot be read/ };
    await assert.rejects(access.token?.() ?? Promise.resolve(), refused);
    await assert.rejects(fromFile(text), refused);
  }
});

test('K10: verification can be switched off, and unused entries are not looked at', async () => {
  const [config] = configsOf(readCase('K10-insecure-without-ca'));
  const access = await fromText(config ?? '');
  assert.equal(access.tls.insecure, true);
  assert.equal(access.server.href, 'https://192.0.2.5:6443/');
});

test('K12: paths are relative to the file, and refused in text', async () => {
  const [config] = configsOf(readCase('K12-relative-paths'));
  await mkdir(join(folder, 'certs'));
  for (const name of ['ca.pem', 'c.crt', 'c.key'])
    await writeFile(join(folder, 'certs', name), `content of ${name}`);
  const { tls } = await fromFile(config ?? '');
  assert.deepEqual(tls, {
    ca: 'content of ca.pem',
    cert: 'content of c.crt',
    key: 'content of c.key',
  });
  await assert.rejects(fromText(config ?? ''), {
    kind: 'terminal',
    message: /certificate-authority is a file path, use certificate-authority-data/,
  });
});

test('K15: redacted values are refused with a hint', async () => {
  for (const config of configsOf(readCase('K15-redacted-values')))
    await assert.rejects(fromText(config), {
      kind: 'terminal',
      message: /certificate-authority-data is not PEM in base64; print it with .+ --raw/,
    });
  await assert.rejects(fromText(simple({ server: 'https://c' }, { token: 'REDACTED' })), {
    message: /the token of user u is redacted/,
  });
});

test('K17: the named context wins over the current one', async () => {
  const given = readCase('K17-several-contexts');
  const [config] = configsOf(given);
  const access = await fromText(config ?? '', given.input.registered_context);
  assert.equal(access.server.origin, String(given.expect['server']).toLowerCase());
  assert.equal(await access.token?.(), given.expect['bearer']);
  assert.equal(await (await fromText(config ?? '')).token?.(), 'ro');
});

test('K18: other kinds of credentials are named, their secrets are not', async () => {
  const messages = [
    /unsupported auth-provider oidc/,
    /user u has a name and a password/,
    /no credentials for user u/,
  ];
  for (const [at, config] of configsOf(readCase('K18-legacy-auth')).entries())
    await assert.rejects(fromText(config), (error: Error) => {
      assert.match(error.message, messages[at] ?? /never/);
      assert.doesNotMatch(error.message, /x\.y\.z|example/);
      return true;
    });
});

const faults: readonly (readonly [string, Kubeconfig | string, RegExp])[] = [
  ['no YAML', '{token: "t', /neither YAML nor JSON$/],
  ['no kubeconfig', '"token"', /the kubeconfig has no Object at its top$/],
  ['no current context', { contexts: [] }, /has no current-context/],
  [
    'an unknown context',
    { 'current-context': 'x', contexts: [{ name: 'a' }] },
    /no context x; it has a$/,
  ],
  ['no server', simple({}, { token: 't' }), /names no server/],
  [
    'impersonation',
    simple({ server: 'https://c' }, { token: 't', as: 'seamark' }),
    /user u impersonates another \("as"\): give credentials of that one$/,
  ],
  [
    'a server that is no URL',
    simple({ server: 'ftp://c' }, { token: 't' }),
    /not an http or https URL/,
  ],
  [
    'a password in the URL',
    simple({ server: 'https://a:b@c' }, { token: 't' }),
    /without credentials/,
  ],
  [
    'a token over plain http',
    simple({ server: 'http://192.0.2.1' }, { token: 't' }),
    /over plain http to 192\.0\.2\.1/,
  ],
  [
    'half a client certificate',
    simple({ server: 'https://c' }, { 'client-key-data': 'QQ==' }),
    /belong together/,
  ],
  [
    'a proxy',
    simple({ server: 'https://c', 'proxy-url': 'http://p' }, { token: 't' }),
    /proxy-url/,
  ],
];

for (const [title, config, message] of faults) {
  test(`refuses ${title}`, async () => {
    await assert.rejects(fromText(config), { kind: 'terminal', message });
  });
}

test('names a host file that is not there', async () => {
  const kubeconfigPath = join(folder, 'nowhere');
  await assert.rejects(readHostAccess(fileAt(kubeconfigPath), noSources), {
    kind: 'terminal',
    message: `Cannot use kubeconfig ${kubeconfigPath}: the file cannot be read (ENOENT)`,
  });
});

test('reads everything that TLS needs', async () => {
  const base64 = (path: string): string => Buffer.from(fixtureText(path)).toString('base64');
  const access = await fromText(
    simple(
      {
        server: 'https://192.0.2.9:6443',
        'certificate-authority-data': base64('tls/ca.crt'),
        'tls-server-name': 'cluster.example',
      },
      {
        'client-certificate-data': base64('tls/client.crt'),
        'client-key-data': base64('tls/client.key'),
      },
    ),
  );
  assert.deepEqual(access.tls, {
    ca: fixtureText('tls/ca.crt'),
    cert: fixtureText('tls/client.crt'),
    key: fixtureText('tls/client.key'),
    serverName: 'cluster.example',
  });
});

test('a loopback server takes a token over plain http', async () => {
  const access = await fromText(simple({ server: 'http://127.0.0.1:8080' }, { token: 't' }));
  assert.equal(await access.token?.(), 't');
});
