import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

const projectRoot = resolve(import.meta.dirname, '../../..');

interface Run {
  readonly exitCode: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...parameters: readonly string[]): Promise<Run> {
  const file = join(projectRoot, 'infra/bundle/cli.ts');
  return new Promise((done) => {
    execFile(process.execPath, [file, ...parameters], (error, stdout, stderr) => {
      done({ exitCode: error ? error.code : 0, stdout, stderr });
    });
  });
}

describe('the bundle command', () => {
  let scratch: string;
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'seamark-bundle-cli-'));
  });
  after(() => rm(scratch, { recursive: true }));

  it('bundles the named sources and prints name and size of each', async () => {
    const source = join(projectRoot, 'test/fixtures/bundle/plain-http.mts');
    const { exitCode, stdout, stderr } = await run(source, '--out', scratch);
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.match(stdout, /^plain-http +0\.\d KB {2}\S*plain-http\n$/);
    await access(join(scratch, 'plain-http', 'index.mjs'));
  });

  it('explains itself with --help', async () => {
    const { exitCode, stdout } = await run('--help');
    assert.equal(exitCode, 0);
    for (const flag of ['--out', '--source-map']) assert.ok(stdout.includes(flag));
  });

  const mistakes = [
    { parameters: ['--quick'], reason: /Unknown option '--quick'/ },
    { parameters: ['not-there.ts'], reason: /^Cannot bundle not-there\.ts: .*Could not resolve/s },
  ];
  for (const { parameters, reason } of mistakes) {
    it(`ends with 1 and the reason for ${parameters.join(' ')}`, async () => {
      const { exitCode, stdout, stderr } = await run(...parameters, '--out', scratch);
      assert.deepEqual({ exitCode, stdout }, { exitCode: 1, stdout: '' });
      assert.match(stderr, reason);
      assert.doesNotMatch(stderr, /\n {4}at /);
    });
  }
});
