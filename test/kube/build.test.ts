import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { isAtLeast } from './build-programs.ts';
import { moduleVersions, programs } from './kube-cache.ts';

const comparisons: readonly (readonly [version: string, least: string, enough: boolean])[] = [
  ['1.24.0', '1.24.0', true],
  ['1.24', '1.24.0', true],
  ['1.24.3', '1.24.0', true],
  ['1.100.0', '1.24.0', true],
  ['2.0', '1.24.0', true],
  ['1.23.9', '1.24.0', false],
  ['1.9.9', '1.24.0', false],
];

for (const [version, least, enough] of comparisons)
  test(`Go ${version} is ${enough ? 'enough' : 'too old'} where ${least} is asked for`, () => {
    assert.equal(isAtLeast(version, least), enough);
  });

/** What `go` does here, as its programs are called by the build. */
const goScript = (version: string, build: string): string => `#!/bin/sh
case "$1" in
  env) echo go${version} ;;
  list) echo one; echo two ;;
  build) ${build} ;;
esac
`;
/** Writes a program to where `-o` says, and tells of one package. */
const makes =
  'while [ "$1" != -o ]; do shift; done; echo pkg >&2; echo "#!/bin/sh" > "$2"; chmod +x "$2"';

describe('npm run kube:build and test:kube', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-kube-build-'));
    await mkdir(join(folder, 'bin'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const givenGo = (version: string, build = makes): Promise<void> =>
    writeFile(join(folder, 'bin', 'go'), goScript(version, build), { mode: 0o755 });

  const run = async (
    script: string,
    env: NodeJS.ProcessEnv = {},
    words: readonly string[] = [],
  ) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, script), ...words], {
      env: {
        PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
        SEAMARK_KUBE_CACHE: join(folder, 'cache'),
        NO_COLOR: '1',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { out, err, code };
  };
  const { kubernetes, etcd, go } = moduleVersions();
  const cache = (): string => join(folder, 'cache', `${kubernetes}-etcd-${etcd}`);

  test('without Go it says what it takes', async () => {
    const { err, code } = await run('build.ts', { PATH: join(folder, 'bin') });
    assert.equal(code, 1);
    assert.equal(
      err,
      `Cannot build Kubernetes ${kubernetes}: no Go is at hand, and it takes Go ${go} or later.\n` +
        'Install it from https://go.dev/dl, or set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver.\n',
    );
  });

  test('with an old Go it says which it found', async () => {
    await givenGo('1.20.14');
    const { err, code } = await run('build.ts');
    assert.equal(code, 1);
    assert.match(err, /: the Go at hand is 1\.20\.14, and it takes Go /);
  });

  test('it builds all programs once, and tells the folder', async () => {
    await givenGo('1.99.0');
    const { out, code } = await run('build.ts');
    assert.equal(code, 0);
    assert.deepEqual((await readdir(cache())).toSorted(), programs);
    for (const name of programs)
      assert.match(out, new RegExp(`^${name}: built in \\d+ s, 1 packages compiled$`, 'm'));
    assert.ok(out.endsWith(`\nexport KUBEBUILDER_ASSETS=${cache()}\n`));
    const again = await run('build.ts', { PATH: join(folder, 'bin') });
    assert.equal(
      again.out,
      `Kubernetes ${kubernetes} and etcd ${etcd} are already in ${cache()}\n\nexport KUBEBUILDER_ASSETS=${cache()}\n`,
    );
  });

  test('where a program cannot be built, it tells what Go said and leaves no half program', async () => {
    await givenGo('1.99.0', 'echo cannot find package >&2; exit 1');
    const { err, code } = await run('build.ts');
    assert.equal(code, 1);
    assert.equal(err, 'Cannot build etcd: go build says\ncannot find package\n');
    assert.deepEqual(await readdir(cache()), []);
  });

  test('the suites are skipped where there are no programs, and the run says how to get them', async () => {
    const { out, err, code } = await run('run.ts');
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    assert.match(out, /^Skipped: the tests on a real Kubernetes API need its programs/);
    assert.ok(out.includes(cache()));
    assert.match(out, /npm run kube:build makes them/);
  });

  test('a named folder without programs fails the run', async () => {
    const { err, code } = await run('run.ts', { KUBEBUILDER_ASSETS: folder });
    assert.equal(code, 1);
    assert.match(
      err,
      /^Cannot use KUBEBUILDER_ASSETS=.*: no program at .*etcd and .*kube-apiserver; /,
    );
  });

  for (const [script, words, told] of [
    ['build.ts', ['--bad'], /^Cannot run kube:build: --bad is no flag of it; /],
    ['build.ts', ['stray'], /^Cannot run kube:build: "stray" is one word too many$/],
    ['run.ts', ['--bad'], /^Cannot run test:kube: --bad is no flag of it; /],
    ['run.ts', ['nosuchsuite'], /^Cannot run suite "nosuchsuite": there are .*adapters/],
    ['run.ts', ['adapters', 'nosuch'], /^Cannot run suite "nosuch": /],
    ['record.ts', ['nosuch'], /^Cannot record "nosuch": there are .*, audit$/],
  ] as const)
    test(`${script} ends with 2 and one line for: ${words.join(' ')}`, async () => {
      await givenGo('1.99.0');
      const { out, err, code } = await run(script, {}, words);
      assert.deepEqual({ out, code }, { out: '', code: 2 });
      assert.match(err.trimEnd(), told);
      assert.equal(err.trimEnd().split('\n').length, 1);
    });

  for (const script of ['build.ts', 'run.ts', 'record.ts'])
    test(`${script} tells what it does with --help, and does nothing`, async () => {
      await givenGo('1.99.0');
      const { out, err, code } = await run(script, {}, ['--help']);
      assert.deepEqual({ err, code }, { err: '', code: 0 });
      assert.match(out, /^Usage: npm run [a-z]+:[a-z]+/m);
      assert.deepEqual(await readdir(folder), ['bin']);
    });

  test('Ctrl-C ends the build, and leaves no half program', async () => {
    await givenGo('1.99.0', 'kill -INT $PPID; sleep 60');
    const { err, code } = await run('build.ts');
    assert.deepEqual({ err, code }, { err: 'Stopped by SIGINT\n', code: 130 });
    assert.deepEqual(await readdir(cache()), []);
  });

  test('programs that may not be run fail the run, and are named', async () => {
    await writeFile(join(folder, 'etcd'), '', { mode: 0o644 });
    await writeFile(join(folder, 'kube-apiserver'), '', { mode: 0o755 });
    const { err, code } = await run('run.ts', { KUBEBUILDER_ASSETS: folder });
    assert.equal(code, 1);
    assert.equal(
      err,
      `Cannot use KUBEBUILDER_ASSETS=${folder}: ${join(folder, 'etcd')} is not executable; chmod +x changes that\n`,
    );
  });
});
