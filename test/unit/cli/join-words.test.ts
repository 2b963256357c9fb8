import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCli } from './run-cli.ts';

const refused: readonly (readonly [line: readonly string[], reason: RegExp])[] = [
  [[], /NAME is missing/],
  [['tokyo'], /give --kubeconfig, --eks or --secret/],
  [
    ['tokyo', '--kubeconfig', 'f', '--eks', 'c'],
    /--kubeconfig and --eks are given, and one is meant/,
  ],
  [['Tokyo', '--eks', 'c'], /"Tokyo" as the name of a cluster: it must be a DNS label/],
  [['a\nkind: Secret', '--eks', 'c'], /"a\\nkind: Secret" as the name of a cluster/],
  [['../x', '--eks', 'c'], /it must be a DNS label/],
  [['a'.repeat(64), '--eks', 'c'], /it must be a DNS label/],
  [['tokyo', '--eks', 'c', '--context', 'x'], /--context: it says nothing about --eks/],
  [['tokyo', '--kubeconfig', 'f', '--region', 'r'], /--region: it says nothing about --kubeconfig/],
  [['tokyo', '--secret', 's', '--role-arn', 'a'], /--role-arn: it says nothing about --secret/],
  [['tokyo', '--eks', 'a b'], /"a b" as --eks: it is not of the form/],
  [['tokyo', '--eks', 'c', '--region', 'frankfurt'], /"frankfurt" as --region/],
  [['tokyo', '--eks', 'c', '--role-arn', 'arn:aws:iam::1:role/x'], /as --role-arn/],
  [['tokyo', '--secret', 'a b'], /"a b" as --secret/],
  [['tokyo', '--eks', 'c', '--labels', 'a'], /label "a": it is not of the form key=value/],
  [['tokyo', '--eks', 'c', '--labels', 'a=b,a=c'], /label "a": it stands twice/],
  [['tokyo', '--eks', 'c', '--labels', 'a b=c'], /the key is none that Kubernetes takes/],
  [['tokyo', '--eks', 'c', '--labels', 'x_/a=c'], /the key is none that Kubernetes takes/],
  [['tokyo', '--eks', 'c', '--labels', 'a=b c'], /the value is none that Kubernetes takes/],
  [['tokyo', '--eks', 'c', '--labels', `a=${'b'.repeat(64)}`], /the value is none/],
  [['tokyo', '--eks', 'c', '--timeout', '0'], /"0" as --timeout: it is a number of seconds/],
  [['tokyo', '--eks', 'c', '--timeout', '5m'], /"5m" as --timeout/],
  [['tokyo', '--eks', 'c', '--namespace', 'A'], /"A" as a namespace/],
];

for (const [line, reason] of refused) {
  test(`join ${JSON.stringify(line)} is refused`, async () => {
    const { code, out, talk } = await runCli(['join', ...line]);
    assert.deepEqual([code, out], [2, '']);
    assert.match(talk, reason);
  });
}

const folder = async (context: TestContext): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'seamark-'));
  context.after(() => rm(path, { recursive: true }));
  return path;
};

/** The host is read first, and in the same way as the member. */
const withHost = (file: string) =>
  runCli(['join', 'tokyo', '--kubeconfig', file, '--host-kubeconfig', file]);

test('a kubeconfig that is larger than a Secret is not read', async (context) => {
  const file = join(await folder(context), 'large');
  await writeFile(file, '');
  await truncate(file, 10_000_000);
  const { code, talk } = await withHost(file);
  assert.equal(code, 1);
  assert.match(
    talk,
    /^Cannot use kubeconfig \S+: it has 10000000 bytes, and a Secret holds 1048576/,
  );
});

const files: readonly (readonly [what: string, content: string, reason: RegExp])[] = [
  ['no YAML', '{{{', /the kubeconfig is neither YAML nor JSON/],
  ['nothing', '', /expected|has no/],
  ['a list', '- a', /has no/],
  ['no context', 'apiVersion: v1\nkind: Config\n', /no current-context/],
];

for (const [what, content, reason] of files) {
  test(`a kubeconfig of ${what} is refused`, async (context) => {
    const file = join(await folder(context), 'config');
    await writeFile(file, content);
    const { code, out, talk } = await withHost(file);
    assert.deepEqual([code, out], [1, '']);
    assert.match(talk, reason);
    assert.ok(!talk.includes('at Object.'), talk);
  });
}

test('the host is in the file that kubectl would take', async (context) => {
  const home = await folder(context);
  const line = ['join', 'tokyo', '--eks', 'c', '--region', 'eu-central-1'];
  const byHome = await runCli(line, { environment: { HOME: home } });
  assert.match(byHome.talk, new RegExp(`^Cannot use kubeconfig "${home}/\\.kube/config": ENOENT`));
  const byVariable = await runCli(line, { environment: { HOME: home, KUBECONFIG: '/nope/one' } });
  assert.match(byVariable.talk, /^Cannot use kubeconfig "\/nope\/one": ENOENT/);
  const several = await runCli(line, { environment: { KUBECONFIG: '/one:/two' } });
  assert.equal(several.code, 2);
  assert.match(several.talk, /KUBECONFIG lists several; name one with --host-kubeconfig/);
});
