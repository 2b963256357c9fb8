import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';

const entry = resolve('lib/cli/seamark.mjs');
const bin = resolve('node_modules/.bin');

/** The surroundings of somebody at a prompt: without what `npm test` puts before everything else. */
const promptPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

type Ended = { readonly code: number | null; readonly out: string; readonly talk: string };

const runProgram = async (
  program: string,
  words: readonly string[],
  { env = process.env, cwd = process.cwd() }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Ended> => {
  const child = spawn(program, words, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, talk, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, talk };
};

const npmCache = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-npm-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('the command runs on whatever Node there is, and ends with the code of what it did', async () => {
  // Outside the project an older Node may come first, which then hands over to the one that npm brought.
  const env = { ...process.env, PATH: promptPath || (process.env['PATH'] ?? '') };
  const version = await runProgram(entry, ['--version'], { env });
  assert.deepEqual([version.code, version.talk], [0, '']);
  assert.match(version.out, /^seamark \d+\.\d+\.\d+\n$/);
  const wrong = await runProgram(entry, ['nope'], { env });
  assert.deepEqual([wrong.code, wrong.out], [2, '']);
});

test('npx finds the command of the project itself, without a network and from any folder of it', async (context) => {
  const env = {
    ...process.env,
    PATH: promptPath || (process.env['PATH'] ?? ''),
    npm_config_cache: await npmCache(context),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    // On an older Node npm says once that the project wants a newer one, which it then runs on.
    npm_config_loglevel: 'error',
  };
  for (const cwd of ['.', 'docs']) {
    const { code, out, talk } = await runProgram('npx', ['seamark', 'manifests', '--member'], {
      env,
      cwd: resolve(cwd),
    });
    assert.deepEqual([code, talk], [0, ''], cwd);
    assert.match(out, /^ {2}name: seamark-member$/m);
  }
});

test('a reader that goes away is no failure', async () => {
  const command = `"${join(bin, 'node')}" "${entry}" manifests | head -n 1`;
  const { code, out, talk } = await runProgram('sh', ['-c', command]);
  assert.deepEqual([code, talk], [0, '']);
  assert.equal(out.split('\n').length, 2);
});

test('Ctrl-C while it waits for input ends it at once with 130', async () => {
  const words = ['audit-config', '--host', '--url', 'https://a.example', '--token-stdin'];
  const child = spawn(process.execPath, [entry, ...words], { stdio: ['pipe', 'pipe', 'pipe'] });
  const talk = text(child.stderr);
  const out = text(child.stdout);
  const ended = once(child, 'exit');
  // It has read its flags once it reads its input: what does not fit into the pipe stays unread before.
  child.stdin.on('error', () => undefined);
  await new Promise<void>((written) => child.stdin.write('a'.repeat(1_000_000), () => written()));
  child.kill('SIGINT');
  const [code] = await ended;
  assert.deepEqual([code, await out, await talk], [130, '', 'Stopped\n']);
});
