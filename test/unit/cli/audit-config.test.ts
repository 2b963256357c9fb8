import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { userOf } from '../../../infra/sandbox/kubernetes/access/user.ts';
import { auditConfigOf, parsePolicy } from '../../../infra/sandbox/kubernetes/audit/policy.ts';
import { runCli } from './run-cli.ts';

const url = 'https://abc.lambda-url.eu-central-1.on.aws/';
const basic = ['audit-config', '--cluster', 'lyon', '--url', url] as const;
/** Of the 32 bytes that the test's chance gives. */
const token = Buffer.alloc(32, 7).toString('base64url');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const tempFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-'));
  context.after(() => rm(folder, { recursive: true }));
  return folder;
};

const json = async (...flags: readonly string[]) => {
  const { code, out } = await runCli([...basic, '--output', 'json', ...flags]);
  assert.equal(code, 0);
  return JSON.parse(out);
};

test('the stream is a policy, a kubeconfig and a kubeadm configuration', async () => {
  const { code, out } = await runCli(basic);
  assert.equal(code, 0);
  const documents = parseAllDocuments(out);
  for (const { errors } of documents) assert.deepEqual(errors, []);
  const kinds = documents.map(
    (document) => `${document.get('apiVersion')} ${document.get('kind')}`,
  );
  assert.deepEqual(kinds, [
    'audit.k8s.io/v1 Policy',
    'v1 Config',
    'kubeadm.k8s.io/v1beta4 ClusterConfiguration',
  ]);
});

test('the token has 256 bits of chance, and only its hash is for anybody else', async () => {
  const asked: number[] = [];
  const randomBytes = (size: number): Uint8Array => {
    asked.push(size);
    return new Uint8Array(size).fill(7);
  };
  const { out, talk } = await runCli(basic, { randomBytes });
  assert.deepEqual(asked, [32]);
  assert.equal(out.split(token).length, 2, 'it is printed once');
  assert.ok(!talk.includes(token));
  assert.match(hashOf(token), /^[A-Za-z0-9_-]{43}$/);
  assert.ok(talk.includes(`"tokenHashes": { "lyon": ["${hashOf(token)}"] }`));
});

test('the kubeconfig sends that token to the URL', async () => {
  const { kubeconfig, tokenHash, cluster } = await json();
  const config = parse(kubeconfig);
  assert.deepEqual(config.clusters, [{ name: 'seamark', cluster: { server: url } }]);
  assert.deepEqual(config.users, [{ name: 'lyon', user: { token } }]);
  assert.equal(config['current-context'], config.contexts[0].name);
  assert.deepEqual(config.contexts[0].context, { cluster: 'seamark', user: 'lyon' });
  assert.deepEqual([cluster, tokenHash], ['lyon', hashOf(token)]);
});

test('a front that asks for a client certificate gets one, and the token', async () => {
  const { kubeconfig } = await json('--mtls', '--path', '/srv/audit/');
  assert.deepEqual(parse(kubeconfig).users[0].user, {
    token,
    'client-certificate': '/srv/audit/client.crt',
    'client-key': '/srv/audit/client.key',
  });
});

