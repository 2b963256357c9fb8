import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';

const projectRoot = resolve(import.meta.dirname, '../../..');
const folder = await mkdtemp(join(tmpdir(), 'seamark-synth-'));
after(() => rm(folder, { recursive: true, force: true }));

/** Runs `cdk synth` as an operator does, but without an account: what it prints, and its exit code. */
const synth = async (outDir: string, ...words: readonly string[]) => {
  const out = join(folder, outDir);
  const child = spawn('npx', ['cdk', 'synth', '-o', out, ...words], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      NO_COLOR: '1',
      // Nothing tells it of credentials, and nothing makes it look for some.
      AWS_EC2_METADATA_DISABLED: 'true',
      npm_config_offline: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.once('close', done)),
  ]);
  return { out, code, stdout, stderr };
};

describe('npx cdk synth', () => {
  it('writes the stack of the settings that come with the project, and says that they are an example', async () => {
    const { out, code, stdout, stderr } = await synth('shipped');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /These are the settings that come with the project/);
    assert.equal(stderr.match(/WARNING|ERROR/g)?.length, 1, stderr);
    const template = JSON.parse(await readFile(join(out, 'seamark-shop.template.json'), 'utf8'));
    assert.ok(Object.keys(template.Resources).length > 80);
  });

  it('refuses faulty settings with all their faults and nothing else', async () => {
    const path = join(folder, 'faulty.json');
    await writeFile(path, JSON.stringify({ account: '1', federation: 'prod' }));
    const { code, stderr } = await synth('faulty', '-c', `settings=${path}`);
    assert.equal(code, 1);
    const lines = stderr.trim().split('\n');
    assert.equal(lines[0], `Cannot use settings ${path}: 4 faults`);
    assert.deepEqual(
      lines.slice(1, 5).map((line) => /^- (\w+) is /.exec(line)?.[1]),
      ['account', 'region', 'zone', 'host'],
    );
    assert.deepEqual(lines.slice(5), ['node infra/app.ts: Subprocess exited with error 1']);
  });
});