test('the host comes as host, and tells of Clusters and credentials too', async () => {
  const { out, talk } = await runCli([
    'audit-config',
    '--host',
    '--url',
    url,
    '--namespace',
    'fleet',
  ]);
  const [policy, config] = parseAllDocuments(out).map((document) => document.toJS());
  assert.equal(config.users[0].name, 'host');
  assert.match(talk, /"tokenHashes": \{ "host": /);
  const secrets = {
    kind: 'resource',
    verb: 'update',
    group: '',
    resource: 'secrets',
    subresource: '',
    name: 'tokyo',
  } as const;
  const level = (namespace: string) =>
    auditConfigOf(parsePolicy(JSON.stringify(policy)), userOf('anyone'), { ...secrets, namespace })
      .level;
  assert.deepEqual([level('fleet'), level('seamark-system')], ['Metadata', 'None']);
});

/** The flags of kube-apiserver 1.34 that say where audit events go, and the form of their values. */
const known: { readonly [name: string]: RegExp } = {
  'audit-policy-file': /^\/\S+$/,
  'audit-webhook-config-file': /^\/\S+$/,
  'audit-webhook-mode': /^(batch|blocking|blocking-strict)$/,
  'audit-webhook-batch-buffer-size': /^[1-9]\d*$/,
  'audit-webhook-batch-max-size': /^[1-9]\d*$/,
  'audit-webhook-batch-max-wait': /^\d+(ms|s|m)$/,
  'audit-webhook-batch-throttle-enable': /^(true|false)$/,
  'audit-webhook-batch-throttle-qps': /^\d+(\.\d+)?$/,
  'audit-webhook-batch-throttle-burst': /^[1-9]\d*$/,
  'audit-webhook-initial-backoff': /^\d+(ms|s|m)$/,
  'audit-webhook-truncate-enabled': /^(true|false)$/,
  'audit-webhook-truncate-max-batch-size': /^[1-9]\d*$/,
  'audit-webhook-truncate-max-event-size': /^[1-9]\d*$/,
};

test('all flags are those of kube-apiserver, and the same in both forms', async () => {
  const { flags, kubeadm } = await json();
  const pairs = flags.map((flag: string) => /^--([a-z-]+)=(.+)$/.exec(flag)?.slice(1));
  for (const [name, value] of pairs) assert.match(value, known[name] ?? /no such flag/, name);
  const { apiServer } = parse(kubeadm);
  assert.deepEqual(
    apiServer.extraArgs.map(({ name, value }: { name: string; value: string }) => [name, value]),
    pairs,
  );
  for (const { value } of apiServer.extraArgs) assert.equal(typeof value, 'string');
});

test('no POST of the largest events can be larger than what Lambda takes', async () => {
  const { flags } = await json();
  const value = (name: string) =>
    Number(flags.find((flag: string) => flag.startsWith(`--${name}=`))?.split('=')[1]);
  const bytes =
    value('audit-webhook-batch-max-size') * value('audit-webhook-truncate-max-event-size');
  // 6 MB, less what a JSON string in JSON adds (15 % for real events) and the rest of the invocation.
  assert.ok(bytes * 1.15 < 6 * 1024 * 1024 - 100_000, `${bytes} bytes`);
  assert.ok(flags.includes('--audit-webhook-truncate-enabled=true'));
});

test('with --out there are four files for their owner alone, and no token elsewhere', async (context) => {
  const folder = join(await tempFolder(context), 'new');
  const { code, out, talk } = await runCli([...basic, '--out', folder]);
  assert.equal(code, 0);
  const files = await readdir(folder);
  assert.deepEqual(files.toSorted(), [
    'audit-policy.yaml',
    'audit-webhook.kubeconfig',
    'kube-apiserver.flags',
    'kubeadm.yaml',
  ]);
  assert.deepEqual(
    out.trim().split('\n').toSorted(),
    files.map((file) => join(folder, file)).toSorted(),
  );
  for (const file of files)
    assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600, file);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.ok(!`${out}${talk}`.includes(token));
  assert.ok((await readFile(join(folder, 'audit-webhook.kubeconfig'), 'utf8')).includes(token));
});

test('files that are there stay, unless --force says that they may go', async (context) => {
  const folder = await tempFolder(context);
  const taken = join(folder, 'kubeadm.yaml');
  await writeFile(taken, 'mine\n');
  await chmod(taken, 0o644);
  const refused = await runCli([...basic, '--out', folder]);
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(refused.talk, /^Cannot write \S+kubeadm\.yaml: there is such a file/);
  assert.deepEqual(await readdir(folder), ['kubeadm.yaml']);
  assert.equal(await readFile(taken, 'utf8'), 'mine\n');
  assert.equal((await runCli([...basic, '--out', folder, '--force'])).code, 0);
  assert.match(await readFile(taken, 'utf8'), /ClusterConfiguration/);
  assert.equal((await stat(taken)).mode & 0o777, 0o600);
});

test('a folder that cannot be made is told of', async (context) => {
  const file = join(await tempFolder(context), 'file');
  await writeFile(file, '');
  const { code, talk } = await runCli([...basic, '--out', join(file, 'below')]);
  assert.equal(code, 1);
  assert.match(talk, /^Cannot write into \S+below: ENOTDIR/);
});

test('folders that are missing are made, for nobody but their owner', async (context) => {
  const place = join(await tempFolder(context), 'a', 'b');
  assert.equal((await runCli([...basic, '--out', place])).code, 0);
  assert.equal((await stat(place)).mode & 0o777, 0o700);
});

test('a file system that has no room for folders is told of', async (context) => {
  if (process.platform !== 'linux') return context.skip('only Linux has /proc');
  const { code, talk } = await runCli([...basic, '--out', '/proc/lyon/audit']);
  assert.equal(code, 1);
  assert.match(talk, /^Cannot write into \/proc\/lyon\/audit: ENOENT/);
});

test('a part alone needs nothing else, and only the kubeconfig has a token', async () => {
  for (const part of ['policy', 'flags', 'kubeadm']) {
    const { code, out, talk } = await runCli(['audit-config', '--only', part]);
    assert.deepEqual([code, talk], [0, ''], part);
    assert.ok(!out.includes(token));
  }
  const { out } = await runCli([...basic, '--only', 'kubeconfig']);
  assert.equal(parse(out).users[0].user.token, token);
});

test('a token may be brought along', async () => {
  const own = 'aB3_'.repeat(10);
  const { out, talk } = await runCli([...basic, '--token-stdin'], {
    readInput: () => Promise.resolve(`${own}\n`),
  });
  assert.ok(out.includes(own));
  assert.ok(talk.includes(hashOf(own)));
});

const weak: readonly (readonly [input: string, reason: RegExp])[] = [
  ['', /it must be one word/],
  ['short', /it has 5 characters/],
  [`${'a'.repeat(40)}\nuser: x`, /it must be one word/],
  [`${'a'.repeat(40)}"`, /it must be one word/],
];

for (const [input, reason] of weak) {
  test(`the token ${JSON.stringify(input.slice(0, 50))} is refused and not repeated`, async () => {
    const { code, out, talk } = await runCli([...basic, '--token-stdin'], {
      readInput: () => Promise.resolve(input),
    });
    assert.deepEqual([code, out], [2, '']);
    assert.match(talk, reason);
    if (input !== '') assert.ok(!talk.includes(input));
  });
}

const refused: readonly (readonly [flags: readonly string[], reason: RegExp])[] = [
  [['--url', url], /--cluster is missing/],
  [['--cluster', 'lyon'], /--url is missing; the stack names it/],
  [['--cluster', 'host', '--url', url], /"host" is the host, which --host asks for/],
  [['--cluster', 'a\nb', '--url', url], /"a\\nb" as the name of a cluster/],
  [['--cluster', 'x: {}', '--url', url], /it must be a DNS label/],
  [['--cluster', 'lyon', '--url', 'http://webhook.example'], /it is not an https URL/],
  [['--cluster', 'lyon', '--url', 'webhook.example'], /it is not an https URL/],
  [['--cluster', 'lyon', '--url', 'https://me:pw@webhook.example'], /it must hold no credentials/],
  [['--cluster', 'lyon', '--url', url, '--path', 'etc'], /it must be an absolute path/],
  [['--cluster', 'lyon', '--url', url, '--path', '/a/../b'], /it must be an absolute path/],
  [['--cluster', 'lyon', '--url', url, '--path', '/a b'], /it must be an absolute path/],
  [['--cluster', 'lyon', '--url', url, '--path', '/a\n--x'], /it must be an absolute path/],
];

for (const [flags, reason] of refused) {
  test(`audit-config ${JSON.stringify(flags)} is refused`, async () => {
    const { code, out, talk } = await runCli(['audit-config', ...flags]);
    assert.deepEqual([code, out], [2, '']);
    assert.match(talk, reason);
  });
}
